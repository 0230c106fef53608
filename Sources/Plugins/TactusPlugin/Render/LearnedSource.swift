import Synchronization

/// A controller that has moved, and its value from 0 to 1.
struct LearnedSource {
  let word: UInt32
  let value: Double
  /// Whether only the low bits have come.
  var isLow = false

  static func controller(_ number: UInt8, _ channel: UInt8) -> UInt32 { UInt32(channel) &<< 8 | UInt32(number) }
  static func pressure(_ channel: UInt8) -> UInt32 { 1 &<< 12 | UInt32(channel) &<< 8 }
  static func bend(_ channel: UInt8) -> UInt32 { 2 &<< 12 | UInt32(channel) &<< 8 }

  /// Whether a controller has a value of its own.
  static func isLearnable(_ number: UInt8) -> Bool {
    switch number {
    case 0, 6, 32, 38, 96...101: false
    default: number < 120
    }
  }
}

/// Words that both sides share.
struct LearnWords: @unchecked Sendable {  // the pointers never change, the words are atomic
  /// Whether the control side waits for a controller.
  let listens: UnsafeMutablePointer<Atomic<Bool>>
  /// The controller that has moved, with bit 32; 0 for none.
  let heard: UnsafeMutablePointer<Atomic<UInt64>>
  /// A ``LearnMode``.
  let mode: UnsafeMutablePointer<Atomic<Int>>
  /// The parameter that the host changed last; −1 for none.
  let touched: UnsafeMutablePointer<Atomic<Int>>
  /// Whether the assignments have changed since they were reported to the host, not counting restored states.
  let isChanged: UnsafeMutablePointer<Atomic<Bool>>
}

/// The values of the parameter “MIDI learn”.
enum LearnMode {
  static var off: Int { 0 }
  static var learn: Int { 1 }
  static var forget: Int { 2 }
}
