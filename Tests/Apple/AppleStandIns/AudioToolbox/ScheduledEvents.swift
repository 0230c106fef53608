// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

/// The events that a host has scheduled for a unit, and the linked list of those that are due in a cycle.
///
/// Each element of the list is only as long as its kind needs and is followed by meaningless bytes, so code that copies
/// a whole union, or more of a packet than exists, gets garbage.
final class ScheduledEvents: @unchecked Sendable {  // all state is under the lock
  enum Kind {
    case bytes(UInt8, [UInt8])
    case list(UInt8, [UInt8])
    case parameter(AUAudioFrameCount, AUParameterAddress, AUValue)
  }

  private struct Event {
    var time: AUEventSampleTime
    var number: Int
    var kind: Kind
  }

  private let lock = NSLock()
  private var waiting: [Event] = []
  private var number = 0

  func add(_ kind: Kind, at time: AUEventSampleTime) {
    lock.withLock {
      number += 1
      waiting.append(Event(time: time, number: number, kind: kind))
    }
  }

  func removeAll() { lock.withLock { waiting = [] } }

  /// Removes the events that are due: "now" becomes the cycle's first frame, late events keep their times.
  private func take(_ first: AUEventSampleTime, _ count: Int64) -> [Event] {
    lock.withLock {
      // times slightly before frame 0 are taken literally
      let now = AUEventSampleTimeImmediate..<AUEventSampleTimeImmediate / 2
      for index in waiting.indices where now.contains(waiting[index].time) {
        waiting[index].time = first + (waiting[index].time - AUEventSampleTimeImmediate)
      }
      let due = waiting.filter { $0.time < first + count }
      waiting.removeAll { $0.time < first + count }
      return due.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    }
  }

  /// Calls the body with the list of a cycle; its memory is freed afterwards.
  func withList<Result>(
    from first: AUEventSampleTime, count: Int64, for protocolID: MIDIProtocolID,
    _ body: (UnsafePointer<AURenderEvent>?) -> Result
  ) -> Result {
    let made = take(first, count).flatMap { Self.elements($0.kind, at: $0.time, for: protocolID) }
    return RenderEventList.withList(made, body)
  }

  /// An event in the form that the unit has asked for.
  private static func elements(
    _ kind: Kind, at time: AUEventSampleTime, for protocolID: MIDIProtocolID
  ) -> [RenderEventList.Element] {
    let isLegacy = protocolID.rawValue == 0
    switch kind {
    case .parameter(let ramp, let address, let value): return [.parameter(time, ramp, address, value)]
    case .bytes(let cable, let bytes) where isLegacy: return [.midi(time, cable, bytes)]
    case .bytes(let cable, let bytes):
      let words = ByteConversion.words(bytes, group: cable)
      let converted = words.map { ProtocolConversion.words($0, from: ._1_0, to: protocolID) }
      return [.list(time, cable, protocolID, converted.map { (0, $0) })]
    case .list(let cable, let raw) where isLegacy:
      return ByteConversion.packets(raw).flatMap { packet in
        ByteConversion.messages(ProtocolConversion.words(packet.words, from: packet.protocolID, to: ._1_0)).map {
          .midi(time, cable, $0)
        }
      }
    case .list(let cable, let raw):
      let packets = ByteConversion.packets(raw).map { packet in
        (packet.time, ProtocolConversion.words(packet.words, from: packet.protocolID, to: protocolID))
      }
      return [.list(time, cable, protocolID, packets)]
    }
  }
}
