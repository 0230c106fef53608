import ArgumentParser
import TactusFiles
import TactusSequencer
import TactusTime

/// The options of `tactus sequence` that change the sequence before it is played.
struct SequenceEdits: ParsableArguments {
  @Option(help: ArgumentHelp("A constant tempo instead of the sequence's, 4 to 1000.", valueName: "bpm")) var tempo:
    Double?
  @Option(help: "Random seed for step probabilities and other chances.") var seed: UInt64?
  @Flag(help: "Play the steps that are marked for fills.") var fill = false
  @Option(help: ArgumentHelp("Mute a track, by name or number; repeatable.", valueName: "track"))
  var mute: [String] = []
  @Option(help: ArgumentHelp("Play only this track; repeatable.", valueName: "track")) var solo: [String] = []

  func validate() throws {
    if let tempo, !(4...1000).contains(tempo) { throw ValidationError("--tempo \(tempo) is outside 4 to 1000") }
  }

  /// Applies the options to a sequence.
  ///
  /// - Parameter name: the name of the sequence's file in messages.
  /// - Throws: an error if the sequence has no such track.
  func apply(to sequence: inout MIDISequence, named name: String) throws(ToolError) {
    if let tempo { sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: tempo))] }
    if let seed { sequence.seed = seed }
    for word in mute {
      for index in try Self.indices(of: word, "--mute", sequence, name) { sequence.tracks[index].isMuted = true }
    }
    for word in solo {
      for index in try Self.indices(of: word, "--solo", sequence, name) { sequence.tracks[index].isSolo = true }
    }
  }

  /// Returns the tracks that a word selects: all tracks with this name, ignoring case, or the track with this number,
  /// counted from 1.
  private static func indices(
    of word: String, _ option: String, _ sequence: MIDISequence, _ name: String
  ) throws(ToolError) -> [Int] {
    let named = sequence.tracks.indices.filter { sequence.tracks[$0].name.lowercased() == word.lowercased() }
    if !named.isEmpty { return named }
    if let number = Int(word), number > 0, number <= sequence.tracks.count { return [number - 1] }
    let hint: String
    if let meant = Suggestion.nearest(to: word, among: sequence.tracks.map(\.name).filter { !$0.isEmpty }) {
      hint = "did you mean '\(meant)'?"
    } else {
      hint = sequence.tracks.isEmpty ? "there are none" : "they have the numbers 1 to \(sequence.tracks.count)"
    }
    throw ToolError(name, "\(option) \(word): there is no such track; \(hint)")
  }
}
