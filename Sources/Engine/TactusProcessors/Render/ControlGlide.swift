import Synchronization
import TactusMIDI
import TactusRender

/// A control on its way to a new value, in a straight line.
struct ControlGlide: BitwiseCopyable {
  var target = ControlAddress.program
  var isMIDI2 = false
  /// Whether it is on its way.
  var isMoving = false
  /// Whether ``value`` has been sent to ``target``: a first value is not glided to.
  var isKnown = false
  /// Where it is, 32 bits.
  var value: UInt32 = 0
  private var from: UInt32 = 0
  private(set) var to: UInt32 = 0
  /// The frame on which it began.
  private var start: Int64 = 0

  /// Nothing is known of it.
  init() {}

  /// It is at a value.
  mutating func set(_ value: UInt32, _ target: ControlAddress, isMIDI2: Bool) {
    (self.value, self.target, self.isMIDI2, isMoving, isKnown) = (value, target, isMIDI2, false, true)
  }

  /// It goes from where it is to a value.
  mutating func move(to value: UInt32, at frame: Int64, isMIDI2: Bool) {
    (from, to, start, isMoving) = (self.value, value, frame, true)
    self.isMIDI2 = isMIDI2
  }

  /// Goes on to a frame; whether what is to be sent is another value than before.
  ///
  /// - Parameter length: how many frames a way lasts.
  mutating func advance(to frame: Int64, length: Int64) -> Bool {
    let before = value
    let passed = frame &- start
    if passed >= length {
      value = to
    } else {
      value = UInt32(truncatingIfNeeded: Int64(from) &+ (Int64(to) &- Int64(from)) &* max(0, passed) / length)
    }
    return before &>> unsent != value &>> unsent
  }

  /// How many bits of the value are not sent.
  private var unsent: UInt32 {
    if isMIDI2 { return 0 }
    switch target {
    case .controller, .channelPressure, .keyPressure, .program: return 25
    case .controller14, .pitchBend, .registered, .nonRegistered: return 18
    case .parameter: return 0
    }
  }
}

/// What all glides of an effect share.
struct ControlGlides: BitwiseCopyable {
  /// How many controls are on their way.
  var count = 0
  /// The first frame that has not been rendered.
  var now: Int64 = 0
  /// The unit's own parameters; nil before the first cycle.
  var parameters: UnsafeMutablePointer<Atomic<Int>>?
}
