import Tactus
import TactusEngine
import TactusMIDI
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// A chase leaves the channels as all earlier messages do, notes included.
@Suite struct SongChaseTests {
  /// Notes decide whether another kit restores a drum setup; a chase has none.
  @Test func drumSetups() throws {
    for seed in 950..<UInt64(950 + rounds(20)) {
      var random = SeededGenerator(seed: seed)
      let events = (0..<40).map { index -> TimelineEvent in
        let (key, channel) = (UInt8.random(in: 60...61, using: &random), random.oneIn(4) ? 10 : 9 as UInt8)
        let message: ChannelMessage =
          switch Int.random(in: 0..<6, using: &random) {
          case 0: .program(random.oneIn(2) ? 8 : 0, channel: channel)
          case 1: .noteOn(key, channel: channel)
          case 2: .controller(99, 26, channel: channel)
          case 3: .controller(98, key, channel: channel)
          default: .controller(6, UInt8.random(in: 0...127, using: &random), channel: channel)
          }
        return TimelineEvent(frame: Int64(index), message: message)
      }
      let empty = SequenceCompiler(sampleRate: 48_000).compile(MIDIFile(division: .ticksPerQuarter(96)))
      let timeline = empty.replacing(events)
      let (played, chased) = (
        ChannelInterpreter(bankSelect: .gs, voices: NoVoices()), ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
      )
      for event in timeline { played.receive(event.message) }
      for message in SongChase(timeline, before: 40).messages { chased.receive(message) }
      // the next kit restores the same setups
      for channels in [played, chased] { channels.receive(.program(16, channel: 9)) }
      #expect(chased.restore(played.snapshots).isEmpty, "seed \(seed)")
    }
  }

  /// While a zone of MPE exists, its manager's controllers reach all members. They keep the values after the zone has
  /// ended, so a later value of the manager does not replace an earlier one.
  @Test func zonesThatEnd() {
    let members = { (count: UInt8) in ChannelMessage.registered(6, count) }
    let messages = members(7) + [.controller(7, 40)] + members(0) + [.controller(7, 90)]
    let empty = SequenceCompiler(sampleRate: 48_000).compile(MIDIFile(division: .ticksPerQuarter(96)))
    let timeline = empty.replacing(
      messages.enumerated().map { TimelineEvent(frame: Int64($0.offset), message: $0.element) })
    let (played, chased) = (
      ChannelInterpreter(bankSelect: .gs, voices: NoVoices()), ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    )
    for message in messages { played.receive(message) }
    for message in SongChase(timeline, before: 40).messages { chased.receive(message) }
    #expect(chased.restore(played.snapshots).isEmpty)
  }
}
