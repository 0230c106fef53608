import TactusMIDI
import TactusPlugin
import TactusRealtime
import TactusRender

/// A host of one plug-in: renders cycles, and records the output with absolute frames.
final class PluginHost {
  let unit: PluginUnit
  private(set) var frame: Int64 = 0
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var sent: [Sent] = []
  private(set) var told: [MovedParameter] = []
  /// Whether it accepts an event.
  var takes: (PluginOutput) -> Bool = { _ in true }
  private var isStereo: Bool { unit.descriptor.audioOutputs == 2 }

  /// An event that it has accepted.
  struct Sent: Equatable, CustomStringConvertible {
    let frame: Int64
    let message: ChannelMessage
    let bytes: [UInt8]
    var description: String { "\(frame): \(bytes)" }
  }

  convenience init(_ descriptor: PluginDescriptor, sampleRate: Double = 48_000) {
    self.init(PluginUnit(descriptor), sampleRate: sampleRate)
  }

  init(_ unit: PluginUnit, sampleRate: Double = 48_000) {
    self.unit = unit
    unit.activate(sampleRate: sampleRate, maximumFrameCount: 512)
  }

  func index(_ symbol: String) -> Int { unit.descriptor.index(ofParameter: symbol)! }
  func set(_ symbol: String, _ value: Double) { unit.setParameter(index(symbol), to: value) }
  func value(_ symbol: String) -> Double { unit.value(ofParameter: index(symbol)) }

  /// Renders a cycle.
  ///
  /// - Parameter bring: passes the input to the core.
  func render(
    _ frames: Int, _ context: MusicalContext = MusicalContext(), _ bring: (inout PluginCore) -> Void = { _ in }
  ) {
    let core = unit.core
    core.pointee.begin(RenderCycle(firstFrame: frame, frameCount: frames, context: context))
    bring(&core.pointee)
    var (first, second) = (
      [Float](repeating: .nan, count: max(1, frames)), [Float](repeating: .nan, count: max(1, frames))
    )
    first.withUnsafeMutableBufferPointer { first in
      second.withUnsafeMutableBufferPointer { second in
        let channels = [first.baseAddress!, second.baseAddress!]
        channels.withUnsafeBufferPointer {
          core.pointee.render(
            into: AudioBlock(channels: $0.baseAddress!, channelCount: isStereo ? 2 : 0, frameCount: frames))
        }
      }
    }
    if isStereo {
      left += first.prefix(frames)
      right += second.prefix(frames)
    }
    while let event = core.pointee.nextOutput() {
      guard takes(event) else {
        core.pointee.refuseOutput()
        continue
      }
      let bytes = (0..<event.count).map { event.bytes[$0] }
      sent.append(Sent(frame: frame + Int64(event.offset), message: event.message, bytes: bytes))
    }
    while let change = core.pointee.nextChange() { told.append(change) }
    frame += Int64(frames)
    if core.pointee.needsMainThread() { unit.runMainThreadTasks() }
  }

  /// The frames of the accepted note-ons.
  var onsets: [Int64] { sent.filter { $0.message.startsNote }.map(\.frame) }

  /// For each key, the number of accepted note-ons minus that of note-offs, unless it is 0.
  var uneven: [Int: Int] {
    var counts: [Int: Int] = [:]
    for event in sent {
      if event.message.startsNote { counts[event.message.keyIndex, default: 0] += 1 }
      if event.message.endsNote { counts[event.message.keyIndex, default: 0] -= 1 }
    }
    return counts.filter { $0.value != 0 }
  }
}

/// A transport that moves from a beat onwards at a tempo.
struct Transport {
  var tempo = 120.0
  var sampleRate = 48_000.0

  func context(at frame: Int64) -> MusicalContext {
    MusicalContext(tempo: tempo, beat: Double(frame) * tempo / (60 * sampleRate))
  }
}

extension ChannelMessage {
  static func on(_ key: UInt8, _ velocity: UInt8 = 100, channel: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x90 | channel, key, velocity)
  }
  static func off(_ key: UInt8, channel: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x80 | channel, key, 64)
  }
}
