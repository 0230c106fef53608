import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Positions in songs as users write them, and loops as files mark them.
@Suite struct SongPositionTests {
  @Test(arguments: [
    ("83.5", SongPosition.time(nanoseconds: 83_500_000_000)), ("1:23.5", .time(nanoseconds: 83_500_000_000)),
    ("1:02:03", .time(nanoseconds: 3_723_000_000_000)), ("0.000000001", .time(nanoseconds: 1)),
    ("bar17", .bar(17)), ("Bar17:3", .bar(BarPosition(bar: 17, beat: 3, tick: 0))),
    ("bar17:3:120", .bar(BarPosition(bar: 17, beat: 3, tick: 120))), ("tick9600", .tick(9_600)),
  ])
  func read(text: String, position: SongPosition) {
    #expect(SongPosition(text) == position)
    #expect(SongPosition(position.description) == position)
  }

  @Test(arguments: [
    "", "x", "-1", "1:", ":1", "1:2:3:4", "1.5:2", "bar", "bar0", "bar1:0", "bar1:1:1:1", "tick", "tick-1", "17b",
    "1e3", "bar 17", "99999999999", "1.2.3", "+5", "١", "16666666:40", "999999999:00", "999999999:999999999:999999999",
  ])
  func refuse(text: String) { #expect(SongPosition(text) == nil) }

  @Test func sequencesHavePositions() {
    var sequence = MIDISequence(ticksPerQuarter: 480, tempo: Tempo(bpm: 60))
    sequence.meters = [MeterMap.Entry(tick: 0, meter: Meter(3, 4) ?? .common)]
    #expect(sequence.tick(of: .bar(3)) == 2 * 3 * 480)
    #expect(sequence.tick(of: .bar(BarPosition(bar: 2, beat: 2, tick: 7))) == 4 * 480 + 7)
    #expect(sequence.tick(of: .seconds(2.5)) == 1_200 && sequence.tick(of: .tick(-5)) == -5)
    #expect(sequence.tick(of: .time(nanoseconds: 1_000_000)) == 0, "the last tick that is not after it")
  }

  @Test func barsAreFoundAgain() {
    for seed in 60..<UInt64(60 + rounds(20)) {
      var random = SeededGenerator(seed: seed)
      let entries = (0..<5).map { _ -> MeterMap.Entry in
        let beats = UInt8.random(in: 1...9, using: &random)
        let meter = Meter(numerator: beats, denominatorPower: UInt8.random(in: 1...3, using: &random))
        return MeterMap.Entry(tick: Int64.random(in: 0..<50_000, using: &random), meter: meter ?? .common)
      }
      let map = MeterMap(timeBase: .ticksPerQuarter(480), entries: entries)
      for _ in 0..<50 {
        let tick = Int64.random(in: 0..<60_000, using: &random)
        #expect(map.tick(of: map.position(atTick: tick)) == tick, "seed \(seed)")
      }
    }
  }

  // MARK: Loops

  private func song(_ events: [(Int64, UInt8, UInt8)], markers: [(Int64, String)] = []) -> MIDIFile {
    var first = MIDIFile.Track()
    for (tick, text) in markers { first.append(text, as: .marker, at: tick) }
    var second = MIDIFile.Track()
    for (tick, number, value) in events { second.append(.controller(number, value, channel: 3), at: tick) }
    second.endTick = 1_000
    return MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second])
  }

  private func expect(_ song: MIDIFile, _ start: Tick, _ end: Tick, _ marks: SongLoop.Marks) {
    #expect(song.markedLoop == SongLoop(start: start, end: end, marks: marks))
  }

  @Test func marks() {
    expect(song([], markers: [(96, "loopStart"), (500, "loopEnd")]), 96, 500, .markers)
    expect(song([], markers: [(96, "LOOPSTART=3")]), 96, 1_000, .markers)
    let nested = [(10, "loop start"), (50, "loopStart"), (90, "loopEnd"), (100, "Loop_End")] as [(Int64, String)]
    expect(song([], markers: nested), 10, 100, .markers)
    expect(song([(200, 111, 0)]), 200, 1_000, .rpgMaker)
    expect(song([(200, 116, 0), (800, 117, 127)]), 200, 800, .controllers)
    let both: [(Int64, UInt8, UInt8)] = [(100, 118, 0), (200, 116, 0), (300, 117, 127), (800, 119, 127)]
    expect(song(both), 100, 800, .globalControllers)
    expect(song([(100, 2, 0), (800, 4, 0)]), 100, 800, .touhou)
  }

  /// The values of MIDI 2.0 controllers are in the second word.
  @Test func marksInMIDI2() {
    func song(_ values: [UInt32]) -> MIDIFile {
      var track = MIDIFile.Track()
      for (index, value) in values.enumerated() {
        let message = ChannelMessage(word0: index == 0 ? 0x40B0_0200 : 0x40B0_0400, word1: value)
        track.append(message, at: Int64(index) * 100 + 100)
      }
      track.endTick = 1_000
      return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    }
    expect(song([0, 0]), 100, 200, .touhou)
    #expect(song([0x8000_0000, 0xF000_0000]).markedLoop == nil)
  }

  @Test func noMarks() {
    #expect(song([(0, 110, 1), (200, 111, 0)]).markedLoop == nil)
    #expect(song([(100, 2, 0), (800, 4, 0), (900, 4, 0)]).markedLoop == nil)
    #expect(song([(100, 2, 64), (800, 4, 0)]).markedLoop == nil)
    #expect(song([], markers: [(96, "loopEnd"), (500, "loopStart")]).markedLoop == nil)
    #expect(song([], markers: [(500, "loopStarts here")]).markedLoop == nil)
    #expect(song([]).markedLoop == nil)
    var several = song([(200, 111, 0)])
    several.format = .independent
    several.tracks.append(MIDIFile.Track())
    #expect(several.markedLoop == nil)
  }
}
