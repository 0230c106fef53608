import TactusDSP

/// An effect of XG's variation or insertion block: its type and its parameters.
///
/// Source: Yamaha XG specification, effect type list, effect parameter list and effect data value assign table. The
/// curves of drive, depth and feedback are unpublished.
struct XGEffect {
  /// The types that are followed.
  enum Kind {
    case none, thru, leftCenterRight, leftRight, echo, crossed, chorus, flanger, symphonic, rotary, tremolo, autoPan
    case phaser, distortion, overdrive, amplifier, threeBands, twoBands
  }

  private(set) var kind = Kind.leftCenterRight
  /// Parameters 1 to 16 of the type.
  private(set) var values = Self.delayDefaults(.leftCenterRight)
  /// Whether the type is one of those that are followed.
  private(set) var isFollowed = true

  /// Creates a delay, the variation effect at power-on.
  init() {}

  /// Creates a type with its default parameters.
  init(_ msb: UInt8, _ lsb: UInt8) { _ = choose(msb, lsb) }

  var isDelay: Bool {
    switch kind {
    case .leftCenterRight, .leftRight, .echo, .crossed: true
    default: false
    }
  }

  /// Sets parameter 1…16, as 0…15.
  mutating func set(_ index: Int, _ value: UInt16) { values[index] = value }

  /// Selects a type with its default parameters. Returns false if it is not followed; then the sound passes.
  mutating func choose(_ msb: UInt8, _ lsb: UInt8) -> Bool {
    isFollowed = true
    switch msb {
    case 0: kind = .none
    case 0x05: take(.leftCenterRight, Self.delayDefaults(.leftCenterRight))
    case 0x06: take(.leftRight, Self.delayDefaults(.leftRight))
    case 0x07: take(.echo, Self.delayDefaults(.echo))
    case 0x08: take(.crossed, Self.delayDefaults(.crossed))
    case 0x40: kind = .thru
    case 0x41...0x48: chooseModulation(msb, lsb)
    case 0x49 where lsb == 8:
      take(.distortion, SIMD16(18, 27, 71, 48, 84, 0, 32, 66, 10, 127, 105, 0, 0, 0, 0, 0))
    case 0x4A where lsb == 8:
      take(.overdrive, SIMD16(10, 24, 69, 46, 105, 0, 41, 66, 10, 127, 104, 0, 0, 0, 0, 0))
    case 0x4B where lsb == 8: take(.amplifier, SIMD16(16, 2, 46, 119, 0, 0, 0, 0, 0, 127, 106, 0, 0, 0, 0, 0))
    case 0x49: take(.distortion, SIMD16(40, 20, 72, 53, 48, 0, 43, 74, 10, 127, 120, 0, 0, 0, 0, 0))
    case 0x4A: take(.overdrive, SIMD16(29, 24, 68, 45, 55, 0, 41, 72, 10, 127, 104, 0, 0, 0, 0, 0))
    case 0x4B: take(.amplifier, SIMD16(39, 1, 48, 55, 0, 0, 0, 0, 0, 127, 112, 0, 0, 0, 0, 0))
    case 0x4C: take(.threeBands, SIMD16(70, 34, 60, 10, 70, 28, 46, 0, 0, 127, 0, 0, 0, 0, 0, 0))
    case 0x4D: take(.twoBands, SIMD16(28, 70, 46, 70, 0, 0, 0, 0, 0, 127, 34, 64, 10, 0, 0, 0))
    default:
      kind = .thru
      isFollowed = false
    }
    return isFollowed
  }

  private mutating func take(_ newKind: Kind, _ defaults: SIMD16<UInt16>) { (kind, values) = (newKind, defaults) }

  private mutating func chooseModulation(_ msb: UInt8, _ lsb: UInt8) {
    switch (msb, lsb) {
    case (0x41, 1): take(.chorus, SIMD16(8, 63, 64, 30, 0, 28, 62, 42, 58, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 2): take(.chorus, SIMD16(4, 44, 64, 110, 0, 28, 64, 46, 66, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 3): take(.chorus, SIMD16(9, 10, 64, 109, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 4): take(.chorus, SIMD16(28, 34, 67, 105, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 5): take(.chorus, SIMD16(9, 34, 69, 105, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 6): take(.chorus, SIMD16(26, 29, 75, 102, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 7): take(.chorus, SIMD16(6, 43, 107, 111, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x41, 8): take(.chorus, SIMD16(9, 32, 69, 104, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 1, 0))
    case (0x41, _): take(.chorus, SIMD16(6, 54, 77, 106, 0, 28, 64, 46, 64, 64, 46, 64, 10, 0, 0, 0))
    case (0x42, 1): take(.chorus, SIMD16(28, 18, 90, 2, 0, 28, 62, 42, 60, 84, 40, 68, 10, 0, 0, 0))
    case (0x42, 2): take(.chorus, SIMD16(4, 63, 44, 2, 0, 28, 64, 46, 68, 127, 40, 68, 10, 0, 0, 0))
    case (0x42, 8): take(.chorus, SIMD16(8, 29, 64, 0, 0, 28, 64, 51, 66, 127, 40, 68, 10, 0, 1, 0))
    case (0x42, _): take(.chorus, SIMD16(12, 32, 64, 0, 0, 28, 64, 46, 64, 127, 40, 68, 10, 0, 0, 0))
    case (0x43, 1): take(.flanger, SIMD16(32, 17, 26, 2, 0, 28, 64, 46, 60, 96, 40, 64, 10, 4, 0, 0))
    case (0x43, 7): take(.flanger, SIMD16(3, 21, 120, 1, 0, 28, 64, 46, 64, 96, 40, 64, 10, 4, 0, 0))
    case (0x43, 8): take(.flanger, SIMD16(4, 109, 109, 2, 0, 28, 64, 46, 64, 127, 40, 64, 10, 4, 0, 0))
    case (0x43, _): take(.flanger, SIMD16(14, 14, 104, 2, 0, 28, 64, 46, 64, 96, 40, 64, 10, 4, 0, 0))
    case (0x44, _): take(.symphonic, SIMD16(12, 25, 16, 0, 0, 28, 64, 46, 64, 127, 46, 64, 10, 0, 0, 0))
    case (0x45, _): take(.rotary, SIMD16(81, 35, 0, 0, 0, 24, 60, 45, 54, 127, 33, 52, 30, 0, 0, 0))
    case (0x46, _): take(.tremolo, SIMD16(83, 56, 0, 0, 0, 28, 64, 46, 64, 127, 40, 64, 10, 64, 0, 0))
    case (0x47, _): take(.autoPan, SIMD16(76, 80, 32, 5, 0, 28, 64, 46, 64, 127, 40, 64, 10, 0, 0, 0))
    case (0x48, 8): take(.phaser, SIMD16(8, 111, 74, 108, 0, 28, 64, 46, 64, 64, 5, 4, 4, 0, 0, 0))
    default: take(.phaser, SIMD16(8, 111, 74, 104, 0, 28, 64, 46, 64, 64, 6, 1, 64, 0, 0, 0))
    }
  }

  private static func delayDefaults(_ kind: Kind) -> SIMD16<UInt16> {
    switch kind {
    case .leftRight: SIMD16(2_500, 3_750, 3_752, 3_750, 87, 10, 0, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    case .echo: SIMD16(1_700, 80, 1_780, 80, 10, 1_700, 1_780, 0, 0, 40, 0, 60, 28, 64, 46, 64)
    case .crossed: SIMD16(1_700, 1_750, 111, 1, 10, 0, 0, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    default: SIMD16(3_333, 1_667, 5_000, 5_000, 74, 100, 10, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    }
  }

  func value(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(127, values[index])) }

  /// Returns a value of 0…127 as a fraction.
  private func fraction(_ index: Int) -> Float { Float(value(index)) * (1.0 / 127) }
}

// MARK: As a delay

extension XGEffect {
  /// The settings of a delay; silent for other types. The type's equalizer is not part of them.
  var delaySettings: DelaySettings {
    var settings = DelaySettings()
    switch kind {
    case .leftCenterRight: setLeftCenterRight(&settings)
    case .leftRight: setLeftRight(&settings)
    case .echo: setEcho(&settings)
    case .crossed: setCrossed(&settings)
    default: settings.level = 0
    }
    return settings
  }

  private func setLeftCenterRight(_ settings: inout DelaySettings) {
    let center = DelayTap(time: time(2), gain: fraction(5))
    settings.routing = .mono
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(1), gain: 1)
    (settings.leftSecond, settings.rightSecond) = (center, center)
    settings.leftFeedback = DelayTap(time: time(3), gain: DelayScale.feedback(value(4)))
    settings.feedbackDamping = damping(6)
  }

  private func setLeftRight(_ settings: inout DelaySettings) {
    settings.routing = .stereo
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(1), gain: 1)
    settings.leftFeedback = DelayTap(time: time(2), gain: DelayScale.feedback(value(4)))
    settings.rightFeedback = DelayTap(time: time(3), gain: DelayScale.feedback(value(4)))
    settings.feedbackDamping = damping(5)
  }

  private func setEcho(_ settings: inout DelaySettings) {
    settings.routing = .stereo
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(2), gain: 1)
    settings.leftSecond = DelayTap(time: time(5), gain: fraction(7))
    settings.rightSecond = DelayTap(time: time(6), gain: fraction(7))
    settings.leftFeedback = DelayTap(time: time(0), gain: DelayScale.feedback(value(1)))
    settings.rightFeedback = DelayTap(time: time(2), gain: DelayScale.feedback(value(3)))
    settings.feedbackDamping = damping(4)
  }

  private func setCrossed(_ settings: inout DelaySettings) {
    settings.routing = .crossed
    // from left to right, and from right to left
    settings.right = DelayTap(time: time(0), gain: 1)
    settings.left = DelayTap(time: time(1), gain: 1)
    settings.rightFeedback = DelayTap(time: time(0), gain: DelayScale.feedback(value(2)))
    settings.leftFeedback = DelayTap(time: time(1), gain: DelayScale.feedback(value(2)))
    settings.leftInput = value(3) == 1 ? 0 : 1
    settings.rightInput = value(3) == 0 ? 0 : 1
    settings.feedbackDamping = damping(4)
  }

  /// Returns a delay, in tenths of a millisecond, in seconds.
  private func time(_ index: Int) -> Float { Float(values[index]) * 0.000_1 }

  private func damping(_ index: Int) -> Float { Float(max(1, min(10, values[index]))) * 0.1 }
}

// MARK: As an insertion effect

extension XGEffect {
  /// The settings of an insertion effect.
  ///
  /// - Parameter isSystem: whether only the effect is heard, because parts feed it by their sends.
  func settings(isSystem: Bool) -> InsertionSettings {
    var settings = InsertionSettings()
    let balance = isSystem ? 1 : Float(max(1, Int(value(9))) &- 1) / 126
    settings.modulation.balance = balance
    settings.delayBalance = balance
    switch kind {
    case .none, .thru:
      // Parts hear themselves already.
      if isSystem { settings.level = 0 }
    case .leftCenterRight, .leftRight, .echo, .crossed:
      settings.hasDelay = true
      settings.delay = delaySettings
      setShelves(&settings.equalizer, low: (12, 13), high: (14, 15))
    case .chorus, .flanger, .symphonic: setChorus(&settings)
    case .rotary: setRotary(&settings)
    case .tremolo, .autoPan: setTremolo(&settings)
    case .phaser: setPhaser(&settings)
    case .distortion, .overdrive: setDistortion(&settings)
    case .amplifier: setAmplifier(&settings)
    case .threeBands: setThreeBands(&settings.equalizer)
    case .twoBands: setShelves(&settings.equalizer, low: (0, 1), high: (2, 3))
    }
    return settings
  }

  /// Sets the shelves from the indices of their frequencies and gains.
  private func setShelves(_ equalizer: inout EqualizerSettings, low: (Int, Int), high: (Int, Int)) {
    equalizer.isOn = true
    equalizer.low = EqualizerSettings.Band(XGScale.frequency(value(low.0)), GSScale.gain(value(low.1)))
    equalizer.high = EqualizerSettings.Band(XGScale.frequency(value(high.0)), GSScale.gain(value(high.1)))
  }

  private func middle(_ first: Int) -> EqualizerSettings.Band {
    EqualizerSettings.Band(
      XGScale.frequency(value(first)), GSScale.gain(value(first &+ 1)), q: max(1, Float(value(first &+ 2)) * 0.1))
  }

  private func setChorus(_ settings: inout InsertionSettings) {
    setShelves(&settings.equalizer, low: (5, 6), high: (7, 8))
    settings.modulation.kind = .chorus
    settings.modulation.chorus.voices = kind == .flanger ? 1 : kind == .symphonic ? 3 : 2
    settings.modulation.chorus.rate = XGScale.rate(value(0))
    settings.modulation.chorus.depth = GM2Scale.depth(value(1)) * (kind == .flanger ? 0.1 : 0.25)
    settings.modulation.chorus.feedback = kind == .symphonic ? 0 : DelayScale.feedback(value(2))
    settings.modulation.chorus.delay = XGScale.delay(value(kind == .symphonic ? 2 : 3))
    guard kind == .flanger else { return }
    // the phase of the right side, in steps of 3 degrees
    settings.modulation.chorus.spread = Float((Int(value(13)) &- 64).magnitude) * (1.0 / 60)
  }

  private func setRotary(_ settings: inout InsertionSettings) {
    setShelves(&settings.equalizer, low: (5, 6), high: (7, 8))
    settings.modulation.kind = .rotary
    settings.modulation.rotary.lowRate = XGScale.rate(value(0)) * 0.85
    settings.modulation.rotary.highRate = XGScale.rate(value(0))
    settings.modulation.rotary.depth = fraction(1)
  }

  private func setTremolo(_ settings: inout InsertionSettings) {
    setShelves(&settings.equalizer, low: (5, 6), high: (7, 8))
    settings.modulation.kind = .tremolo
    settings.modulation.tremolo.rate = XGScale.rate(value(0))
    settings.modulation.tremolo.depth = fraction(1)
    // the phase of the right side, in steps of 3 degrees
    let phase = Float(Int(value(13)) &- 64) * (3.0 / 360)
    settings.modulation.tremolo.phase = kind == .autoPan ? 0.5 : phase < 0 ? phase + 1 : phase
  }

  private func setPhaser(_ settings: inout InsertionSettings) {
    setShelves(&settings.equalizer, low: (5, 6), high: (7, 8))
    settings.modulation.kind = .phaser
    settings.modulation.phaser.rate = XGScale.rate(value(0))
    settings.modulation.phaser.depth = fraction(1) * 2
    // the offset moves the center over six octaves, from 100 Hz
    settings.modulation.phaser.frequency = 100 * Float(ExactMath.exp2(Double(value(2)) * (6.0 / 127)))
    settings.modulation.phaser.feedback = DelayScale.feedback(value(3)) * 0.9
    settings.modulation.phaser.stages = Int(value(10))
  }

  private func setDistortion(_ settings: inout InsertionSettings) {
    setDrive(&settings.drive, highCut: 3)
    settings.equalizer.isOn = true
    settings.equalizer.low = EqualizerSettings.Band(XGScale.frequency(value(1)), GSScale.gain(value(2)))
    settings.equalizer.lowMiddle = middle(6)
    settings.level = fraction(4)
  }

  private func setAmplifier(_ settings: inout InsertionSettings) {
    setDrive(&settings.drive, highCut: 2)
    settings.level = fraction(3)
  }

  private func setDrive(_ drive: inout DriveSettings, highCut: Int) {
    drive.isOn = true
    drive.gain = GSScale.drive(value(0), isHard: kind == .distortion)
    drive.edge = fraction(10)
    drive.highCut = value(highCut) >= 60 ? 20_000 : XGScale.frequency(value(highCut))
  }

  private func setThreeBands(_ equalizer: inout EqualizerSettings) {
    equalizer.isOn = true
    equalizer.low = EqualizerSettings.Band(XGScale.frequency(value(5)), GSScale.gain(value(0)))
    equalizer.lowMiddle = middle(1)
    equalizer.high = EqualizerSettings.Band(XGScale.frequency(value(6)), GSScale.gain(value(4)))
  }
}
