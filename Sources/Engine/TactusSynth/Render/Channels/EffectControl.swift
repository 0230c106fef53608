import TactusDSP

/// The reverb as messages describe it: a room, and how it is changed.
struct ReverbControl {
  private(set) var settings = ReverbSettings()
  /// Whether the settings have not been handed on to the effect yet.
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
  /// Whether the settings have not been handed on to the effect yet.
  var isNew = false

  /// Takes a chorus with all it has; the level stays unless it is given.
  mutating func choose(_ newChorus: ChorusSettings, level: Float?) {
    var chosen = newChorus
    chosen.level = level ?? settings.level
    settings = chosen
  }
}
