import TactusFiles

/// A velocity in a document: 1…127, or a dynamic from "ppp" to "fff".
struct DocumentVelocity: DocumentReadable {
  var velocity: UInt8

  /// The velocities of the dynamics.
  private static let dynamics: [String: UInt8] = [
    "ppp": 16, "pp": 32, "p": 48, "mp": 64, "mf": 80, "f": 96, "ff": 112, "fff": 127,
  ]

  /// Returns a velocity as it is played: 0 as 1, and those above 127 as 127.
  static func clamp(_ velocity: UInt8) -> UInt8 { min(max(1, velocity), 127) }

  init(from node: DocumentNode) throws(DocumentProblem) {
    if let number = try? UInt8(from: node), (1...127).contains(number) {
      velocity = number
    } else if let word = try? String(from: node), let number = Self.dynamics[word] {
      velocity = number
    } else {
      throw node.expected(
        "a velocity 1…127, or a dynamic \"ppp\", \"pp\", \"p\", \"mp\", \"mf\", \"f\", \"ff\", \"fff\"")
    }
  }
}
