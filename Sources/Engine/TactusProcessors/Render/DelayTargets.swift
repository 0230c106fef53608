import TactusMIDI

/// A note-on that an effect derives from another, with a delay.
struct DelayTarget: BitwiseCopyable {
  var message: ChannelMessage
  /// The delay of the note-on in frames, 0 or more.
  var onDelay: Int64
  /// The delay from the incoming note-off to the note-off of this note in frames, 0 or more. The note-off never comes
  /// before the note-on.
  var offDelay: Int64
}

/// The note-ons that an effect derives from a single note-on, each with its delay.
struct DelayTargets {
  /// The maximum number of note-ons derived from one.
  static let limit = 16
  private let targets: UnsafeMutablePointer<DelayTarget>
  private(set) var count = 0

  /// Creates an empty list in memory for ``limit`` note-ons.
  init(_ targets: UnsafeMutablePointer<DelayTarget>) { self.targets = targets }

  subscript(_ index: Int) -> DelayTarget { targets[index] }

  /// Adds a note-on; beyond the limit it is dropped.
  mutating func add(_ message: ChannelMessage, onDelay: Int64 = 0, offDelay: Int64 = 0) {
    guard count < Self.limit else { return }
    (targets + count).initialize(
      to: DelayTarget(message: message, onDelay: max(0, onDelay), offDelay: max(0, offDelay)))
    count &+= 1
  }
}
