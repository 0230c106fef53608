import TactusFiles
import TactusSequencer

extension InputFile {
  /// The sequence in a file: a document in JSON, or a MIDI file.
  ///
  /// - Parameter remarks: what the user should hear of is added to it.
  static func sequence(
    in file: FileBytes, strict: Bool = false, remarks: inout [String]
  ) throws(ToolError) -> MIDISequence {
    guard FileKind(file) == .songOrForeign, isDocument(file) else {
      return MIDISequence(try song(in: file, strict: strict), choice: .concatenated)
    }
    var unknown: [String] = []
    let sequence: MIDISequence
    do { sequence = try MIDISequence(reading: file, unknown: &unknown) } catch { throw ToolError(nil, "\(error)") }
    if let first = unknown.first {
      let more = unknown.count > 1 ? ", and \((unknown.count - 1).grouped) more" : ""
      let sentence = "nothing is known of \(first)\(more)"
      if strict { throw ToolError(file.name, sentence) }
      remarks.append("\(file.name): \(sentence); left out")
    }
    return sequence
  }

  /// Whether the first character is that of an object, which no MIDI file begins with.
  private static func isDocument(_ file: FileBytes) -> Bool {
    var bytes = file.bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    return bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }
}
