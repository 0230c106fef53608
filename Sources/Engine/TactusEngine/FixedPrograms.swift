import TactusMIDI
import TactusSequencer
import TactusSynth

/// Gives channels programs that replace those of the song.
///
/// A channel's program is selected at the start and instead of each of the song's program changes. It is selected again
/// when a reset or a system-exclusive message has selected another program; to notice that, an interpreter without
/// voices receives the song's messages. The program is one of bank 0 or, while the channel plays drums, a drum kit.
/// Bank selects of the song have one effect only: in XG and General MIDI 2, they can make a channel a drum channel.
struct FixedPrograms {
  /// The program for each channel, at index 16 · port + channel; nil if the song selects its programs.
  private var programs = [UInt8?](repeating: nil, count: 256)
  private let channels: ChannelInterpreter<NoVoices>
  private(set) var events: [TimelineEvent] = []

  /// - Parameters:
  ///   - programs: the programs by channel, 16 · port + channel. Numbers that no channel has are ignored.
  ///   - settings: the settings of the synthesizer that plays the song.
  ///   - onEveryPort: whether programs are also selected on ports for which the song has no messages.
  init(in timeline: EventTimeline, _ programs: [Int: Int], _ settings: SynthSettings, onEveryPort: Bool) {
    channels = ChannelInterpreter(settings: settings, voices: NoVoices())
    let ports = timeline.reduce(onEveryPort ? .max : 1 as UInt16) { $0 | 1 << UInt16($1.message.port & 15) }
    for (channel, program) in programs where (0..<256).contains(channel) && ports >> UInt16(channel >> 4) & 1 == 1 {
      self.programs[channel] = UInt8(clamping: program) & 127
    }
    events.reserveCapacity(timeline.count + programs.count)
    for channel in 0..<256 { select(channel, on: 0) }
    for event in timeline { add(event) }
  }

  private mutating func add(_ event: TimelineEvent) {
    let message = event.message
    if Self.isProgram(message), programs[message.channelIndex] != nil {
      // a program change of MIDI 2.0 can contain a bank
      for part in message.midi1 where !Self.isProgram(part) { put(part, on: event.frame) }
      return select(message.channelIndex, on: event.frame)
    }
    put(message, on: event.frame)
    guard SongParts.mayReset(message) else { return }
    let first = Int(message.port) << 4
    for channel in first..<first + 16 where hasOtherProgram(channel) { select(channel, on: event.frame) }
  }

  private mutating func put(_ message: ChannelMessage, on frame: Int64) {
    channels.receive(message)
    events.append(TimelineEvent(frame: frame, message: message))
  }

  /// Selects a channel's program, if it has one of its own.
  private mutating func select(_ channel: Int, on frame: Int64) {
    guard let program = programs[channel] else { return }
    put(Self.message(0xC0, channel, program), on: frame)
    guard hasOtherProgram(channel) else { return }
    put(Self.message(0xB0, channel, 0), on: frame)
    put(Self.message(0xB0, channel, 32), on: frame)
    put(Self.message(0xC0, channel, program), on: frame)
  }

  /// Whether a channel has a program of its own, and another one, or another bank, is selected.
  private func hasOtherProgram(_ channel: Int) -> Bool {
    guard let program = programs[channel] else { return false }
    let sound = channels.sound(port: channel >> 4, channel: channel & 15)
    return sound.selected.program != Int(program) || !sound.isDrums && sound.selected.bank != 0
  }

  private static func isProgram(_ message: ChannelMessage) -> Bool {
    message.isForChannel && message.status & 0xF0 == 0xC0
  }

  private static func message(_ status: UInt8, _ channel: Int, _ data: UInt8) -> ChannelMessage {
    ChannelMessage(status: status | UInt8(channel & 15), data, 0, port: UInt8(channel >> 4))
  }
}

extension EventTimeline {
  /// Returns the timeline with programs for some channels that replace those of the song; see ``FixedPrograms``.
  ///
  /// - Parameters:
  ///   - programs: the programs by channel, 16 · port + channel.
  ///   - settings: the settings of the synthesizer that plays the song.
  ///   - onEveryPort: whether programs are also selected on ports for which the song has no messages; MIDI effects can
  ///     move notes to them.
  func playing(_ programs: [Int: Int], _ settings: SynthSettings, onEveryPort: Bool) -> EventTimeline {
    programs.isEmpty ? self : replacing(FixedPrograms(in: self, programs, settings, onEveryPort: onEveryPort).events)
  }
}
