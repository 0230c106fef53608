/// XG's equalizer of a part or of a drum key, as messages set it: two shelves, "bass" and "treble".
///
/// Source: Yamaha MU100 owner's manual, MIDI data format: 08 nn 72…77, 3n rr 20…25, NRPN 1 48…53 and 48…53 rr.
struct PartEqualizer: BitwiseCopyable {
  /// The gain of the low shelf; 64 is 0 dB, and 0 is −12 dB.
  var lowGain: UInt8 = 64
  var highGain: UInt8 = 64
  /// The frequencies, in the units of `XGScale.frequency`.
  var lowFrequency: UInt8 = 0x0C
  var highFrequency: UInt8 = 0x36

  /// Whether it changes nothing.
  @inline(__always) var isFlat: Bool { lowGain == 64 && highGain == 64 }

  @inline(__always)
  func isSame(as other: PartEqualizer) -> Bool {
    lowGain == other.lowGain && highGain == other.highGain && lowFrequency == other.lowFrequency
      && highFrequency == other.highFrequency
  }

  /// Returns a gain in decibels.
  static func decibels(_ gain: UInt8) -> Double { Double(Int(gain) &- 64) * (12.0 / 64) }
}

/// A parameter of ``PartEqualizer``.
enum EqualizerParameter {
  case lowGain, highGain, lowFrequency, highFrequency

  /// Returns the parameter whose address, or number, is by `offset` higher than that of the low gain; nil for other
  /// offsets. Addresses and NRPNs of parts and drum keys have the same order.
  init?(offset: Int) {
    switch offset {
    case 0: self = .lowGain
    case 1: self = .highGain
    case 4: self = .lowFrequency
    case 5: self = .highFrequency
    default: return nil
    }
  }
}

extension PartEqualizer {
  /// Sets a parameter; frequencies are limited to the range of the shelf.
  mutating func set(_ parameter: EqualizerParameter, _ value: UInt8) {
    switch parameter {
    case .lowGain: lowGain = value
    case .highGain: highGain = value
    case .lowFrequency: lowFrequency = max(0x04, min(0x28, value))
    case .highFrequency: highFrequency = max(0x1C, min(0x3A, value))
    }
  }

  /// Returns the value to which a message sets the parameter's present state.
  func value(of parameter: EqualizerParameter) -> UInt8 {
    switch parameter {
    case .lowGain: lowGain
    case .highGain: highGain
    case .lowFrequency: lowFrequency
    case .highFrequency: highFrequency
    }
  }
}
