import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The report of `tactus inspect` for a song. In format 2, each track is a song; these songs follow one another.
package struct SongInspection {
  let name: String
  let byteCount: Int
  let song: MIDIFile
  let summary: SongSummary
  /// The song as a bounce would play it.
  let timeline: EventTimeline
  let meterMap: MeterMap

  package init(name: String, byteCount: Int, song: MIDIFile) {
    self.name = name
    self.byteCount = byteCount
    self.song = song
    summary = SongSummary(song)
    timeline = SequenceCompiler(sampleRate: 48_000, choice: .concatenated).compile(song)
    meterMap = song.meterMap(.concatenated)
  }

  /// The messages that the synthesizer does not follow.
  var unfollowed: UnfollowedMessages { UnfollowedMessages(timeline) }

  var tempoMap: TempoMap { timeline.clock.map }

  /// Returns the time of a tick in seconds.
  func seconds(_ tick: Tick) -> Double { tempoMap.seconds(atTick: tick).approximate }

  /// The number of bars.
  var barCount: Int { timeline.endTick > 0 ? meterMap.position(atTick: timeline.endTick - 1).bar : 0 }

  /// Returns the channels of a track, counted from 1: "1, 2, 10", each with its port if the song has several ports.
  func channelText(_ channels: Set<Int>) -> String {
    channels.sorted().map { channel in
      (song.portNumbers.count > 1 ? "\(channel / 16 + 1):" : "") + "\(channel % 16 + 1)"
    }.joined(separator: ", ")
  }

  /// The programs that notes use, ordered by port, channel, bank and program.
  var sounds: [ProgramUse] { timeline.programs.sorted { $0.order.lexicographicallyPrecedes($1.order) } }

  var kindText: String {
    switch song.container {
    case .plain: "MIDI file"
    case .rmid(let bank, _): bank == nil ? "RMID file" : "RMID file with a bank of its own"
    case .clip: "MIDI clip file"
    }
  }

  var formatText: String {
    switch song.format {
    case .single: "format 0"
    case .simultaneous: "format 1"
    case .independent: "format 2: independent tracks, played one after another"
    }
  }

  var divisionText: String {
    switch song.division {
    case .ticksPerQuarter(let ticks): "\(ticks.grouped) ticks per quarter note"
    case .timecode(let frames, let ticks): "time code of \(frames) frames per second, \(ticks) ticks each"
    }
  }
}

extension ProgramUse {
  /// Whether the program is used on the drum channel of General MIDI.
  var isDrums: Bool { channel == 9 }
  /// The preset's General MIDI name.
  var generalMIDIName: String {
    isDrums ? GeneralMIDI.kitName(Int(program)) : GeneralMIDI.programName(Int(program))
  }
  /// The bank select: only the MSB, such as "0", if the LSB is 0; otherwise the MSB and the LSB, such as "8:1".
  var bankText: String { bankLSB == 0 ? "\(bankMSB)" : "\(bankMSB):\(bankLSB)" }
  fileprivate var order: [UInt8] { [port, channel, bankMSB, bankLSB, program] }
}

extension UnfollowedMessages {
  /// The functions and the numbers of their messages.
  var json: JSON { .array(entries.map { ["function": .string($0.function), "count": JSON($0.count)] }) }

  /// A sentence for the user; nil if all messages are followed.
  var sentence: String? {
    guard !entries.isEmpty else { return nil }
    return "not followed: " + entries.map { "\($0.function) (\($0.count.counted("message")))" }.joined(separator: ", ")
  }
}
