import TactusFiles
import TactusSequencer

extension InputFile {
  /// Reads the sequence in a file: a JSON document or a MIDI file.
  ///
  /// - Parameter remarks: an array to which the remarks for the user are appended.
  static func sequence(
    in file: FileBytes, strict: Bool = false, remarks: inout [String]
  ) throws(ToolError) -> MIDISequence {
    guard FileKind(file) == .songOrForeign, file.isDocument else {
      if file.isValue { throw ToolError(file.name, "a JSON document, but no sequence: expected an object, {…}") }
      return MIDISequence(try song(in: file, strict: strict, takesBank: true), choice: .concatenated)
    }
    var unknown: [String] = []
    let sequence: MIDISequence
    do { sequence = try MIDISequence(reading: file, unknown: &unknown) } catch { throw ToolError(nil, "\(error)") }
    try remark(on: unknown, in: file, strict: strict, &remarks)
    return sequence
  }
  /// Reports unknown members of a document, or refuses them.
  static func remark(
    on unknown: [String], in file: FileBytes, strict: Bool, _ remarks: inout [String]
  ) throws(ToolError) {
    guard let first = unknown.first else { return }
    let more = unknown.count > 1 ? ", and \((unknown.count - 1).grouped) more" : ""
    let sentence = "unknown: \(first)\(more)"
    if strict { throw ToolError(file.name, sentence) }
    remarks.append("\(file.name): \(sentence); ignored")
  }
}
