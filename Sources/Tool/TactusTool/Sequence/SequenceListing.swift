import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The played events of a sequence as lines, in the format of `tactus events`.
struct SequenceListing {
  let name: String
  let played: PlayedSequence

  /// Prints tick, second, frame, track, bytes and meaning, separated by tabs.
  func write(to output: inout StandardOutput) throws(StandardOutput.Failure) {
    try forEachEvent { (line, _) throws(StandardOutput.Failure) in
      try output.append { line.append(to: &$0) }
    }
  }

  /// Prints one JSON object with all events.
  func writeJSON(to output: inout StandardOutput) throws(StandardOutput.Failure) {
    try output.write(
      "{\n  \"kind\": \"sequence events\", \"file\": \(JSON.quoted(name)), \"rate\": \(played.sampleRate), \"events\": ["
    )
    try forEachEvent { (line, isFirst) throws(StandardOutput.Failure) in
      try output.append { line.appendJSON(to: &$0, isFirst: isFirst) }
    }
    try output.write("\n  ]\n}\n")
  }

  private func forEachEvent(
    _ body: (EventLine, _ isFirst: Bool) throws(StandardOutput.Failure) -> Void
  ) throws(StandardOutput.Failure) {
    let map = played.sequence.tempoMap
    let numbers = Dictionary(played.sequence.tracks.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
    var packets = PacketsJoined()
    var isFirst = true
    var narrator = MessageNarrator()
    for event in played.events {
      guard let bytes = packets.bytes(of: event.message) else { continue }
      let words =
        event.message.isSystemExclusive
        ? MessageNarrator.words(ofExclusive: bytes.dropFirst().dropLast()) : narrator.words(of: event.message)
      try body(
        EventLine(
          tick: event.tick, seconds: map.seconds(atTick: event.tick), frame: event.frame,
          track: numbers[event.track] ?? 0, bytes: bytes, words: words), isFirst)
      isFirst = false
    }
  }
}
