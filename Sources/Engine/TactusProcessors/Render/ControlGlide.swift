import Synchronization
import TactusMIDI
import TactusRender

/// A linear ramp of a control to a new value.
struct ControlGlide: BitwiseCopyable {
  var target = ControlAddress.program
  var isMIDI2 = false
  /// Whether a ramp is in progress.
  var isMoving = false
  /// Whether ``value`` has been sent to ``target``. The first value is sent without a ramp.
  var isKnown = false
  /// The current value, 32 bits.
  var value: UInt32 = 0
  private var from: UInt32 = 0
  private(set) var to: UInt32 = 0
  /// The frame on which the ramp started.
  private var start: Int64 = 0

  /// Creates the state of a control whose value is unknown.
  init() {}

  /// Sets a value without a ramp.
  mutating func set(_ value: UInt32, _ target: ControlAddress, isMIDI2: Bool) {
    (self.value, self.target, self.isMIDI2, isMoving, isKnown) = (value, target, isMIDI2, false, true)
  }

  /// Starts a ramp from the current value to another.
  mutating func move(to value: UInt32, at frame: Int64, isMIDI2: Bool) {
    (from, to, start, isMoving) = (self.value, value, frame, true)
    self.isMIDI2 = isMIDI2
  }

  /// Advances to a frame. Returns whether the value to be sent has changed.
  ///
  /// - Parameter length: the duration of a ramp in frames.
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

  /// The number of low bits of the value that are not sent.
  private var unsent: UInt32 {
    if isMIDI2 { return 0 }
    switch target {
    case .controller, .channelPressure, .keyPressure, .program: return 25
    case .controller14, .pitchBend, .registered, .nonRegistered: return 18
    case .parameter: return 0
    }
  }
}

/// The state that all ramps of an effect share.
struct ControlGlides: BitwiseCopyable {
  /// The number of ramping controls.
  var count = 0
  /// The first frame that has not been rendered.
  var now: Int64 = 0
  /// The parameters of the plug-in unit itself; nil before the first cycle.
  var parameters: UnsafeMutablePointer<Atomic<Int>>?
}
