import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// Where loops end that no marks end, and ranges that are loops.
@Suite struct LoopEndTests {
  /// A song with notes at its start and at `onset`; 24,000 ticks to a quarter note. In 4/4, a bar has 96,000 ticks.
  private func song(
    end: Int64, onset: Int64, meter: [UInt8]? = nil, more: [ChannelMessage] = []
  ) -> MIDIFile {
    var track = MIDIFile.Track()
    if let meter { track.appendMeta(0x58, meter + [24, 8], at: 0) }
    for message in more { track.append(message, at: 0) }
    track.append(.noteOn(60), at: 0)
    track.append(.noteOff(60), at: 1_000)
    track.append(.noteOn(62), at: onset)
    track.append(.noteOff(62), at: onset)
    track.endTick = end
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func settings(_ loops: LoopPlay, _ range: SongRange? = nil) -> BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.synth.insertions = false
    settings.tail = .seconds(0)
    if loops == .seamless() { settings.tail = .automatic() }
    settings.loops = loops
    settings.range = range
    return settings
  }

  private func bouncer(_ song: MIDIFile, _ settings: BounceSettings) throws -> Bouncer {
    try Bouncer(song, bank: .click(sampleRate: 48_000), settings: settings)
  }

  /// End of Track is moved to the nearest bar line if it is less than a beat away from it and no note starts there or
  /// later.
  @Test func loopsEndOnBarLines() throws {
    let cases: [(end: Int64, onset: Int64, loopEnd: Int64)] = [
      (288_000, 264_000, 288_000),
      // after the bar line: a tick, nearly a beat, a beat
      (288_001, 264_000, 288_000), (311_999, 264_000, 288_000), (312_000, 264_000, 312_000),
      // a note on the bar line, or after it
      (288_001, 288_000, 288_001), (300_000, 290_000, 300_000),
      // before the bar line: a tick, nearly a beat, a beat
      (287_999, 264_000, 288_000), (264_001, 250_000, 288_000), (264_000, 250_000, 264_000),
      // the first bar line is the start
      (4_000, 2_000, 4_000), (90_000, 2_000, 96_000),
    ]
    for (end, onset, loopEnd) in cases {
      for loops in [LoopPlay.times(2), .seamless()] {
        var settings = settings(loops)
        let loop = try bouncer(song(end: end, onset: onset), settings).loop
        #expect(loop == SongLoop(start: 0, end: loopEnd), "end \(end), last note \(onset)")
        settings.loopEnding = .endOfTrack
        #expect(try bouncer(song(end: end, onset: onset), settings).loop?.end == end)
      }
    }
  }

  /// Bar lines are those of the song's meters, and a beat is that of the meter if it is shorter than a quarter note.
  @Test func barLinesAreThoseOfTheMeter() throws {
    let cases: [(meter: [UInt8], end: Int64, loopEnd: Int64)] = [
      ([3, 2], 216_001, 216_000), ([3, 2], 287_000, 288_000), ([6, 3], 227_999, 216_000), ([6, 3], 228_000, 228_000),
      ([2, 1], 311_999, 288_000), ([2, 1], 312_000, 312_000),
    ]
    for (meter, end, loopEnd) in cases {
      let file = song(end: end, onset: 200_000, meter: meter)
      #expect(try bouncer(file, settings(.times(2))).loop?.end == loopEnd, "\(meter), \(end)")
    }
  }

  /// Passes start on bar lines; what follows the bar line is played after the last one.
  @Test func passesStartOnBarLines() throws {
    for end in [288_001, 287_000] as [Int64] {
      let bouncer = try bouncer(song(end: end, onset: 264_000), settings(.times(3)))
      let onsets = bouncer.timeline.filter { $0.message.startsNote && $0.message.data1 == 60 }.map(\.frame)
      #expect(onsets == [0, 288_000, 576_000])
      #expect(bouncer.songFrames == 576_000 + end)
      #expect(try self.bouncer(song(end: end, onset: 264_000), settings(.times(1))).songFrames == end)
    }
  }

  @Test func reportsSayWhereLoopsEnd() throws {
    var settings = settings(.seamless())
    settings.sampleRate = 8_000
    let cases: [(end: Int64, onset: Int64, position: String)] = [
      (96_001, 48_000, "2:1:0"), (130_000, 120_000, "2:2:10000"),
    ]
    for (end, onset, position) in cases {
      let bouncer = try bouncer(song(end: end, onset: onset), settings)
      let (sound, report) = try bouncer.sound()
      #expect(report.unmarkedLoopEnd?.endOfTrack == end)
      #expect(report.unmarkedLoopEnd?.position?.description == position)
      #expect(Int64(sound.count) == bouncer.songFrames)
    }
    settings.range = SongRange(from: .tick(0), to: .tick(48_000))
    #expect(try bouncer(song(end: 96_001, onset: 48_000), settings).sound().report.unmarkedLoopEnd == nil)
  }

  /// A loop that the song marks, even only at its start, is unchanged.
  @Test func markedLoopsAreUnchanged() throws {
    let file = song(end: 288_001, onset: 264_000, more: [.controller(111, 0)])
    let loop = try bouncer(file, settings(.times(2))).loop
    #expect(loop == SongLoop(start: 0, end: 288_001, marks: .rpgMaker))
  }

  /// The bar lines are those before channels are left out.
  @Test func channelsDoNotMoveTheEnd() throws {
    var file = song(end: 288_001, onset: 264_000)
    var drums = MIDIFile.Track()
    drums.append(.noteOn(36, channel: 9), at: 288_000)
    drums.append(.noteOff(36, channel: 9), at: 288_001)
    file.format = .simultaneous
    file.tracks.append(drums)
    var settings = settings(.times(2))
    settings.channels = [0]
    #expect(try bouncer(file, settings).loop?.end == 288_001)
  }

  // MARK: Ranges

  /// A range that is a loop begins with the settings that the song has made before, and its passes are alike.
  @Test func rangesRepeat() throws {
    let bank = try SoundBank.click(sampleRate: 48_000)
    var track = MIDIFile.Track()
    track.append(.controller(7, 40), at: 0)
    for tick in [0, 4_800, 7_200, 14_016] as [Int64] {
      if tick == 7_200 { track.append(.controller(7, 100), at: tick) }
      track.append(.noteOn(60), at: tick)
      track.append(.noteOff(60), at: tick + 10)
    }
    track.endTick = 20_000
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    // a multiple of the synthesizer's grid, so that all passes have the same bits
    let period = 9 * 1_024
    let range = SongRange(from: .tick(4_800), to: .tick(14_016))
    let once = try Bouncer(file, bank: bank, settings: settings(.asWritten, range)).sound().sound
    let (sound, report) = try Bouncer(file, bank: bank, settings: settings(.times(3), range)).sound()
    #expect(sound.count == 3 * period && report.noteCount == 6)
    #expect(report.loop == SongLoop(start: 4_800, end: 14_016))
    let onsets = sound.channels[0].indices.filter { sound.channels[0][$0] != 0 }
    #expect(onsets == [0, 2_400, 9_216, 11_616, 18_432, 20_832])
    for pass in 0..<3 { #expect(sound.bits(period * pass..<period * (pass + 1)) == once.bits) }
    #expect(try Bouncer(file, bank: bank, settings: settings(.times(1), range)).sound().sound.bits == once.bits)
    var fading = settings(.times(2), range)
    fading.fade = 0.1
    fading.tail = .automatic()
    let faded = try Bouncer(file, bank: bank, settings: fading).sound().sound
    #expect(faded.count == 2 * period + 4_800)
    #expect(faded.bits(0..<2 * period) == sound.bits(0..<2 * period))
  }

  /// Each pass of a range starts with the settings of the first one: what the song has set before, and defaults. In a
  /// loop that the song marks, channels keep their settings.
  @Test func passesOfRangesStartAlike() throws {
    var track = MIDIFile.Track()
    track.append(.program(3), at: 0)
    track.append(.controller(7, 80), at: 0)
    track.append(.controller(10, 20, channel: 1), at: 0)
    track.append(.controller(111, 0), at: 0)
    for message in [ChannelMessage.program(5), .controller(7, 40), .controller(1, 100), .pitchBend(9_000)] {
      track.append(message, at: 6_000)
    }
    track.endTick = 20_000
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    func messages(_ range: SongRange?, at frame: Int64) throws -> [ChannelMessage] {
      try bouncer(file, settings(.times(3), range)).timeline.filter { $0.frame == frame }.map(\.message)
    }
    let range = SongRange(from: .tick(4_800), to: .tick(14_400))
    for frame in [14_400, 24_000] as [Int64] {
      let restored = try messages(range, at: frame)
      let expected: [ChannelMessage] = [.program(3), .controller(7, 80), .controller(1, 0), .pitchBend(8_192)]
      #expect(expected.allSatisfy(restored.contains), "\(restored)")
      #expect(!restored.contains { $0.channel == 1 }, "this channel does not change")
    }
    let marked = try messages(nil, at: 20_000)
    #expect(marked.count == 4 && marked[0] == .program(3), "the events of the first tick, and no others")
  }

  /// Settings before a reset of the receiver do not return with a later pass.
  @Test func resetsUndoEarlierSettings() throws {
    var track = MIDIFile.Track()
    for message in [ChannelMessage.program(19), .controller(11, 10)] { track.append(message, at: 0) }
    for packet in Exclusive.gsReset.packets { track.append(packet, at: 2_400) }
    track.append(.controller(7, 80), at: 2_400)
    track.append(.controller(11, 90), at: 6_000)
    track.endTick = 20_000
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let range = SongRange(from: .tick(4_800), to: .tick(14_400))
    let restored = try bouncer(file, settings(.times(2), range)).timeline.filter { $0.frame == 14_400 }.map(\.message)
    #expect(restored.contains(.controller(11, 127)) && restored.contains(.controller(7, 80)), "\(restored)")
    #expect(!restored.contains(.controller(11, 10)) && !restored.contains(.program(19)), "\(restored)")
  }

  /// A range can last until the bar line after End of Track; without an end, or with a later one, it ends as the whole
  /// song does.
  @Test func rangesEndOnBarLines() throws {
    let file = song(end: 287_000, onset: 250_000)
    let cases: [(to: SongPosition?, end: Int64)] = [
      (.bar(4), 288_000), (.tick(287_500), 287_500), (.tick(287_000), 287_000), (nil, 288_000), (.bar(9), 288_000),
    ]
    for (to, end) in cases {
      for loops in [LoopPlay.times(2), .seamless()] {
        let bouncer = try bouncer(file, settings(loops, SongRange(from: .bar(2), to: to)))
        #expect(bouncer.loop == SongLoop(start: 96_000, end: end), "\(to.map { "\($0)" } ?? "no end")")
        let passes: Int64 = loops == .times(2) ? 2 : 1
        #expect(bouncer.songFrames == passes * (end - 96_000))
      }
    }
    #expect(throws: BounceError.self) {
      try bouncer(file, settings(.times(2), SongRange(from: .tick(287_500), to: .bar(4))))
    }
  }
}
