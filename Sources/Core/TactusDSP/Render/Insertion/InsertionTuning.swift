/// The settings of an insertion effect in units of frames. All that can ramp moves linearly to the next tuning.
struct InsertionTuning {
  /// The gain in front of the waveshaper and behind it, and its edge.
  private(set) var driveGain: Float = 1
  private(set) var driveLevel: Float = 1
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

  @_noAllocation @_noLocks
  init() {}

  @_noAllocation @_noLocks
  init(_ settings: InsertionSettings, sampleRate: Double) {
    let gain = settings.drive.gain.bounded(1, 1_000, else: 1)
    driveEdge = settings.drive.edge.bounded(0, 1, else: 0)
    driveGain = gain
    driveLevel = 0.25 / Float(DriveShaper.curve(Double(gain) * 0.25, Double(driveEdge)))
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
  }

  /// Returns the gains of the direct sound and of the effect for a balance of 0 … 1; at 0.5 both are 1.
  @_noAllocation @_noLocks
  private static func mix(_ balance: Float) -> SIMD2<Float> {
    let balance = balance.bounded(0, 1, else: 0.5)
    return SIMD2(balance < 0.5 ? 1 : 2 - 2 * balance, balance > 0.5 ? 1 : 2 * balance)
  }

  @_noAllocation @_noLocks
  mutating func approach(_ other: InsertionTuning, by part: Float) {
    driveGain += (other.driveGain - driveGain) * part
    driveLevel += (other.driveLevel - driveLevel) * part
    driveEdge += (other.driveEdge - driveEdge) * part
    drivePan += (other.drivePan - drivePan) * part
    driveIsMono = other.driveIsMono
    speaker.approach(other.speaker, by: part)
    phaser.approach(other.phaser, by: part)
    rotary.approach(other.rotary, by: part)
    tremolo.approach(other.tremolo, by: part)
    modulationMix += (other.modulationMix - modulationMix) * part
    delayMix += (other.delayMix - delayMix) * part
    bands.0.approach(other.bands.0, by: part)
    bands.1.approach(other.bands.1, by: part)
    bands.2.approach(other.bands.2, by: part)
    bands.3.approach(other.bands.3, by: part)
    level += (other.level - level) * part
  }
}
