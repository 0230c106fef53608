import TactusFiles
import TactusProcessors

extension InputFile {
  /// Reads a chain of effects from a document.
  ///
  /// - Parameter remarks: an array to which the remarks for the user are appended.
  static func chain(
    named name: String, strict: Bool = false, remarks: inout [String]
  ) throws(ToolError) -> ProcessorChain {
    let file = try bytes(named: name)
    var unknown: [String] = []
    let chain: ProcessorChain
    do { chain = try ProcessorChain(reading: file, unknown: &unknown) } catch {
      guard file.isDocument || file.bytes.isEmpty else {
        throw ToolError(file.name, "no chain of effects: expected a JSON object, {\"effects\": […]}")
      }
      throw ToolError(nil, "\(error)")
    }
    try remark(on: unknown, in: file, strict: strict, &remarks)
    return chain
  }
}
