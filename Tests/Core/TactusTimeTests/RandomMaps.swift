import TactusTime
import TestSupport

/// Random maps: from ordinary songs to invalid ones, which only must not trap.
extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

  /// Numbers of every size up to 2^bits, small ones as likely as large ones.
  mutating func magnitude(bits: Int64) -> Int64 {
    let size = number(0...bits)
    return size == 0 ? 0 : number(0...(1 << size) - 1)
  }

  mutating func timeBase() -> TimeBase {
    let rates: [TimeBase.FrameRate] = [.film24, .pal25, .drop29, .full30, .init(code: 16)]
    switch number(0...5) {
    case 0: return .ticksPerFrame(Int(number(1...255)), rates[Int(number(0...4))])
    case 1: return .ticksPerQuarter(Int(number(1...24)))
    case 2: return .ticksPerQuarter(Int(number(1...32_767)))
    default: return .ticksPerQuarter([96, 120, 192, 384, 480, 960, 20_160][Int(number(0...6))])
    }
  }

  /// Tempi from 20 to 999 bpm.
  mutating func musicalTempo() -> Tempo { Tempo(tensOfNanoseconds: UInt32(number(6_006_007...300_000_000))) }

  mutating func curve() -> TempoCurve { TempoCurve(rawValue: UInt8(number(0...2)))! }

  mutating func musicalMap(changes: Int64, ramps: Bool) -> TempoMap {
    var tick: Int64 = 0
    let entries = (0..<number(0...changes)).map { _ in
      tick += magnitude(bits: 14)
      return TempoMap.Entry(tick: tick, tempo: musicalTempo(), curve: ramps ? curve() : .step)
    }
    return TempoMap(timeBase: timeBase(), entries: entries)
  }

  /// Any tempo at any tick.
  mutating func wildMap() -> TempoMap {
    let entries = (0..<number(0...8)).map { _ in
      TempoMap.Entry(
        tick: number(0...9) == 0 ? -magnitude(bits: 62) : magnitude(bits: [12, 32, 62][Int(number(0...2))]),
        tempo: Tempo(tensOfNanoseconds: UInt32(magnitude(bits: 32))), curve: curve())
    }
    return TempoMap(
      timeBase: number(0...3) == 0 ? .ticksPerQuarter(Int(magnitude(bits: 40))) : timeBase(), entries: entries)
  }

  mutating func sampleRate() -> Int { [44_100, 48_000, 96_000, 88_200, 22_050, 11_025, 192_000][Int(number(0...6))] }
}
