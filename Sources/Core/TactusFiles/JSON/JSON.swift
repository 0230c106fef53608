/// A JSON value; objects preserve the order of their members.
///
/// - Thread: any
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number, written in the shortest form that reads back as the same number; infinity and NaN are written as null.
  case number(Double)
  /// A number given as text, which is written unchanged.
  case digits(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value in an object.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON

    /// Creates a member.
    package init(name: String, value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Returns the value of a member; nil if the member is missing or this is not an object.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The value as text on one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value as text on several lines, with each flat object or array on one line.
  package var prettyText: String {
    var text = ""
    write(to: &text, depth: 0)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        text += JSON.quoted(member.name) + ": "
        member.value.write(to: &text)
      }
      text += "}"
    default: text += leafText
    }
  }

  private func write(to text: inout String, depth: Int) {
    let items: [(name: String?, value: JSON)]
    let brackets: (String, String)
    switch self {
    case .array(let values) where values.contains(where: { $0.isNested }):
      (items, brackets) = (values.map { (nil, $0) }, ("[", "]"))
    case .object(let members) where depth == 0 || members.contains(where: { $0.value.isNested }):
      (items, brackets) = (members.map { ($0.name, $0.value) }, ("{", "}"))
    default: return write(to: &text)
    }
    let indent = String(repeating: "  ", count: depth)
    text += brackets.0
    for (index, item) in items.enumerated() {
      text += (index > 0 ? ",\n  " : "\n  ") + indent
      if let name = item.name { text += JSON.quoted(name) + ": " }
      item.value.write(to: &text, depth: depth + 1)
    }
    text += "\n" + indent + brackets.1
  }

  private var isNested: Bool {
    switch self {
    case .array(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }

  private var leafText: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .digits(let text): text
    case .string(let text): JSON.quoted(text)
    case .null, .array, .object: "null"
    }
  }

  /// Returns a string in quotes. Characters that JSON or a terminal could misinterpret are escaped. A byte of a file
  /// name that is not valid UTF-8 becomes a lone surrogate, DC80…DCFF, as in Python.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      case _ where FileName.byte(scalar) != nil:
        result += "\\u" + String(0xDC00 | (scalar.value & 0xFF), radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral values: JSON...) { self = .array(values) }
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  package init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }
  /// Creates a string, or null if there is none.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
