import TactusFiles
import TactusTime

/// The length of a step in a document: a note value, ticks, or beats as a decimal number.
///
/// A note value is a fraction of a whole note, as in MIDI effects: "1/16" is a sixteenth, "1/8t" a triplet eighth,
/// "1/8." a dotted eighth. In documents that declare version 1, fractions are read as fractions of a quarter note, as
/// they are in positions.
struct DocumentStepLength: DocumentReadable {
  var ticks: Tick

  init(from node: DocumentNode) throws(DocumentProblem) {
    guard (node.sequence?.version ?? MIDISequence.documentVersion) > 1,
      let text = try? String(from: node), text.contains("/")
    else {
      ticks = try DocumentTicks(from: node).ticks
      return
    }
    guard let ticks = Self.ticks(text, node.ticksPerQuarter) else {
      throw node.expected(
        "a note value such as \"1/16\", \"1/8t\" or \"1/8.\", ticks, or beats such as \"0.25\", "
          + "not \"\(text.prefix(40))\"")
    }
    self.ticks = ticks
  }

  private static func ticks(_ text: String, _ ticksPerQuarter: Int) -> Tick? {
    let isDotted = text.hasSuffix(".")
    let isTriplet = text.hasSuffix("t") || text.hasSuffix("T")
    let value = text.dropLast(isDotted || isTriplet ? 1 : 0)
    guard !value.contains("."), let (above, below) = DocumentTicks.fraction(String(value)) else { return nil }
    return DocumentTicks.nearest(
      4 * above * (isDotted ? 3 : isTriplet ? 2 : 1), below * (isDotted ? 2 : isTriplet ? 3 : 1), ticksPerQuarter)
  }
}
