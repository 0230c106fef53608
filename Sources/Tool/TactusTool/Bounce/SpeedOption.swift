import ArgumentParser
import Tactus

/// `--speed 80`: the speed of a song in percent of its tempo, with the pitch of all notes unchanged.
struct SpeedOption: ExpressibleByArgument {
  /// 10…1,000; 100 is the song's own tempo.
  let percent: Double

  /// The help of the option.
  static var help: ArgumentHelp {
    ArgumentHelp(
      "Speed in percent of the song's tempo, 10 to 1000, without a change of pitch. Times of --from and --to are those "
        + "at this speed.", valueName: "percent")
  }

  init?(argument: String) {
    guard let percent = Double(argument, in: ["%"]), (10...1_000).contains(percent) else { return nil }
    self.percent = percent
  }

  /// Returns the tempo map of a song at this speed.
  ///
  /// - Throws: an error with one sentence if the song has no tempo.
  func tempoMap(of source: BounceSource) throws(ToolError) -> TempoMap {
    let map = source.tempoMap ?? source.song.tempoMap(.concatenated)
    guard case .ticksPerQuarter = map.timeBase else {
      throw ToolError(source.name, "--speed: the song counts SMPTE frames and has no tempo; leave out --speed")
    }
    guard map.entries.allSatisfy({ units(of: $0.tempo) <= Double(UInt32.max) }) else {
      throw ToolError(source.name, "--speed: the song's slowest tempo would be below 1.4 bpm; choose a higher speed")
    }
    let entries = map.entries.map { entry in
      TempoMap.Entry(tick: entry.tick, tempo: changed(entry.tempo), curve: entry.curve)
    }
    return TempoMap(timeBase: map.timeBase, entries: entries)
  }

  private func changed(_ tempo: Tempo) -> Tempo {
    Tempo(tensOfNanoseconds: UInt32(max(1, units(of: tempo))))
  }

  /// Returns a changed tempo in units of 10 ns for a quarter.
  private func units(of tempo: Tempo) -> Double { (Double(tempo.tensOfNanoseconds) * 100 / percent).rounded() }
}
