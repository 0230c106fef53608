import TactusDSP

/// The settings that a ``LiveSynth`` can change while it plays.
///
/// - Thread: any
public struct SynthControls: Hashable, Sendable {
  /// The output gain in decibels, −96…+48 (clamped); −96 is silence.
  public var gain = 0.0
  /// The pan of the output: −1 is left, 0 is the center, 1 is right.
  public var pan = 0.0
  /// The offset from A = 440 Hz in cents, −2,400…2,400 (clamped).
  public var tuning = 0.0
  /// The factor for all reverb sends, 0…4 (clamped).
  public var reverb = 1.0
  /// The factor for all chorus sends, 0…4 (clamped).
  public var chorus = 1.0
  /// The maximum number of voices, from 1 to the polyphony of the synthesizer's initial settings.
  public var polyphony = 256
  /// The interpolation between the frames of a sample.
  public var interpolation = SynthSettings.Interpolation.cubic

  /// Creates the default settings.
  public init() {}

  /// Returns the pan for a controller value: 0 is exactly left, 64 the center, and 127 right.
  public static func pan(controller value: UInt8) -> Double {
    let value = Double(min(value, 127))
    return value <= 64 ? (value - 64) / 64 : (value - 64) / 63
  }

  /// Returns the controller value nearest to a pan. For every x, `controller(pan: pan(controller: x)) == x`.
  public static func controller(pan: Double) -> UInt8 {
    let pan = pan.isFinite ? min(max(-1, pan), 1) : 0
    return UInt8(64 + (pan <= 0 ? pan * 64 : pan * 63).rounded())
  }

  /// The settings clamped to their ranges; NaN and infinities become the default value.
  public var clamped: SynthControls {
    func within(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isFinite ? min(max(range.lowerBound, value), range.upperBound) : usual
    }
    var controls = self
    controls.gain = within(gain, -96...48, 0)
    controls.pan = within(pan, -1...1, 0)
    controls.tuning = within(tuning, -2_400...2_400, 0)
    controls.reverb = within(reverb, 0...4, 1)
    controls.chorus = within(chorus, 0...4, 1)
    controls.polyphony = min(max(1, polyphony), 4_096)
    return controls
  }

  /// The gains of the output and of the effects' inputs; the settings must be clamped.
  var gains: UnitGains {
    let gain = gain > -96 ? ExactMath.gain(decibels: gain) : 0
    return UnitGains(left: gain * min(1, 1 - pan), right: gain * min(1, 1 + pan), reverb: reverb, chorus: chorus)
  }
}

/// The preset of a part: bank and program as numbered in the SoundFont.
///
/// - Thread: any
public struct PartProgram: Hashable, Sendable {
  /// The bank number, 0…65,535; 128 holds drums.
  public var bank: Int
  /// The program, 0…127.
  public var program: Int

  /// Creates a preset selection.
  public init(bank: Int = 0, program: Int) { (self.bank, self.program) = (bank, program) }

  init(address: Int32) {
    self.init(bank: Int(PresetAddress.bank(address)), program: Int(PresetAddress.program(address)))
  }

  var address: Int32 { Int32(min(max(0, bank), 65_535)) << 7 | Int32(min(max(0, program), 127)) }
}
