/// A parameter of a part that Roland GS and Yamaha XG both have, at different addresses.
enum PartParameter {
  case receiveChannel
  /// Whether the part receives a kind of message, numbered as in `PartSettings.receives`.
  case receives(kind: Int)
  case polyphony, rhythm, keyShift
  /// A detuning in tenths of a hertz, at most `limit` in either direction, encoded as two nibbles; 128 is 0.
  case detune(limit: Int)
  case velocityDepth, velocityOffset, lowKey, highKey, bendRange
  /// The tuning of a pitch class, 0…11, where 0 is C.
  case octaveTuning(keyClass: Int)
  /// A parameter that is equivalent to a controller.
  case controller(UInt8)
  /// Controller 10, except that 0 selects random pan, which becomes the center here.
  case pan
  /// Controller 65 with the values 0 and 1.
  case portamento
  case equalizer(EqualizerParameter)

  /// Returns the parameter at the last byte of a GS part address, or nil.
  ///
  /// Source: Roland SC-55mkII and SC-88 owner's manuals, MIDI implementation.
  static func gs(_ low: Int) -> PartParameter? {
    switch low {
    case 0x02: .receiveChannel
    case 0x03...0x12: .receives(kind: low &- 0x03)
    case 0x13: .polyphony
    case 0x15: .rhythm
    case 0x16: .keyShift
    case 0x17: .detune(limit: 120)
    case 0x19: .controller(7)
    case 0x1A: .velocityDepth
    case 0x1B: .velocityOffset
    case 0x1C: .pan
    case 0x1D: .lowKey
    case 0x1E: .highKey
    case 0x21: .controller(93)
    case 0x22: .controller(91)
    case 0x23: .receives(kind: 16)
    case 0x2C: .controller(94)
    case 0x30: .controller(76)
    case 0x31: .controller(77)
    case 0x32: .controller(74)
    case 0x33: .controller(71)
    case 0x34: .controller(73)
    case 0x35: .controller(75)
    case 0x36: .controller(72)
    case 0x37: .controller(78)
    case 0x40...0x4B: .octaveTuning(keyClass: low &- 0x40)
    default: nil
    }
  }

  /// Returns the parameter at the last byte of an XG part address, or nil.
  ///
  /// Source: Yamaha XG specification 1.3; the equalizer: MU100 owner's manual.
  static func xg(_ low: Int) -> PartParameter? {
    switch low {
    case 0x04: .receiveChannel
    case 0x05: .polyphony
    case 0x07: .rhythm
    case 0x08: .keyShift
    case 0x09: .detune(limit: 128)
    case 0x0B: .controller(7)
    case 0x0C: .velocityDepth
    case 0x0D: .velocityOffset
    case 0x0E: .pan
    case 0x0F: .lowKey
    case 0x10: .highKey
    case 0x12: .controller(93)
    case 0x13: .controller(91)
    case 0x14: .controller(94)
    case 0x15: .controller(76)
    case 0x16: .controller(77)
    case 0x17: .controller(78)
    case 0x18: .controller(74)
    case 0x19: .controller(71)
    case 0x1A: .controller(73)
    case 0x1B: .controller(75)
    case 0x1C: .controller(72)
    case 0x23: .bendRange
    case 0x30...0x40: .receives(kind: low &- 0x30)
    case 0x41...0x4C: .octaveTuning(keyClass: low &- 0x41)
    case 0x67: .portamento
    case 0x68: .controller(5)
    default: EqualizerParameter(offset: low &- 0x72).map { .equalizer($0) }
    }
  }
}

extension ChannelState {
  /// Sets a parameter of a part, and returns the number of bytes used, or 0 if bytes are missing.
  mutating func set(_ parameter: PartParameter, of part: Int, _ data: ExclusiveData) -> Int {
    guard case .detune(let limit) = parameter else { return set(parameter, of: part, data[0]) ? 1 : 0 }
    guard data.count >= 2 else { return 0 }
    let tenths = (Int(data[0] & 15) &<< 4 | Int(data[1] & 15)) &- 128
    setDetune(part, hertz: Double(max(-limit, min(limit, tenths))) * 0.1)
    return 2
  }

  /// Sets a parameter of a part that has one byte, and returns whether it is followed.
  mutating func set(_ parameter: PartParameter, of part: Int, _ value: UInt8) -> Bool {
    switch parameter {
    case .receiveChannel: setReceiveChannel(of: part, to: value)
    case .receives(let kind): setReceives(part, kind: kind, value)
    case .polyphony: setPolyphony(part, value)
    case .rhythm: useForRhythm(part, map: value)
    case .keyShift: setKeyShift(part, value)
    case .detune: return false
    case .velocityDepth: setVelocitySense(part, depth: value)
    case .velocityOffset: setVelocitySense(part, offset: value)
    case .lowKey: setKeyRange(part, low: value)
    case .highKey: setKeyRange(part, high: value)
    case .bendRange: setBendRange(part, value, lowest: -24)
    case .octaveTuning(let keyClass): setOctaveTuning(part, keyClass: keyClass, cents: Double(Int(value) &- 64))
    case .controller(let number): control(part, number, value)
    case .pan: control(part, 10, value == 0 ? 64 : value)
    case .portamento: control(part, 65, value &* 127)
    case .equalizer(let parameter): return setEqualizer(part, parameter, value)
    }
    return true
  }
}
