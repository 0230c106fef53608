// swift-format-ignore-file
//
// What the parser of command lines needs of Foundation, in a module of the same name. Scripts/make-wheel compiles this
// file and links it instead of Foundation, which would make the wheel half as large again. Only hidden help
// (`--experimental-dump-help`) encodes JSON, and ends the process in the wheel.

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

public struct Data: Sendable {}

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public init() { fatalError("Foundation is not part of this program") }
}

extension String {
  public struct Encoding: Sendable { public static let utf8 = Encoding() }
  public init?(data: __shared Data, encoding: Encoding) { nil }
}
