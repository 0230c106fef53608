import Tactus

/// The settings of reverb and chorus in FluidSynth's units.
struct FluidEffects {
  var hasReverb = true
  /// 0…1.
  var roomSize = 0.2
  /// 0…1.
  var damping = 0.0
  /// 0…100.
  var width = 0.5
  /// 0…1.
  var reverbLevel = 0.9
  var hasChorus = true
  /// The number of voices, 0…99.
  var voices = 3
  /// 0…10.
  var chorusLevel = 2.0
  /// In hertz, 0.1…5.
  var speed = 0.3
  /// In milliseconds, 0…256.
  var depth = 8.0
  /// 0: sine, 1: triangle. The engine's chorus uses another waveform; the value is only stored, so that the program can
  /// read it.
  var shape = 0

  init() {}

  /// The settings that are read.
  private static let names = [
    "synth.reverb.active", "synth.reverb.room-size", "synth.reverb.damp", "synth.reverb.width", "synth.reverb.level",
    "synth.chorus.active", "synth.chorus.nr", "synth.chorus.level", "synth.chorus.speed", "synth.chorus.depth",
  ]

  init(_ settings: FluidSettings) { for name in Self.names { take(name, settings) } }

  /// Stores the value of one setting; other names are ignored.
  mutating func take(_ name: String, _ settings: FluidSettings) {
    let number = settings.number(name) ?? 0
    switch name {
    case "synth.reverb.active": hasReverb = settings.integer(name) != 0
    case "synth.reverb.room-size": roomSize = number
    case "synth.reverb.damp": damping = number
    case "synth.reverb.width": width = number
    case "synth.reverb.level": reverbLevel = number
    case "synth.chorus.active": hasChorus = settings.integer(name) != 0
    case "synth.chorus.nr": voices = settings.integer(name) ?? voices
    case "synth.chorus.level": chorusLevel = number
    case "synth.chorus.speed": speed = number
    case "synth.chorus.depth": depth = number
    default: break
    }
  }

  /// The factors for the effects' inputs.
  var sends: (reverb: Double, chorus: Double) { (hasReverb ? 1 : 0, hasChorus ? 1 : 0) }

  /// The stereo width of FluidSynth's chorus.
  static var chorusWidth: Float { 10 }

  /// The engine's reverb that decays and sounds most like FluidSynth's.
  var reverb: ReverbSettings {
    let room = ReverbFit(roomSize: roomSize)
    var reverb = ReverbSettings()
    reverb.decayTime = Float(room.decayTime)
    reverb.highDecay = Float(0.6 - 0.5 * damping)
    reverb.size = Float(0.3 + 0.4 * roomSize)
    reverb.preDelay = 0.005
    reverb.width = Float(min(1, 0.7 * width))
    reverb.level = Float(reverbLevel * room.gain * (1 + 0.2 * max(0, min(10, width) - 1)))
    return reverb
  }

  /// The engine's chorus that sounds most like FluidSynth's.
  var chorus: ChorusSettings {
    var chorus = ChorusSettings()
    chorus.voices = max(1, voices / 2)
    chorus.rate = Float(speed)
    chorus.depth = Float(depth / 1_000)
    chorus.feedback = 0
    chorus.level = voices == 0 ? 0 : Float(chorusLevel * 0.525)
    return chorus
  }
}

/// The decay time and the gain with which the engine's reverb sounds like FluidSynth's of a given room size. Values
/// between the measured room sizes are interpolated.
private struct ReverbFit {
  var decayTime = 0.0
  var gain = 0.0

  /// The room size, the decays of 60 dB per second, and the gain for the engine's reverb.
  private static let measurements: [(room: Double, decays: Double, gain: Double)] = [
    (0, 1.4, 0.7), (0.2, 1.04, 1), (0.5, 0.59, 1.6), (0.8, 0.265, 1.8), (1, 0.0796, 3.2),
  ]

  init(roomSize: Double) {
    let points = Self.measurements
    let next = max(1, points.firstIndex { $0.room >= roomSize } ?? points.count - 1)
    let (a, b) = (points[next - 1], points[next])
    let part = min(1, max(0, (roomSize - a.room) / (b.room - a.room)))
    decayTime = 1 / (a.decays + (b.decays - a.decays) * part)
    gain = a.gain + (b.gain - a.gain) * part
  }
}

extension FluidSynth {
  /// Changes the settings of the effects.
  func changeEffects(_ change: (inout FluidEffects) -> Void) {
    withLock {
      change(&effects)
      applyEffects()
    }
  }

  /// Sets the engine's effects. This is repeated after each reset, because a reset returns them to their defaults.
  func applyEffects() {
    synth.core.pointee.set(effects.reverb)
    synth.core.pointee.set(effects.chorus)
    synth.core.pointee.setChorusWidth(FluidEffects.chorusWidth)
    changeOutput { _ in }
  }
}
