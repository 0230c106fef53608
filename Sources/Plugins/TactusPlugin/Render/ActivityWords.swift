import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender

/// What a plug-in plays at the moment: the audio side writes these words, and the plug-in's window reads them. While no
/// window is open, nothing is written.
///
/// - Thread: audio; the words are atomic
struct ActivityWords: @unchecked Sendable {  // the memory is fixed, its words are atomic
  let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// Messages that the user plays on the window's keyboard.
  let played: RingConsumer<ChannelMessage>

  // Two words of 64 keys for each of the 16 channels.
  static var sounding: Int { 0 }
  static var held: Int { 32 }
  /// The peak of each part since the window's last reading, as the bits of a `Float`.
  static var levels: Int { 64 }
  /// The peaks of the left and the right channel since the last reading, the greatest of all outputs.
  static var outputs: Int { 80 }
  /// The beat of the last cycle, as the bits of a `Double`.
  static var beat: Int { 82 }
  static var isMoving: Int { 83 }
  /// The number of open windows.
  static var watchers: Int { 84 }
  static var count: Int { 85 }

  var isWatched: Bool { words[Self.watchers].load(ordering: .relaxed) > 0 }

  /// Records the keys of the messages that enter the MIDI effects, and of those that leave them.
  func record(held: EventList, sounding: EventList) {
    guard isWatched else { return }
    for event in held { record(event.message, from: Self.held) }
    for event in sounding { record(event.message, from: Self.sounding) }
  }

  /// Records the transport at the start of a cycle.
  func record(_ context: MusicalContext) {
    guard isWatched else { return }
    let isMoving = context.hasBeat && (!context.hasTransport || context.isMoving)
    if context.hasBeat { words[Self.beat].store(context.beat.bitPattern, ordering: .relaxed) }
    words[Self.isMoving].store(isMoving ? 1 : 0, ordering: .relaxed)
  }

  /// Records a peak.
  func record(peak: Float, at word: Int) {
    // the bits of floats that are not negative are ordered like the floats
    guard peak > 0 else { return }
    words[word].max(UInt64(peak.bitPattern), ordering: .relaxed)
  }

  /// Records that no key sounds or is held.
  func clear() {
    for word in 0..<Self.levels { words[word].store(0, ordering: .relaxed) }
  }

  private func record(_ message: ChannelMessage, from first: Int) {
    guard message.isForChannel else { return }
    let word = first &+ Int(message.channel) &* 2 &+ Int(message.data1 &>> 6)
    let bit = UInt64(1) &<< UInt64(message.data1 & 63)
    if message.startsNote {
      words[word].bitwiseOr(bit, ordering: .relaxed)
    } else if message.endsNote {
      words[word].bitwiseAnd(~bit, ordering: .relaxed)
    } else if message.endsAllNotes {
      words[first &+ Int(message.channel) &* 2].store(0, ordering: .relaxed)
      words[first &+ Int(message.channel) &* 2 &+ 1].store(0, ordering: .relaxed)
    }
  }
}
