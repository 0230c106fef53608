import TactusMIDI

/// The note-ons that an effect derives from a single note-on.
struct NoteTargets {
  /// The maximum number of note-ons derived from one.
  static let limit = 16
  private let messages: UnsafeMutablePointer<ChannelMessage>
  private(set) var count = 0

  /// Creates an empty list in memory for ``limit`` messages.
  init(_ messages: UnsafeMutablePointer<ChannelMessage>) { self.messages = messages }

  subscript(_ index: Int) -> ChannelMessage { messages[index] }

  /// Adds a note-on; beyond the limit it is dropped.
  mutating func add(_ message: ChannelMessage) {
    guard count < Self.limit else { return }
    (messages + count).initialize(to: message)
    count &+= 1
  }
}
