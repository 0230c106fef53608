import TactusMIDI

/// The note-ons that an effect makes of one.
struct NoteTargets {
  /// How many one note can become at the most.
  static let limit = 16
  private let messages: UnsafeMutablePointer<ChannelMessage>
  private(set) var count = 0

  /// None yet, over memory for ``limit`` messages.
  init(_ messages: UnsafeMutablePointer<ChannelMessage>) { self.messages = messages }

  subscript(_ index: Int) -> ChannelMessage { messages[index] }

  /// Adds one; one beyond the limit is left out.
  mutating func add(_ message: ChannelMessage) {
    guard count < Self.limit else { return }
    (messages + count).initialize(to: message)
    count &+= 1
  }
}
