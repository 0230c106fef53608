import TactusFiles
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTool

/// The laws for JSON documents: a document that was read is the same after writing and reading, and plays without a
/// hanging note.
enum DocumentFuzzing {
  static func violationReadingSequence(_ bytes: [UInt8]) -> String? {
    var unknown: [String] = []
    guard let sequence = try? MIDISequence(reading: FileBytes(copying: bytes, name: "fuzz"), unknown: &unknown) else {
      return nil
    }
    guard let again = try? MIDISequence(reading: FileBytes(copying: sequence.document(), name: "fuzz")) else {
      return "what is written cannot be read"
    }
    if again != sequence { return "what is written is another sequence" }
    return EventFuzzing.violationPlaying(sequence, input: InputBytes(bytes))
  }

  static func violationReadingChain(_ bytes: [UInt8]) -> String? {
    var unknown: [String] = []
    guard let chain = try? ProcessorChain(reading: FileBytes(copying: bytes, name: "fuzz"), unknown: &unknown) else {
      return nil
    }
    let written = FileBytes(copying: chain.document(), name: "fuzz")
    guard let again = try? ProcessorChain(reading: written, unknown: &unknown) else {
      return "what is written cannot be read"
    }
    if again != chain { return "what is written is another chain" }
    return EventFuzzing.violationProcessing(chain, input: InputBytes(EventFuzzing.gesture))
  }

  /// A list of songs: each line gives an item or one sentence.
  static func violationReadingBatch(_ bytes: [UInt8]) -> String? {
    guard let complaint = BatchList.complaint(in: FileBytes(copying: bytes, name: "fuzz")) else { return nil }
    if complaint.isEmpty || complaint.contains("\n") { return "a complaint that is not one line" }
    return complaint.hasPrefix("fuzz") ? nil : "a complaint that does not name the file: \(complaint)"
  }
}
