import TactusFileAccess

extension SameFile {
  /// Throws an error if an output would overwrite an input.
  static func refuse(_ output: String, over input: String) throws(ToolError) {
    guard check(output, input) else { return }
    throw ToolError(output, "the output would overwrite the input; choose another name")
  }
}
