import TactusFiles

/// A velocity in a document: 1…127, or a dynamic from "ppp" to "fff".
struct DocumentVelocity: Decodable {
  var velocity: UInt8

  /// The velocities of the dynamics.
  private static let dynamics: [String: UInt8] = [
    "ppp": 16, "pp": 32, "p": 48, "mp": 64, "mf": 80, "f": 96, "ff": 112, "fff": 127,
  ]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(UInt8.self), (1...127).contains(number) {
      velocity = number
    } else if let word = try? container.decode(String.self), let number = Self.dynamics[word] {
      velocity = number
    } else {
      throw decoder.expected(
        "a velocity 1…127, or a dynamic \"ppp\", \"pp\", \"p\", \"mp\", \"mf\", \"f\", \"ff\", \"fff\"")
    }
  }
}
