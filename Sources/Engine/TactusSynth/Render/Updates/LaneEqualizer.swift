import TactusDSP

/// The equalizer of a voice: two shelves of first order in a row, between the sample and the filter.
///
/// XG instruments equalize each voice, so the part's sends and insertion effects get the equalized sound.
struct LaneEqualizer {
  /// The settings that the shelves have, or ramp to.
  private(set) var settings = PartEqualizer()
  private var low = Shelf()
  private var high = Shelf()
  private var lowTarget = Shelf()
  private var highTarget = Shelf()
  /// The number of frames until the shelves reach their targets.
  private var rampFrames = 0

  @inline(__always)
  init() {}

  /// Creates an equalizer with given settings.
  init(_ settings: PartEqualizer, sampleRate: Double) {
    setTargets(settings, sampleRate)
    (low, high) = (lowTarget, highTarget)
  }

  /// Starts ramps to new settings.
  mutating func glide(to settings: PartEqualizer, frames: Int, sampleRate: Double) {
    setTargets(settings, sampleRate)
    rampFrames = max(1, frames)
    low.startRamp(to: lowTarget, frames: rampFrames)
    high.startRamp(to: highTarget, frames: rampFrames)
  }

  private mutating func setTargets(_ settings: PartEqualizer, _ sampleRate: Double) {
    self.settings = settings
    lowTarget = Shelf(
      settings.lowGain, XGScale.frequency(settings.lowFrequency), sampleRate: sampleRate, isHigh: false)
    highTarget = Shelf(
      settings.highGain, XGScale.frequency(settings.highFrequency), sampleRate: sampleRate, isHigh: true)
  }

  /// Whether the output of another equalizer will be the same.
  func isSame(as other: LaneEqualizer) -> Bool {
    low == other.low && high == other.high && lowTarget == other.lowTarget && highTarget == other.highTarget
      && rampFrames == other.rampFrames
  }

  /// Equalizes frames.
  ///
  /// At each multiple of 64 frames, inaudible states are cleared, before they become subnormal numbers. So the result does
  /// not depend on how the frames are divided into calls.
  mutating func render(_ frames: UnsafeMutablePointer<Float>, _ count: Int, from frame: Int64) {
    var done = 0
    while done < count {
      let now = frame &+ Int64(done)
      if now & Int64(SynthLimits.gridFrames &- 1) == 0 {
        low.settle()
        high.settle()
      }
      let part = min(count &- done, Int(truncatingIfNeeded: Modulation.nextGrid(after: now) &- now))
      renderPart(frames + done, part)
      done &+= part
    }
  }

  @inline(__always)
  private mutating func renderPart(_ frames: UnsafeMutablePointer<Float>, _ count: Int) {
    let ramping = min(count, rampFrames)
    if ramping > 0 { renderRamp(frames, ramping) }
    var (low, high) = (low, high)
    for index in ramping..<max(ramping, count) { frames[index] = high.addHigh(low.addLow(frames[index])) }
    (self.low, self.high) = (low, high)
  }

  private mutating func renderRamp(_ frames: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count {
      frames[index] = high.addHigh(low.addLow(frames[index]))
      low.move()
      high.move()
    }
    rampFrames &-= count
    guard rampFrames == 0 else { return }
    low.take(lowTarget)
    high.take(highTarget)
  }
}

/// A first-order shelf: adds the input's low-pass or high-pass output, times a gain, to the input.
///
/// The low-pass is the trapezoidal integration of the analog one, so that the shelf has exactly the analog gains at zero
/// frequency and at half the sample rate. At the shelf's frequency its gain is half of its decibels; a cut is the
/// inverse of a boost.
private struct Shelf: Equatable {
  /// The share of the difference between the input and the state that the low-pass follows in a frame.
  private var share: Float = 0.5
  /// The gain of the low-pass or the high-pass in the output.
  private var added: Float = 0
  private var shareStep: Float = 0
  private var addedStep: Float = 0
  private var state: Float = 0

  @inline(__always)
  init() {}

  init(_ gain: UInt8, _ frequency: Float, sampleRate: Double, isHigh: Bool) {
    let factor = ExactMath.gain(decibels: PartEqualizer.decibels(gain))
    let turns = Double(frequency) / sampleRate
    let center = ExactMath.tanPi(turns < 0.45 ? turns : 0.45)
    let root = ExactMath.squareRoot(factor)
    let pole = isHigh ? center * root : center / root
    share = Float(pole / (1 + pole))
    added = Float(factor - 1)
  }

  mutating func startRamp(to target: Shelf, frames: Int) {
    shareStep = (target.share - share) / Float(frames)
    addedStep = (target.added - added) / Float(frames)
  }

  /// Takes the coefficients of a shelf, without ramps.
  mutating func take(_ target: Shelf) {
    (share, added, shareStep, addedStep) = (target.share, target.added, 0, 0)
  }

  @inline(__always)
  mutating func move() {
    share += shareStep
    added += addedStep
  }

  @inline(__always)
  mutating func settle() { if state.magnitude < 1e-9 { state = 0 } }

  @inline(__always)
  private mutating func lowPass(_ x: Float) -> Float {
    let step = (x - state) * share
    let low = state + step
    state = low + step
    return low
  }

  @inline(__always)
  mutating func addLow(_ x: Float) -> Float { x + added * lowPass(x) }

  @inline(__always)
  mutating func addHigh(_ x: Float) -> Float { x + added * (x - lowPass(x)) }
}
