import TactusFiles
import TactusMIDI

/// A song with many tempo changes, and its onsets according to the tests' own arithmetic.
package struct TempoSong: Sendable {
  package var file: MIDIFile
  /// The ticks of the note-ons.
  package var onsets: [Int64] = []
  private let division: Int64
  private var tempi: [(tick: Int64, micros: Int64)] = []

  /// A song of single notes at odd ticks, no two at one tick, with tempo changes at random ticks.
  package init(
    ticks: Int64, division: Int64, notes: Int, tempi count: Int, micros: ClosedRange<Int64>,
    random: inout SeededGenerator
  ) {
    self.division = division
    var places = Set<Int64>()
    while places.count < notes { places.insert(Int64.random(in: 0..<ticks / 2, using: &random) * 2 + 1) }
    onsets = places.sorted()
    tempi = [(0, Int64.random(in: micros, using: &random))]
    for _ in 1..<count {
      tempi.append((Int64.random(in: 0..<ticks, using: &random), Int64.random(in: micros, using: &random)))
    }
    tempi.sort { $0.tick < $1.tick }
    var conductor = MIDIFile.Track()
    for tempo in tempi { conductor.appendTempo(microsecondsPerQuarter: Int(tempo.micros), at: tempo.tick) }
    var notes = MIDIFile.Track()
    var sounding: UInt8?
    for (index, tick) in onsets.enumerated() {
      if let key = sounding { notes.append(ChannelMessage(status: 0x80, key, 64), at: tick) }
      let key = UInt8(index % 128)
      notes.append(ChannelMessage(status: 0x90, key, 127), at: tick)
      sounding = key
    }
    notes.endTick = ticks + 2
    file = MIDIFile(division: .ticksPerQuarter(Int(division)), tracks: [conductor, notes])
  }

  /// The frames of the onsets: sums of ticks · microseconds, in whole numbers, divided and rounded once.
  package func frames(sampleRate: Int) -> [Int64] {
    var result: [Int64] = []
    var sum: Int128 = 0  // ticks · microseconds per quarter up to `from`
    var from: Int64 = 0
    var micros: Int64 = 500_000
    var next = 0
    for tick in onsets {
      while next < tempi.count, tempi[next].tick <= tick {
        sum += Int128(tempi[next].tick - from) * Int128(micros)
        (from, micros) = (tempi[next].tick, tempi[next].micros)
        next += 1
      }
      let total = (sum + Int128(tick - from) * Int128(micros)) * Int128(sampleRate)
      let unit = Int128(division) * 1_000_000
      result.append(Int64((2 * total + unit) / (2 * unit)))
    }
    return result
  }
}
