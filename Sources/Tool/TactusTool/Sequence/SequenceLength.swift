import ArgumentParser
import TactusSequencer
import TactusTime

/// The options of `tactus sequence` for the length.
struct SequenceLength: ParsableArguments {
  @Option(help: ArgumentHelp("Play this many bars.", valueName: "bars")) var bars: Int?
  @Option(help: ArgumentHelp("Play this many quarter notes.", valueName: "beats")) var beats: Double?
  @Option(help: ArgumentHelp("Play this many seconds.", valueName: "seconds")) var seconds: Double?
  @Option(help: ArgumentHelp("Play this many passes of the longest loop.", valueName: "passes")) var passes: Int?

  func validate() throws {
    let asked = [bars != nil, beats != nil, seconds != nil, passes != nil]
    if asked.count(where: { $0 }) > 1 {
      throw ValidationError("--bars, --beats, --seconds and --passes exclude each other")
    }
    for (name, value) in [("bars", bars), ("passes", passes)] {
      if let value, !(1...1_000_000).contains(value) {
        throw ValidationError("--\(name) \(value) is outside 1 to 1000000")
      }
    }
    for (name, value) in [("beats", beats), ("seconds", seconds)] {
      if let value, !(value > 0 && value <= 1e9) { throw ValidationError("--\(name) must be above 0, at most 1e9") }
    }
  }

  /// Whether any of these options is given.
  var isAsked: Bool { bars != nil || beats != nil || seconds != nil || passes != nil }

  /// Returns the tick at which playback ends.
  ///
  /// - Parameter name: the name of the sequence's file in messages.
  /// - Throws: an error if `--passes` is given but no track loops.
  func end(of sequence: MIDISequence, named name: String) throws(ToolError) -> Tick {
    let ticks = Double(Self.ticksPerQuarter(sequence))
    if let bars { return sequence.meterMap.tick(ofBar: bars + 1) }
    if let beats { return max(1, TimeSettings.clamp(tick: Int64(beats * ticks + 0.5))) }
    if let seconds { return max(1, Self.tick(SongPosition.seconds(seconds), sequence)) }
    guard let passes else { return sequence.standardEnd }
    guard let loop = sequence.tracks.longestLoop else {
      throw ToolError(name, "--passes \(passes): no track loops; use --bars, --beats or --seconds")
    }
    let (ticksOfAll, isBeyond) = loop.length.multipliedReportingOverflow(by: Tick(passes))
    return max(
      1,
      TimeSettings.clamp(
        tick: loop.start + (isBeyond ? TimeSettings.tickLimit : min(ticksOfAll, TimeSettings.tickLimit))))
  }

  private static func tick(_ position: SongPosition, _ sequence: MIDISequence) -> Tick {
    position.tick(FrameClock(map: sequence.tempoMap, sampleRate: TimeSettings.sampleRateLimit), sequence.meterMap)
  }

  static func ticksPerQuarter(_ sequence: MIDISequence) -> Int { sequence.tempoMap.timeBase.nominalTicksPerQuarter }
}
