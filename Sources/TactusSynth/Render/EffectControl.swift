import TactusDSP

/// What system-exclusive messages say of what all ports share: reverb, chorus, master volume and balance, tuning.
///
/// Held by each core alike; the first core's is passed to the effects where a chunk begins.
/// - Thread: audio
struct MasterControl {
  var reverb = ReverbControl()
  var chorus = ChorusControl()
  /// 0…1, in the steps of 14 bits, as loud as a channel's volume would be.
  var volume = 1.0
  /// −1 all left … 1 all right.
  var balance = 0.0
  /// Cents, for all parts and for all but drums.
  var fineTuning = 0.0
  var coarseTuning = 0.0

  var leftGain: Double { volume * volume * min(1, 1 - balance) }
  var rightGain: Double { volume * volume * min(1, 1 + balance) }
}

/// The reverb as messages describe it: a room, and how it is changed.
struct ReverbControl {
  private(set) var settings = ReverbSettings()
  /// Whether the effect has not heard of the settings yet.
  var isNew = false
  /// The room that was chosen, before its changes, and what GS calls its time and low-pass.
  private var room = ReverbSettings()
  private var roomTime: UInt8 = 64
  private var roomLowPass: UInt8 = 0

  /// Takes a room with all it has; the level stays unless it is given.
  mutating func choose(_ newRoom: ReverbSettings, level: Float?, gsTime: UInt8 = 64, gsLowPass: UInt8 = 0) {
    room = newRoom
    roomTime = gsTime
    roomLowPass = gsLowPass
    let kept = settings.level
    settings = newRoom
    settings.level = level ?? kept
    isNew = true
  }

  /// 64 is the level that the room was made for.
  mutating func setLevel(_ value: UInt8) {
    settings.level = Float(value) / 64
    isNew = true
  }

  /// GS reverb time: 64, or what the macro sets, is the room's own time; 28 steps double it, as in GM2.
  mutating func setGSTime(_ value: UInt8) {
    settings.decayTime = room.decayTime * GM2Scale.growth(Int(value) &- Int(roomTime))
    isNew = true
  }

  /// GS pre-low-pass: each step above the macro's own takes a third of an octave.
  mutating func setGSLowPass(_ value: UInt8) {
    settings.highCut = room.highCut * Float(ExactMath.exp2(Double(Int(roomLowPass) &- Int(value)) / 3))
    isNew = true
  }

  mutating func setTime(seconds: Float) {
    settings.decayTime = seconds
    isNew = true
  }

  mutating func setPreDelay(seconds: Float) {
    settings.preDelay = seconds
    isNew = true
  }

  mutating func setLowCut(hertz: Float) {
    settings.lowCut = hertz
    isNew = true
  }

  mutating func setHighCut(hertz: Float) {
    settings.highCut = hertz
    isNew = true
  }

  mutating func setHighDecay(_ part: Float) {
    settings.highDecay = part
    isNew = true
  }
}

/// The chorus as messages describe it.
struct ChorusControl {
  var settings = ChorusSettings() {
    didSet { isNew = true }
  }
  /// Whether the effect has not heard of the settings yet.
  var isNew = false

  /// Takes a chorus with all it has; the level stays unless it is given.
  mutating func choose(_ newChorus: ChorusSettings, level: Float?) {
    var chosen = newChorus
    chosen.level = level ?? settings.level
    settings = chosen
  }
}

/// The units of General MIDI 2's effect parameters.
///
/// Source: GM2 specification 1.2, global parameter control; GS and XG count chorus feedback, depth and sends alike.
enum GM2Scale {
  /// A factor for so many steps of reverb time: e to the power of 0.025 for each.
  static func growth(_ steps: Int) -> Float { Float(ExactMath.exp2(Double(steps) * 0.0360673760222241)) }
  /// Reverb time in seconds: 40 is a second.
  static func reverbTime(_ value: UInt8) -> Float { growth(Int(value) &- 40) }
  /// Chorus rate in hertz.
  static func rate(_ value: UInt8) -> Float { Float(value) * 0.122 }
  /// Chorus depth in seconds.
  static func depth(_ value: UInt8) -> Float { (Float(value) + 1) / 3_200 }
  /// Chorus feedback as a factor.
  static func feedback(_ value: UInt8) -> Float { Float(value) * 0.00763 }
  /// A send as a factor.
  static func send(_ value: UInt8) -> Float { Float(value) * 0.00787 }
}

extension SynthCore {
  /// Each system's own effects and master settings, as its reset calls for them.
  mutating func resetMaster(_ system: SoundSystem) {
    master = MasterControl()
    switch system {
    case .gs, .gm2: master.reverb.choose(.largeHall, level: 1)
    case .gm, .xg, .mma: master.reverb.choose(.mediumHall, level: 1)
    }
    master.chorus.choose(.chorus3, level: 1)
    retuneAll()
  }

  /// Derives a part's tuning from its own settings and the master's.
  mutating func retune(_ part: Int) {
    let shift = channels[part].isDrums ? 0 : master.coarseTuning + parts[part].keyShift * 100
    let tuning = master.fineTuning + parts[part].detune + shift
    guard tuning != channels[part].systemTuning else { return }
    channels[part].systemTuning = tuning
    touch(part)
  }

  mutating func retuneAll() {
    for part in 0..<SynthLimits.channels { retune(part) }
  }
}
