import TactusDSP

/// The reverb settings that messages have set: a room, and changes to it.
struct ReverbControl {
  private(set) var settings = ReverbSettings()
  /// Whether the settings have not been passed on to the effect yet.
  var isNew = false
  /// The delay that replaces the reverb, as two of GS's reverb macros select it; nil if the reverb plays.
  private(set) var delay: ReverbDelay?
  /// The selected room without changes.
  private var room = ReverbSettings()
  /// The reverb time of the selected room, in GS units.
  private var roomTime: UInt8 = 64
  /// The pre-low-pass of the selected room, in GS units.
  private var roomLowPass: UInt8 = 0

  /// Selects a room with all its settings; if `level` is nil, the level stays.
  mutating func choose(_ newRoom: ReverbSettings, level: Float?, gsTime: UInt8 = 64, gsLowPass: UInt8 = 0) {
    room = newRoom
    roomTime = gsTime
    roomLowPass = gsLowPass
    let kept = settings.level
    settings = newRoom
    settings.level = level ?? kept
    delay = nil
    isNew = true
  }

  /// Replaces the reverb by a delay; if `level` is nil, the level stays.
  mutating func choose(_ newDelay: ReverbDelay, level: UInt8?) {
    delay = newDelay
    if let level { settings.level = Float(level) / 64 }
    delay?.level = settings.level
    isNew = true
  }

  /// Sets the level; 64 is the room's default level.
  mutating func setLevel(_ value: UInt8) {
    settings.level = Float(value) / 64
    delay?.level = settings.level
    isNew = true
  }

  /// Sets the feedback of a delay.
  mutating func setDelayFeedback(_ value: UInt8) {
    delay?.feedback = value
    isNew = true
  }

  /// Sets the GS reverb time. The reverb macro's own value, or 64 if no macro is selected, gives the room's decay time
  /// unchanged. The time doubles with every 28 steps above that value, as in GM2.
  mutating func setGSTime(_ value: UInt8) {
    settings.decayTime = room.decayTime * GM2Scale.growth(Int(value) &- Int(roomTime))
    delay?.time = value
    isNew = true
  }

  /// Sets the GS pre-low-pass: each step above the reverb macro's own value lowers the cutoff by a third of an octave.
  mutating func setGSLowPass(_ value: UInt8) {
    settings.highCut = room.highCut * Float(ExactMath.exp2(Double(Int(roomLowPass) &- Int(value)) / 3))
    delay?.lowPass = value
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

/// The chorus settings that messages have set.
struct ChorusControl {
  var settings = ChorusSettings() {
    didSet { isNew = true }
  }
  /// Whether the settings have not been passed on to the effect yet.
  var isNew = false

  /// Selects a chorus with all its settings; if `level` is nil, the level stays.
  mutating func choose(_ newChorus: ChorusSettings, level: Float?) {
    var chosen = newChorus
    chosen.level = level ?? settings.level
    settings = chosen
  }
}
