import TactusDSP

/// GS's insertion effect: its type and its twenty parameters.
///
/// Source: Roland SC-88Pro and SC-8850 owner's manuals, insertion effect list and effect parameter value conversion
/// table. The curves of drive, depth, acceleration and amplifiers are unpublished.
struct GSInsertion {
  /// The type, MSB and LSB.
  private var type: UInt16 = 0
  private var values = SIMD32<UInt8>(repeating: 0)
  /// Whether the type is one of those that are followed.
  private(set) var isFollowed = true

  init() {}

  /// Selects a type with its default parameters. Returns false, and lets the sound pass, if it is not followed.
  mutating func choose(_ msb: UInt8, _ lsb: UInt8) -> Bool {
    type = UInt16(msb) &<< 8 | UInt16(lsb)
    values = SIMD32(repeating: 0)
    isFollowed = setDefaults()
    return isFollowed
  }

  /// Sets parameter 1…20, as 0…19. Returns false if the type is not followed.
  mutating func set(_ index: Int, _ value: UInt8) -> Bool {
    values[index] = value
    return isFollowed
  }

  /// Sets parameters from an index on.
  private mutating func put(_ first: Int, _ list: SIMD16<UInt8>, _ count: Int) {
    for index in 0..<count { values[first &+ index] = list[index] }
  }

  /// Sets the gains of the shelves, pan and level.
  private mutating func putOutput(high: UInt8 = 0x40, level: UInt8 = 127) {
    (values[16], values[17], values[18], values[19]) = (0x40, high, 0x40, level)
  }

  private mutating func setDefaults() -> Bool {
    putOutput()
    values[15] = 64
    switch type {
    case 0x0000: break
    case 0x0100: put(0, SIMD16(1, 0x45, 1, 0x34, 72, 0, 0x48, 56, 0, 0x38, 0, 0, 0, 0, 0, 0), 10)
    case 0x0110:
      put(0, SIMD16(48, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 3)
      putOutput(level: 96)
    case 0x0111:
      put(0, SIMD16(76, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 3)
      putOutput(high: 0x38, level: 84)
    case 0x0120:
      putOutput(level: 104)
      put(0, SIMD16(36, 16, 64, 16, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5)
    case 0x0122: put(0, SIMD16(6, 113, 24, 127, 17, 120, 88, 64, 96, 0, 0, 0, 0, 0, 0, 0), 11)
    case 0x0123: put(0, SIMD16(0, 0, 16, 11, 24, 104, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0), 7)
    case 0x0125, 0x0126: put(0, SIMD16(1, 60, 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 3)
    case 0x0140:
      putOutput(level: 112)
      put(0, SIMD16(24, 8, 127, 5, 66, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 6)
    case 0x0142: put(0, SIMD16(0, 0, 10, 8, 111, 0, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0), 7)
    case 0x0143: put(0, SIMD16(32, 8, 127, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 4)
    case 0x0150: put(0, SIMD16(101, 116, 88, 1, 0, 0, 0, 127, 0, 0, 0, 0, 0, 0, 0, 0), 8)
    case 0x0152: put(0, SIMD16(20, 0, 7, 80, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0), 8)
    case 0x0200...0x0205: setSeriesDefaults()
    default: return false
    }
    return true
  }

  /// Sets the defaults of a drive followed by chorus, flanger or delay.
  private mutating func setSeriesDefaults() {
    putOutput(level: type < 0x0203 ? 80 : 72)
    put(0, SIMD16(48, 0x40, 1, 1, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0), 10)
    switch type {
    case 0x0200, 0x0203: put(5, SIMD16(10, 8, 72, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5)
    case 0x0201, 0x0204: put(5, SIMD16(16, 11, 40, 104, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5)
    default: put(5, SIMD16(111, 80, 127, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5)
    }
  }
}

// MARK: Settings

extension GSInsertion {
  var settings: InsertionSettings {
    var settings = InsertionSettings()
    guard isFollowed, type != 0 else { return settings }
    settings.level = Float(values[19]) * (1.0 / 127)
    if type == 0x0100 {
      setEqualizer(&settings.equalizer)
    } else {
      settings.equalizer.low.gain = GSScale.gain(values[16])
      settings.equalizer.high.gain = GSScale.gain(values[17])
    }
    settings.equalizer.isOn = true
    switch type {
    case 0x0110, 0x0111: setDrive(&settings.drive, amp: 1, pan: values[18], isHard: type == 0x0111)
    case 0x0120...0x0143: setModulation(&settings.modulation)
    case 0x0150: setStereoDelay(&settings)
    case 0x0152: setThreeTaps(&settings)
    case 0x0200...0x0205: setSeries(&settings)
    default: break
    }
    return settings
  }

  private func setEqualizer(_ equalizer: inout EqualizerSettings) {
    equalizer.low = EqualizerSettings.Band(values[0] == 0 ? 200 : 400, GSScale.gain(values[1]))
    equalizer.high = EqualizerSettings.Band(values[2] == 0 ? 4_000 : 8_000, GSScale.gain(values[3]))
    equalizer.lowMiddle = middle(4)
    equalizer.highMiddle = middle(7)
  }

  private func middle(_ first: Int) -> EqualizerSettings.Band {
    EqualizerSettings.Band(
      GSScale.thirdOctaves(values[first], from: 200), GSScale.gain(values[first &+ 2]), q: GSScale.q(values[first &+ 1])
    )
  }

  private func setDrive(_ drive: inout DriveSettings, amp: Int, pan: UInt8, isHard: Bool) {
    drive.isOn = true
    drive.isMono = true
    drive.gain = GSScale.drive(values[0], isHard: isHard)
    drive.edge = isHard ? 0.7 : 0
    drive.pan = Float(Int(pan) &- 64) / 63
    guard values[amp &+ 1] > 0 else { return }
    switch values[amp] {
    case 0: drive.highCut = 3_500
    case 1: drive.highCut = 5_000
    case 2: drive.highCut = 4_500
    default: drive.highCut = 4_000
    }
  }

  private func setModulation(_ modulation: inout ModulationSettings) {
    modulation.balance = GSScale.balance(values[15])
    switch type {
    case 0x0120: setPhaser(&modulation)
    case 0x0122: setRotary(&modulation)
    case 0x0123:
      setChorus(&modulation, delay: 2, voices: 1)
      modulation.chorus.feedback = GSScale.feedback(values[5])
      modulation.chorus.spread = Float(values[6]) * (1.0 / 90)
    case 0x0125, 0x0126: setTremolo(&modulation)
    case 0x0140: setChorus(&modulation, delay: 0, voices: 3)
    case 0x0142:
      setChorus(&modulation, delay: 2, voices: 1)
      modulation.chorus.spread = Float(values[6]) * (1.0 / 90)
    default:
      setChorus(&modulation, delay: 0, voices: 2)
      modulation.chorus.spread = Float(values[3]) * (1.0 / 90)
    }
  }

  /// Sets a chorus whose delay, rate and depth are three parameters in a row.
  private func setChorus(_ modulation: inout ModulationSettings, delay index: Int, voices: Int) {
    modulation.kind = .chorus
    modulation.chorus.voices = voices
    modulation.chorus.feedback = 0
    modulation.chorus.delay = GSScale.preDelay(values[index])
    modulation.chorus.rate = GSScale.rate(values[index &+ 1])
    modulation.chorus.depth = GM2Scale.depth(values[index &+ 2]) * 0.25
  }

  private func setPhaser(_ modulation: inout ModulationSettings) {
    modulation.kind = .phaser
    modulation.phaser.frequency = GSScale.manual(values[0])
    modulation.phaser.rate = GSScale.rate(values[1])
    modulation.phaser.depth = Float(values[2]) * (2.0 / 127)
    modulation.phaser.feedback = Float(values[3]) * (0.9 / 127)
    modulation.phaser.mix = Float(values[4]) * (1.0 / 127)
  }

  private func setRotary(_ modulation: inout ModulationSettings) {
    let isFast = values[10] >= 64
    modulation.kind = .rotary
    modulation.balance = 1
    modulation.rotary.lowRate = GSScale.rate(values[isFast ? 1 : 0])
    modulation.rotary.lowInertia = GSScale.inertia(values[2])
    modulation.rotary.lowLevel = Float(values[3]) * (1.0 / 127)
    modulation.rotary.highRate = GSScale.rate(values[isFast ? 5 : 4])
    modulation.rotary.highInertia = GSScale.inertia(values[6])
    modulation.rotary.highLevel = Float(values[7]) * (1.0 / 127)
    modulation.rotary.separation = Float(values[8]) * (0.5 / 127)
  }

  private func setTremolo(_ modulation: inout ModulationSettings) {
    modulation.kind = .tremolo
    modulation.tremolo.wave = TremoloSettings.Wave(gs: values[0])
    modulation.tremolo.rate = GSScale.rate(values[1])
    modulation.tremolo.depth = Float(values[2]) * (1.0 / 127)
    modulation.tremolo.phase = type == 0x0126 ? 0.5 : 0
  }

  private func setStereoDelay(_ settings: inout InsertionSettings) {
    let (left, right) = (GSScale.delay3(values[0]), GSScale.delay3(values[1]))
    let feedback = GSScale.feedback(values[2])
    // an echo that crosses has the delay of the side it comes from
    let isCrossed = values[3] == 1
    settings.hasDelay = true
    settings.delayBalance = GSScale.balance(values[15])
    settings.delay.routing = .stereo
    if isCrossed { settings.delay.routing = .crossedFeedback }
    settings.delay.left = DelayTap(time: left, gain: values[4] == 0 ? 1 : -1)
    settings.delay.right = DelayTap(time: right, gain: values[5] == 0 ? 1 : -1)
    settings.delay.leftFeedback = DelayTap(time: isCrossed ? right : left, gain: feedback)
    settings.delay.rightFeedback = DelayTap(time: isCrossed ? left : right, gain: feedback)
    settings.delay.feedbackDamping = GSScale.damping(values[7])
  }

  private func setThreeTaps(_ settings: inout InsertionSettings) {
    let center = GSScale.delay1(values[0])
    settings.hasDelay = true
    settings.delayBalance = GSScale.balance(values[15])
    settings.delay.routing = .mono
    settings.delay.left = DelayTap(time: GSScale.delay1(values[1]), gain: Float(values[5]) * (1.0 / 127))
    settings.delay.right = DelayTap(time: GSScale.delay1(values[2]), gain: Float(values[6]) * (1.0 / 127))
    settings.delay.leftSecond = DelayTap(time: center, gain: Float(values[4]) * (1.0 / 127))
    settings.delay.rightSecond = settings.delay.leftSecond
    settings.delay.leftFeedback = DelayTap(time: center, gain: GSScale.feedback(values[3]))
    settings.delay.feedbackDamping = GSScale.damping(values[7])
  }

  /// Sets a drive followed by chorus, flanger or delay.
  private func setSeries(_ settings: inout InsertionSettings) {
    setDrive(&settings.drive, amp: 2, pan: values[1], isHard: type >= 0x0203)
    let balance = GSScale.balance(values[9])
    switch type {
    case 0x0200, 0x0203:
      setChorus(&settings.modulation, delay: 5, voices: 1)
      settings.modulation.balance = balance
    case 0x0201, 0x0204:
      setChorus(&settings.modulation, delay: 5, voices: 1)
      settings.modulation.chorus.feedback = GSScale.feedback(values[8])
      settings.modulation.balance = balance
    default:
      let tap = DelayTap(time: GSScale.delay3(values[5]), gain: 1)
      settings.hasDelay = true
      settings.delayBalance = balance
      settings.delay.routing = .stereo
      (settings.delay.left, settings.delay.right) = (tap, tap)
      settings.delay.leftFeedback = DelayTap(time: tap.time, gain: GSScale.feedback(values[6]))
      settings.delay.rightFeedback = settings.delay.leftFeedback
      settings.delay.feedbackDamping = GSScale.damping(values[7])
    }
  }
}

extension TremoloSettings.Wave {
  /// GS's waves: triangle, square, sine, and two sawtooth waves.
  fileprivate init(gs value: UInt8) {
    switch value {
    case 0: self = .triangle
    case 1: self = .square
    case 2: self = .sine
    case 3: self = .rising
    default: self = .falling
    }
  }
}
