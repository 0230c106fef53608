extension FileName {
  /// Converts a string to a part of a file name that every system accepts: without separators, wildcards and control
  /// characters, at most 80 bytes, and without a dot or space at its start or end.
  package static func safe(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
      let isForbidden = isControl || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      let next = isForbidden ? " " : String(scalar)
      guard name.utf8.count + next.utf8.count <= 80 else { break }
      if next != " " || name.last != " " { name += next }
    }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    return String(name.drop { $0 == " " || $0 == "." })
  }
}
