/// File names as text, whatever their bytes are.
///
/// A file name is bytes. Most are UTF-8; those of old collections may be Latin-1 or Shift-JIS, and as text they would
/// come out damaged: no file has the damaged name. Here a byte that belongs to no character stands in the text as a
/// character of its own, U+10FE80…U+10FEFF for 80…FF, and all paths that Tactus takes may have such characters.
/// The law: `bytes(of: text(of: name)) == name` for all bytes.
///
/// - Thread: any
public enum FileName {
  /// A name as text. Characters that are themselves among those that stand for bytes are taken apart into their bytes.
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

  /// A name as the system gives it, ended by a zero.
  public static func text(of name: UnsafePointer<CChar>) -> String {
    var length = 0
    while name[length] != 0 { length += 1 }
    return text(of: UnsafeRawBufferPointer(start: name, count: length))
  }

  /// The bytes that a text stands for.
  public static func bytes(of text: String) -> [UInt8] {
    guard text.hasStandIns else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
  }

  /// The byte that a character stands for, 80…FF; nil where it stands for itself.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    standIns.contains(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The character that stands for a byte, 80…FF.
  package static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10_FE00 | UInt32(byte)) ?? "\u{FFFD}"
  }

  fileprivate static let standIns: ClosedRange<Unicode.Scalar> = "\u{10FE80}"..."\u{10FEFF}"

  /// The first character of UTF-8 and how many bytes it has; nil where it is none.
  private static func character(_ bytes: some Collection<UInt8>) -> (Unicode.Scalar, Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    guard case .valid(let units) = decoder.parseScalar(from: &iterator) else { return nil }
    return (Unicode.UTF8.decode(units), units.count)
  }
}

extension String {
  /// Hands the bytes of a path to the system, with a zero behind them.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard hasStandIns else { return withCString(body) }
    return (FileName.bytes(of: self) + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  /// Whether some character stands for a byte: its UTF-8 is F4 8F BA…BB ….
  fileprivate var hasStandIns: Bool {
    utf8.contains(0xF4) && unicodeScalars.contains { FileName.standIns.contains($0) }
  }
}
