extension String {
  /// Returns the parts of this text that match the asterisks of a pattern, each as short as possible; nil if the text
  /// does not match the pattern. (The standard library's regular expressions would make the program a tenth larger.)
  func parts(of pattern: String) -> [Substring]? {
    let fixed = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard hasPrefix(fixed[0]) else { return nil }
    var rest = dropFirst(fixed[0].count)
    var parts: [Substring] = []
    for piece in fixed[1...].dropLast() {
      guard let start = rest.start(of: piece) else { return nil }
      parts.append(rest[..<start])
      rest = rest[start...].dropFirst(piece.count)
    }
    guard rest.hasSuffix(fixed[fixed.count - 1]) else { return nil }
    return parts + [rest.dropLast(fixed[fixed.count - 1].count)]
  }

  /// Returns whether a text occurs in this one.
  func has(_ text: String) -> Bool { self[...].start(of: text[...]) != nil }
}

extension Substring {
  /// Returns the parts between the occurrences of a text.
  func split(at text: String) -> [Substring] {
    var rest = self
    var parts: [Substring] = []
    while let start = rest.start(of: text[...]) {
      parts.append(rest[..<start])
      rest = rest[start...].dropFirst(text.count)
    }
    return parts + [rest]
  }

  /// Returns the index at which a text first occurs.
  fileprivate func start(of text: Substring) -> Index? {
    indices.first { self[$0...].hasPrefix(text) } ?? (text.isEmpty ? endIndex : nil)
  }
}
