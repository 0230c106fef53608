import TactusMIDI

/// A note-on that an effect makes of one, later than that.
struct DelayTarget: BitwiseCopyable {
  var message: ChannelMessage
  /// By how many frames it comes later, 0 at least.
  var onDelay: Int64
  /// By how many frames its note-off comes later than the note-off that comes in, 0 at least. It never comes before the
  /// note-on.
  var offDelay: Int64
}

/// The note-ons that an effect makes of one, each with its delay.
struct DelayTargets {
  /// How many one note can become at the most.
  static let limit = 16
  private let targets: UnsafeMutablePointer<DelayTarget>
  private(set) var count = 0

  /// None yet, over memory for ``limit``.
  init(_ targets: UnsafeMutablePointer<DelayTarget>) { self.targets = targets }

  subscript(_ index: Int) -> DelayTarget { targets[index] }

  /// Adds one; one beyond the limit is left out.
  mutating func add(_ message: ChannelMessage, onDelay: Int64 = 0, offDelay: Int64 = 0) {
    guard count < Self.limit else { return }
    (targets + count).initialize(
      to: DelayTarget(message: message, onDelay: max(0, onDelay), offDelay: max(0, offDelay)))
    count &+= 1
  }
}
