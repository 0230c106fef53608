import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSynth

/// The messages of a song that the synthesizer does not follow, counted by their function.
///
/// A channel state without voices receives the song, so a message counts as followed exactly if the synthesizer follows
/// it.
/// - Thread: control
public struct UnfollowedMessages: Hashable, Sendable {
  /// A function, and the number of messages for it.
  public struct Entry: Hashable, Sendable {
    /// The function: "GS insertion effect Auto Wah", "controller 94 celeste depth".
    public var function: String
    /// The number of messages.
    public var count: Int
  }

  /// The functions in the order of their first messages.
  public private(set) var entries: [Entry] = []

  /// Finds the messages of a compiled song.
  ///
  /// - Complexity: O(events)
  public init(_ timeline: EventTimeline, bankSelect: SynthSettings.BankSelect = .gs) {
    self.init(timeline, bankSelect, uncounted: 0..<0)
  }

  /// Finds the messages of a bounce. Those of a loop count once, however often it is played.
  ///
  /// - Complexity: O(events)
  public init(_ bouncer: Bouncer) {
    self.init(bouncer.timeline, bouncer.settings.synth.bankSelect, uncounted: bouncer.repeatedFrames)
  }

  /// - Parameter uncounted: frames whose messages are interpreted but not counted: those of a loop's further passes.
  private init(_ timeline: EventTimeline, _ bankSelect: SynthSettings.BankSelect, uncounted: Range<Int64>) {
    let channels = ChannelInterpreter(bankSelect: bankSelect, voices: NoVoices())
    var messages = [ExclusiveHead](repeating: ExclusiveHead(), count: 16)
    var badChecksums = 0
    var parameters = [ParameterNumber](repeating: ParameterNumber(), count: 256)
    // A send may come before the message that connects the effect.
    var delaySends = [Int](repeating: 0, count: 16)
    for event in timeline {
      let message = event.message
      if message.isSystemExclusive {
        messages[Int(message.port)].append(message)
        let before = channels.ignoredExclusives
        channels.receive(message)
        if channels.followsDelaySends(port: Int(message.port)) { delaySends[Int(message.port)] = 0 }
        guard channels.ignoredExclusives > before else { continue }
        let hasBadChecksum = channels.badChecksums > badChecksums
        badChecksums = channels.badChecksums
        if uncounted.contains(event.frame) { continue }
        let name = SystemExclusiveFunction.name(messages[Int(message.port)].bytes)
        add(hasBadChecksum ? name + " with a wrong checksum" : name)
      } else {
        channels.receive(message)
        for message in message.midi1 where message.kind == .controller {
          let channel = Int(message.port) << 4 | Int(message.channel)
          let counts = !uncounted.contains(event.frame)
          if message.data1 == 94 {
            if counts, message.data2 > 0, !channels.followsDelaySends(port: Int(message.port)) {
              delaySends[Int(message.port)] += 1
            }
            continue
          }
          if let name = parameters[channel].unfollowed(message.data1, message.data2), counts { add(name) }
        }
      }
    }
    let sends = delaySends.reduce(0, +)
    if sends > 0 { add(ParameterNumber.name(94), sends) }
  }

  private mutating func add(_ function: String, _ count: Int = 1) {
    if let index = entries.firstIndex(where: { $0.function == function }) {
      entries[index].count += count
    } else if entries.count < Self.limit {
      entries.append(Entry(function: function, count: count))
    } else {
      // so many functions come only from random data
      entries[Self.limit - 1].function = "others"
      entries[Self.limit - 1].count += count
    }
  }

  /// The maximum number of functions that are distinguished.
  static var limit: Int { 64 }
}

/// The first bytes of the system-exclusive message that a port is receiving.
private struct ExclusiveHead {
  var bytes: [UInt8] = []

  mutating func append(_ packet: ChannelMessage) {
    if packet.packetForm == .whole || packet.packetForm == .start { bytes = [] }
    var index = 0
    while index < packet.packetByteCount, bytes.count < 16 {
      bytes.append(packet.packetByte(index))
      index += 1
    }
  }
}

/// The parameter that a channel has selected, and whether the synthesizer follows it.
private struct ParameterNumber {
  private var msb: UInt8 = 127
  private var lsb: UInt8 = 127
  private var isRegistered = true
  /// The number of the other kind, which is kept.
  private var other: (msb: UInt8, lsb: UInt8) = (127, 127)

  /// Returns the function of a controller that has no effect; nil if it has one, or if its value is the default.
  mutating func unfollowed(_ number: UInt8, _ value: UInt8) -> String? {
    switch number {
    case 98, 99:
      choose(isRegistered: false)
      if number == 98 { lsb = value } else { msb = value }
    case 100, 101:
      choose(isRegistered: true)
      if number == 100 { lsb = value } else { msb = value }
    case 6: return unfollowedParameter
    case 12, 13, 80...83, 92, 95: return value == 0 ? nil : Self.name(number)
    case 8, 70, 79: return value == 64 ? nil : Self.name(number)
    default: break
    }
    return nil
  }

  private mutating func choose(isRegistered wanted: Bool) {
    guard wanted != isRegistered else { return }
    let own = (msb: msb, lsb: lsb)
    (msb, lsb) = other
    (other, isRegistered) = (own, wanted)
  }

  static func name(_ number: UInt8) -> String {
    "controller \(number)" + (ControllerName.name(number).map { " (\($0))" } ?? "")
  }

  private var unfollowedParameter: String? {
    if msb == 127 && lsb == 127 { return nil }
    if isRegistered { return msb == 0 && lsb <= 6 ? nil : "RPN \(msb) \(lsb)" }
    switch msb {
    case 1:
      let known: [UInt8] = [0x08, 0x09, 0x0A, 0x20, 0x21, 48, 49, 52, 53, 0x63, 0x64, 0x66]
      return known.contains(lsb) ? nil : "NRPN 1 \(lsb)"
    case 20...26, 28...31, 48, 49, 52, 53, 120, 127: return nil
    default: return "NRPN \(msb)"
    }
  }
}
