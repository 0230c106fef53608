import TactusMIDI

/// The source or target of a ``ControllerMap``.
enum ControlAddress: BitwiseCopyable {
  case controller(UInt8)
  case controller14(UInt8)
  case channelPressure
  case keyPressure
  case pitchBend
  case program
  case registered(UInt16)
  case nonRegistered(UInt16)
  case parameter(UInt8)

  /// The value of the control after Reset All Controllers; nil if that does not reset the control.
  ///
  /// Source: RP-015.
  var resetValue: UInt32? {
    switch self {
    case .controller(1), .controller(2), .controller(64...69), .controller14(1), .controller14(2), .channelPressure: 0
    case .controller(11), .controller14(11): .max
    case .pitchBend: 1 &<< 31
    default: nil
    }
  }

  func isSame(as other: ControlAddress) -> Bool {
    switch (self, other) {
    case (.controller(let a), .controller(let b)), (.controller14(let a), .controller14(let b)),
      (.parameter(let a), .parameter(let b)):
      a == b
    case (.registered(let a), .registered(let b)), (.nonRegistered(let a), .nonRegistered(let b)): a == b
    case (.channelPressure, .channelPressure), (.keyPressure, .keyPressure), (.pitchBend, .pitchBend),
      (.program, .program):
      true
    default: false
    }
  }
}

/// The state of one channel for ``ControllerMap``.
struct ControlLine: BitwiseCopyable {
  var selection = ParameterSelection()
  /// The last MSB received for a 14-bit controller.
  var most: UInt8 = 0
  /// Whether the last value of `source` reached the threshold.
  var isAbove = false
  /// The source to which `isAbove` belongs; of no switch before the first value.
  var source = ControlAddress.program
  /// Whether the toggle is on.
  var isOn = false
  /// Whether the source is a pedal whose press was mapped and not passed on.
  var hasTakenPedal = false
  /// The control that has been moved away from its rest value; nil if there is none.
  var moved: MovedControl?
  /// The ramp of the target.
  var glide = ControlGlide()
}

/// A control that an effect has moved, with the value that it takes when the effect is bypassed or removed.
struct MovedControl: BitwiseCopyable {
  let target: ControlAddress
  /// The rest value, 32 bits.
  let rest: UInt32
  let isMIDI2: Bool
}
