import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusSynth
import TestSupport
import Testing

/// Bounces of transposed songs.
@Suite struct TranspositionTests {
  private func bouncer(_ track: MIDIFile.Track, by semitones: Int, _ chain: ProcessorChain? = nil) throws -> Bouncer {
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    settings.transposition = semitones
    settings.chain = chain
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    return try Bouncer(song, bank: .sine(), settings: settings)
  }

  /// A track of messages at ticks, and of system-exclusive messages, each of which a later message follows.
  private func track(
    _ events: [(Int64, ChannelMessage)], exclusive: [(tick: Int64, bytes: [UInt8])] = []
  ) -> MIDIFile.Track {
    var (track, rest) = (MIDIFile.Track(), exclusive[...])
    for (tick, message) in events {
      while let next = rest.first, next.tick <= tick {
        track.appendSysEx(next.bytes + [0xF7], at: next.tick)
        rest.removeFirst()
      }
      track.append(message, at: tick)
    }
    return track
  }

  /// The messages for keys that are played.
  private func messages(_ track: MIDIFile.Track, by semitones: Int) throws -> [ChannelMessage] {
    try bouncer(track, by: semitones).timeline.map(\.message).filter { !$0.isSystemExclusive }
  }

  @Test func everythingForAKeyFollowsItsNote() throws {
    let written = track([
      (0, .noteOn(60)), (10, .noteOn(36, channel: 9)), (20, .keyPressure(60, 9)), (30, .controller(84, 50)),
      (40, .controller(84, 50, channel: 9)), (50, .noteOff(60)), (60, .noteOff(36, channel: 9)),
    ])
    let expected: [ChannelMessage] = [
      .noteOn(65), .noteOn(36, channel: 9), .keyPressure(65, 9), .controller(84, 55),
      .controller(84, 50, channel: 9), .noteOff(65), .noteOff(36, channel: 9),
    ]
    #expect(try messages(written, by: 5) == expected)
    #expect(try bouncer(written, by: 0).timeline.map(\.message) == written.events.compactMap(\.channelMessage))
  }

  /// Two keys that play the same key: the second note ends the first, whose note-off does not end the second.
  @Test func keysThatMeetEndOnce() throws {
    let written = track([(0, .noteOn(104)), (10, .noteOn(116)), (20, .noteOff(104)), (30, .noteOff(116))])
    let moved = try bouncer(written, by: 24)
    #expect(
      moved.timeline.map { "\($0.message.startsNote ? "on" : "off") \($0.message.data1)" } == [
        "on 116", "off 116", "on 116", "off 116",
      ])
    #expect(moved.timeline.map(\.frame) == [0, 10, 10, 30])
  }

  /// A channel plays drums from the message of the song that says so; a note-off moves as far as its note-on.
  @Test func theSongMakesDrumChannels() throws {
    let written = track(
      [
        (0, .noteOn(60)), (20, .noteOff(60)), (30, .noteOn(60)), (40, .noteOff(60)), (60, .noteOn(60)),
        (70, .noteOff(60)),
      ], exclusive: [(10, Exclusive.gs(0x40, 0x11, 0x15, 1)), (50, Exclusive.gs(0x40, 0x11, 0x15, 0))])
    #expect(
      try messages(written, by: 2) == [
        .noteOn(62), .noteOff(62), .noteOn(60), .noteOff(60), .noteOn(62), .noteOff(62),
      ])
  }

  /// A note that starts again on another key ends the former one: the song has only one note-off for both.
  @Test func aNoteThatMovesAgainEnds() throws {
    let written = track(
      [(0, .noteOn(60)), (20, .noteOn(60)), (30, .noteOff(60))],
      exclusive: [(10, Exclusive.gs(0x40, 0x11, 0x15, 1))])
    #expect(try messages(written, by: 2).prefix(4) == [.noteOn(62), .noteOff(62), .noteOn(60), .noteOff(60)])
  }

  /// XG makes a channel a drum channel by a bank select.
  @Test func bankSelectsMakeDrumChannels() throws {
    func note(inBank bank: UInt8, at tick: Int64) -> [(Int64, ChannelMessage)] {
      [(tick, .controller(0, bank)), (tick, .program(0)), (tick, .noteOn(60)), (tick, .noteOff(60))]
    }
    let written = track(
      note(inBank: 127, at: 10_000) + note(inBank: 0, at: 20_000), exclusive: [(0, Exclusive.xgOn)])
    let notes = try bouncer(written, by: -3).timeline.map(\.message).filter { $0.startsNote || $0.endsNote }
    #expect(notes == [.noteOn(60), .noteOff(60), .noteOn(57), .noteOff(57)])
  }

  @Test(
    arguments: [(100, 48, 124), (127, 1, 116), (10, -48, 10), (0, -1, 11), (79, 48, 127), (48, -48, 0)]
      as [(UInt8, Int, UInt8)])
  func notesStayAmongTheKeys(key: UInt8, semitones: Int, expected: UInt8) throws {
    let written = track([(0, .noteOn(key)), (10, .noteOff(key))])
    #expect(try messages(written, by: semitones) == [.noteOn(expected), .noteOff(expected)])
  }

  /// The per-note pitch of MIDI 2.0, a number of semitones with 25 bits below, moves too.
  @Test func pitchesOfNotesMove() throws {
    func pitch(key: UInt32, _ semitones: UInt32) -> ChannelMessage {
      ChannelMessage(word0: 0x4000_0003 | key << 8, word1: semitones << 25 | 1 << 24)
    }
    let written = track([(0, pitch(key: 60, 61)), (10, .noteOn(60)), (20, .noteOff(60))])
    #expect(try messages(written, by: 7) == [pitch(key: 67, 68), .noteOn(67), .noteOff(67)])
  }

  /// The sound is that of a song written in the other key, and the notes as data have the keys that sound.
  @Test func soundsLikeTheSongInTheOtherKey() throws {
    func song(_ shift: UInt8) -> MIDIFile.Track {
      track([
        (0, .noteOn(50 + shift)), (0, .noteOn(60, channel: 9)), (1_000, .noteOn(57 + shift)),
        (2_000, .noteOff(50 + shift)), (2_000, .noteOff(60, channel: 9)), (3_000, .noteOff(57 + shift)),
      ])
    }
    let moved = try bouncer(song(0), by: 4)
    #expect(try moved.sound().sound.bits == bouncer(song(4), by: 0).sound().sound.bits)
    #expect(try moved.sound().sound.bits != bouncer(song(0), by: 0).sound().sound.bits)
    let collector = NoteCollector(for: moved)
    _ = try moved.audio(trace: { collector.take($0) })
    let notes = collector.finish().filter { $0.channel == 0 }
    #expect(notes.map(\.key) == [54, 61] && notes.allSatisfy { $0.track == 0 })
    #expect(try moved.stems(by: .tracks).stems.map(\.noteCount) == [3])
  }

  /// It follows the MIDI effects.
  @Test func followsTheChain() throws {
    let written = track([(0, .noteOn(60)), (1_000, .noteOff(60))])
    let chain = ProcessorChain([.transpose(Transpose(12))])
    let keys = try bouncer(written, by: -5, chain).timeline.map(\.message).filter(\.startsNote).map(\.data1)
    #expect(keys == [67])
  }

  @Test(arguments: [-49, 49]) func outOfRange(semitones: Int) {
    #expect(
      throws: BounceError.badSetting("the transposition", expected: "a whole number of semitones from -48 to 48")
    ) {
      try bouncer(track([(0, .noteOn(60))]), by: semitones)
    }
  }
}
