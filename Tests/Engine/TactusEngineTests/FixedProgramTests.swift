import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Bounces with programs that replace those of the song.
@Suite struct FixedProgramTests {
  private func bouncer(_ track: MIDIFile.Track, _ programs: [Int: Int]) throws -> Bouncer {
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    settings.programs = programs
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    return try Bouncer(song, bank: .sines(programs: [0, 5, 25]), settings: settings)
  }

  private func track(_ messages: [ChannelMessage]) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    for (index, message) in messages.enumerated() { track.append(message, at: Int64(index) * 100) }
    return track
  }

  /// The channel messages that are played.
  private func messages(_ track: MIDIFile.Track, _ programs: [Int: Int]) throws -> [ChannelMessage] {
    try bouncer(track, programs).timeline.map(\.message).filter { !$0.isSystemExclusive }
  }

  @Test func programChangesAreReplaced() throws {
    let written: [ChannelMessage] = [
      .program(5), .program(7, channel: 1), .noteOn(60), .noteOff(60), .program(9), .noteOn(62), .noteOff(62),
    ]
    let expected: [ChannelMessage] = [
      .program(25), .program(25), .program(7, channel: 1), .noteOn(60), .noteOff(60), .program(25), .noteOn(62),
      .noteOff(62),
    ]
    #expect(try messages(track(written), [0: 25]) == expected)
    #expect(try messages(track(written), [:]) == written)
    // there are no messages for port 1
    #expect(try messages(track(written), [0: 25, 16: 40]) == expected)
    #expect(try messages(track(written), [300: 25, -1: 3]) == written)
  }

  /// The other channels and ports keep their programs; the drum channel gets another kit.
  @Test func eachChannelHasItsOwn() throws {
    let written: [ChannelMessage] = [.program(1), .program(1, port: 1), .program(8, channel: 9)]
    let expected: [ChannelMessage] = [
      .program(16, channel: 9), .program(25, port: 1), .program(1), .program(25, port: 1), .program(16, channel: 9),
    ]
    #expect(try messages(track(written), [16: 25, 9: 16]) == expected)
  }

  /// A bank that the song selects does not change the program: it is that of bank 0.
  @Test func banksOfTheSongDoNotMatter() throws {
    let written: [ChannelMessage] = [.controller(0, 8), .program(24), .noteOn(60), .noteOff(60)]
    let played = try messages(track(written), [0: 25])
    #expect(
      played == [
        .program(25), .controller(0, 8), .program(25), .controller(0, 0), .controller(32, 0), .program(25), .noteOn(60),
        .noteOff(60),
      ])
    let collector = NoteCollector(for: try bouncer(track(written), [0: 25]))
    _ = try bouncer(track(written), [0: 25]).audio(trace: { collector.take($0) })
    let notes = collector.finish()
    #expect(notes.map(\.bank) == [0] && notes.map(\.program) == [25])
  }

  /// After a reset, and after a message that selects another program, the program is selected again; after other
  /// messages it is not.
  @Test(arguments: [
    (Exclusive.gsReset, 2), (Exclusive.gmOn, 2), (Exclusive.xgOn, 2), (Exclusive.gs(0x40, 0x11, 0, 0, 5), 2),
    (Exclusive.gs(0x40, 0x11, 0x19, 90), 1), (Exclusive.gs(0x40, 0x12, 0, 0, 5), 1),
  ])
  func resets(message: [UInt8], count: Int) throws {
    var track = MIDIFile.Track()
    track.appendSysEx(message + [0xF7], at: 100)
    track.append(.noteOn(60), at: 10_000)
    track.append(.noteOff(60), at: 11_000)
    let expected: [ChannelMessage] =
      Array(repeating: .program(25), count: count) + [.noteOn(60), .noteOff(60)]
    #expect(try messages(track, [0: 25]) == expected)
  }

  /// The sound is that of a song with this program, also in a range that starts later.
  @Test(arguments: [nil, SongRange(from: .tick(1_000))]) func soundsLikeASongWithTheProgram(range: SongRange?) throws {
    func bouncer(_ program: UInt8, _ programs: [Int: Int]) throws -> Bouncer {
      var settings = BounceSettings()
      settings.tail = .seconds(0.1)
      (settings.programs, settings.range) = (programs, range)
      var track = MIDIFile.Track()
      track.append(.program(program), at: 0)
      track.append(.noteOn(60), at: 2_000)
      track.append(.noteOff(60), at: 4_000)
      let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
      return try Bouncer(song, bank: .sine(program: 25), settings: settings)
    }
    let (sound, report) = try bouncer(0, [0: 25]).sound()
    #expect(try sound.bits == bouncer(25, [:]).sound().sound.bits && report.missingPresets.isEmpty)
    #expect(sound.peak(0..<sound.count) > 0)
  }

  @Test(arguments: [-1, 128]) func outOfRange(program: Int) {
    #expect(throws: BounceError.badSetting("a program", expected: "a whole number from 0 to 127")) {
      try bouncer(track([.noteOn(60)]), [0: program])
    }
  }
}
