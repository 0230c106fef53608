import TactusFiles
import TactusProcessors

extension InputFile {
  /// The chain of functions in a document.
  ///
  /// - Parameter remarks: what the user should hear of is added to it.
  static func chain(
    named name: String, strict: Bool = false, remarks: inout [String]
  ) throws(ToolError) -> ProcessorChain {
    let file = try bytes(named: name)
    var unknown: [String] = []
    let chain: ProcessorChain
    do { chain = try ProcessorChain(reading: file, unknown: &unknown) } catch { throw ToolError(nil, "\(error)") }
    if let first = unknown.first {
      let more = unknown.count > 1 ? ", and \((unknown.count - 1).grouped) more" : ""
      let sentence = "nothing is known of \(first)\(more)"
      if strict { throw ToolError(file.name, sentence) }
      remarks.append("\(file.name): \(sentence); left out")
    }
    return chain
  }
}
