import TactusProcessors

/// The functions of chains and their members, for people.
enum FunctionListing {
  /// One line for each function, and under it one for each member.
  static var lines: [String] {
    var lines: [String] = []
    for function in FunctionGuide.functions {
      lines.append("\(function.word.padded(to: 16)) \(function.purpose)")
      for member in function.members { lines.append("  \(member.name.padded(to: 16)) \(member.meaning)") }
    }
    return lines + ["every function"] + FunctionGuide.common.map { "  \($0.name.padded(to: 16)) \($0.meaning)" }
  }
}
