import Synchronization
import TactusMIDI
import TactusRender

/// What the audio thread tells the control side of what is moved: words in plain memory.
struct MovedWords {
  /// How many parameters of its own a unit can have.
  static let parameterCount = 128
  /// The first word of the message that came in last of those that are moved; 0: none yet.
  let last: UnsafeMutablePointer<Atomic<Int>>
  /// Each 0, or its value in 32 bits with bit 32 set.
  let parameters: UnsafeMutablePointer<Atomic<Int>>

  /// Remembers the last controller, pressure or pitch bend that has been moved.
  func note(_ events: EventList) {
    var word: UInt32 = 0
    for event in events where event.message.isForChannel {
      switch event.message.status & 0xF0 {
      case 0xA0, 0xB0, 0xD0, 0xE0: word = event.message.word0
      default: break
      }
    }
    if word != 0 { last.pointee.store(Int(word), ordering: .relaxed) }
  }
}
