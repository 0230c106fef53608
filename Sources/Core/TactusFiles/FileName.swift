/// File names as text, whatever bytes they contain.
///
/// A file name is a sequence of bytes. Most names are UTF-8, but those of old collections may be Latin-1 or Shift-JIS;
/// decoded as UTF-8 they would be damaged, and the damaged name would match no file. Here, each byte that is not part
/// of valid UTF-8 is represented by a private-use character, U+10FE80…U+10FEFF for 80…FF, and all paths that Tactus
/// accepts may contain such characters. For every name, `bytes(of: text(of: name)) == name`.
///
/// - Thread: any
public enum FileName {
  /// Returns a name as text. If the name itself contains characters U+10FE80…U+10FEFF, each of their bytes is
  /// represented separately.
  public static func text(of name: some Collection<UInt8>) -> String {
    if let text = String(validating: name, as: UTF8.self), !text.hasStandIns { return text }
    var text = String.UnicodeScalarView()
    var rest = name[...]
    while let first = rest.first {
      if let (scalar, length) = character(rest), !standIns.contains(scalar) {
        text.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        text.append(standIn(first))
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// Returns a zero-terminated name from the system as text.
  public static func text(of name: UnsafePointer<CChar>) -> String {
    var length = 0
    while name[length] != 0 { length += 1 }
    return text(of: UnsafeRawBufferPointer(start: name, count: length))
  }

  /// Returns the bytes that a text represents.
  public static func bytes(of text: String) -> [UInt8] {
    guard text.hasStandIns else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
  }

  /// Returns the byte that a character represents, 80…FF; nil for an ordinary character.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    standIns.contains(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// Returns the character that represents a byte, 80…FF.
  package static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10_FE00 | UInt32(byte)) ?? "\u{FFFD}"
  }

  fileprivate static let standIns: ClosedRange<Unicode.Scalar> = "\u{10FE80}"..."\u{10FEFF}"

  /// Returns the first character of UTF-8 and its number of bytes; nil for invalid UTF-8.
  private static func character(_ bytes: some Collection<UInt8>) -> (Unicode.Scalar, Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    guard case .valid(let units) = decoder.parseScalar(from: &iterator) else { return nil }
    return (Unicode.UTF8.decode(units), units.count)
  }
}

extension String {
  /// Calls `body` with the bytes of a path, zero-terminated, for a system call.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard hasStandIns else { return withCString(body) }
    return (FileName.bytes(of: self) + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  /// Whether any character represents a byte. The UTF-8 form of such a character is F4 8F BA…BB 80…BF.
  fileprivate var hasStandIns: Bool {
    utf8.contains(0xF4) && unicodeScalars.contains { FileName.standIns.contains($0) }
  }
}
