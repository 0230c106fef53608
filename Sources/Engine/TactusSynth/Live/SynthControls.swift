import TactusDSP

/// What a ``LiveSynth`` can be set to while it plays.
///
/// - Thread: any
public struct SynthControls: Hashable, Sendable {
  /// How loud it is, in decibels, −96…+48 (clamped); −96 is silence.
  public var gain = 0.0
  /// −1 all left, 0 both alike, 1 all right.
  public var pan = 0.0
  /// How far it is tuned from A = 440 Hz, in cents, −2,400…2,400 (clamped).
  public var tuning = 0.0
  /// How much of what the parts send goes into the reverb, as a factor, 0…4 (clamped).
  public var reverb = 1.0
  /// How much of what the parts send goes into the chorus, as a factor, 0…4 (clamped).
  public var chorus = 1.0
  /// How many voices may sound: at least 1, at most what the synthesizer was made for.
  public var polyphony = 256
  /// How samples are read between their points.
  public var interpolation = SynthSettings.Interpolation.cubic

  /// As said with each.
  public init() {}

  /// The pan that a controller's value means: 64 is exactly the middle, and both ends are reached.
  public static func pan(controller value: UInt8) -> Double {
    let value = Double(min(value, 127))
    return value <= 64 ? (value - 64) / 64 : (value - 64) / 63
  }

  /// The controller's value that is nearest to a pan. Law: `controller(pan: pan(controller: x)) == x`.
  public static func controller(pan: Double) -> UInt8 {
    let pan = pan.isFinite ? min(max(-1, pan), 1) : 0
    return UInt8(64 + (pan <= 0 ? pan * 64 : pan * 63).rounded())
  }

  /// The same with everything in its range; what is no number becomes what it was at first.
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

  /// Of settings that are in their ranges.
  var gains: UnitGains {
    let gain = gain > -96 ? ExactMath.gain(decibels: gain) : 0
    return UnitGains(left: gain * min(1, 1 - pan), right: gain * min(1, 1 + pan), reverb: reverb, chorus: chorus)
  }
}

/// The preset of a part: bank and program as the SoundFont counts them.
///
/// - Thread: any
public struct PartProgram: Hashable, Sendable {
  /// 0…16,383; 128 holds drums.
  public var bank: Int
  /// 0…127.
  public var program: Int

  /// A preset.
  public init(bank: Int = 0, program: Int) { (self.bank, self.program) = (bank, program) }

  init(address: Int32) {
    self.init(bank: Int(PresetAddress.bank(address)), program: Int(PresetAddress.program(address)))
  }

  var address: Int32 { Int32(min(max(0, bank), 16_383)) << 7 | Int32(min(max(0, program), 127)) }
}
