// swift-format-ignore-file
//
// The parts of Foundation that the command-line parser needs, in a module of the same name. Scripts/make-wheel compiles
// this file and links it instead of Foundation, which would make the wheel half as large again. Only the hidden option
// `--experimental-dump-help` encodes JSON; in the wheel, it ends the process.

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
