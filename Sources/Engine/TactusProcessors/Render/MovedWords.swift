import Synchronization
import TactusMIDI
import TactusRender

/// Words in shared memory with which the audio thread reports moved controls.
struct MovedWords {
  /// The largest number of the plug-in's own parameters that MIDI effects (controller maps) can set.
  static let parameterCount = 128
  /// The first word of the last message that moved a control; 0 for none yet.
  let last: UnsafeMutablePointer<Atomic<Int>>
  /// A word for each parameter: 0 if the parameter has not been set, otherwise its 32-bit value with bit 32 set.
  let parameters: UnsafeMutablePointer<Atomic<Int>>

  /// Records the last moved controller, pressure or pitch bend.
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
