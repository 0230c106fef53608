/// The settings of an insertion effect in units of frames. Gains and filters move linearly to the next tuning, frame by
/// frame; what the LFOs need moves once in sixteen frames.
struct InsertionTuning {
  /// The gain in front of the waveshaper, and its edge.
  private(set) var driveGain: Float = 1
  private(set) var driveEdge: Float = 0
  /// The gains of a mono drive's two sides.
  private(set) var drivePan = SIMD2<Float>.one
  private(set) var driveIsMono = false
  private(set) var speaker = FilterBand()
  private(set) var phaser = PhaserTuning()
  private(set) var rotary = RotaryTuning()
  private(set) var tremolo = TremoloTuning()
  /// The gains of the direct sound and of the effect, for the modulation and the delay.
  private(set) var modulationMix = SIMD2<Float>(1, 0)
  private(set) var delayMix = SIMD2<Float>(1, 0)
  private(set) var bands = (FilterBand(), FilterBand(), FilterBand(), FilterBand())
  private(set) var level: Float = 1
  /// An upper bound on the gain of the equalizer and the level together.
  private(set) var greatestGain: Float = 1

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  init(_ settings: InsertionSettings, sampleRate: Double) {
    let gain = settings.drive.gain.bounded(1, 1_000, else: 1)
    driveEdge = settings.drive.edge.bounded(0, 1, else: 0)
    driveGain = gain
    driveIsMono = settings.drive.isMono
    if driveIsMono {
      // both sides are added with the gain that keeps the level of a sound in the middle
      let angle = (Double(settings.drive.pan.bounded(-1, 1, else: 0)) + 1) * 0.125
      drivePan = SIMD2(Float(ExactMath.cos2Pi(angle)), Float(ExactMath.sin2Pi(angle)))
    }
    speaker = FilterBand(lowPass: settings.drive.highCut, sampleRate: sampleRate)
    phaser = PhaserTuning(settings.modulation.phaser, sampleRate: sampleRate)
    rotary = RotaryTuning(settings.modulation.rotary, sampleRate: sampleRate)
    tremolo = TremoloTuning(settings.modulation.tremolo, sampleRate: sampleRate)
    modulationMix = Self.mix(settings.modulation.balance)
    delayMix = Self.mix(settings.delayBalance)
    bands = (
      FilterBand(.lowShelf, settings.equalizer.low, sampleRate: sampleRate),
      FilterBand(.bell, settings.equalizer.lowMiddle, sampleRate: sampleRate),
      FilterBand(.bell, settings.equalizer.highMiddle, sampleRate: sampleRate),
      FilterBand(.highShelf, settings.equalizer.high, sampleRate: sampleRate)
    )
    level = settings.level.bounded(0, 2, else: 1)
    greatestGain = level * settings.equalizer.greatestGain
  }

  /// The peak of a sine that keeps its peak in the drive.
  private static var driveReference: Float { @_noAllocation @_noLocks get { 0.09 } }

  /// Returns the gains of the direct sound and of the effect for a balance of 0 … 1; at 0.5 both are 1.
  @_noAllocation @_noLocks
  private static func mix(_ balance: Float) -> SIMD2<Float> {
    let balance = balance.bounded(0, 1, else: 0.5)
    return SIMD2(balance < 0.5 ? 1 : 2 - 2 * balance, balance > 0.5 ? 1 : 2 * balance)
  }

  /// The gain behind the waveshaper, with which a sine at the reference level keeps its peak.
  var driveLevel: Float {
    @_noAllocation @_noLocks get {
      Self.driveReference / Float(DriveShaper.curve(Double(driveGain * Self.driveReference), Double(driveEdge)))
    }
  }

  /// Moves what the LFOs need a part of the way to another tuning.
  @_noAllocation @_noLocks
  mutating func approachCell(_ other: InsertionTuning, by part: Float) {
    phaser.approach(other.phaser, by: part)
    rotary.approach(other.rotary, by: part)
    tremolo.approach(other.tremolo, by: part)
  }

  /// Moves the drive a part of the way to another tuning.
  @inline(__always) @_noAllocation @_noLocks
  mutating func approachDrive(_ other: InsertionTuning, by part: Float) {
    driveGain += (other.driveGain - driveGain) * part
    driveEdge += (other.driveEdge - driveEdge) * part
    drivePan += (other.drivePan - drivePan) * part
    speaker.approach(other.speaker, by: part)
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func approachModulationMix(_ other: InsertionTuning, by part: Float) {
    modulationMix += (other.modulationMix - modulationMix) * part
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func approachDelayMix(_ other: InsertionTuning, by part: Float) {
    delayMix += (other.delayMix - delayMix) * part
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func approachBands(_ other: InsertionTuning, by part: Float) {
    bands.0.approach(other.bands.0, by: part)
    bands.1.approach(other.bands.1, by: part)
    bands.2.approach(other.bands.2, by: part)
    bands.3.approach(other.bands.3, by: part)
  }

  @inline(__always) @_noAllocation @_noLocks
  mutating func approachLevel(_ other: InsertionTuning, by part: Float) {
    level += (other.level - level) * part
  }
}

extension EqualizerSettings {
  /// The greatest gain at any frequency, as a factor.
  var greatestGain: Float {
    @_noAllocation @_noLocks get {
      guard isOn else { return 1 }
      let decibels = max(0, low.gain) + max(0, lowMiddle.gain) + max(0, highMiddle.gain) + max(0, high.gain)
      return Float(ExactMath.gain(decibels: Double(decibels < 72 ? decibels : 72)))
    }
  }
}
