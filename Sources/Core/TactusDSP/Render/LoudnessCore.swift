/// Collects loudness values in histograms, so that the memory does not depend on the duration.
package struct LoudnessCore {
  /// The number of bins: 0.01 LU each, from ``least`` to +30 LUFS.
  static var bins: Int { @_noAllocation @_noLocks get { 17_000 } }
  /// The loudness in LUFS at which the first bin starts. It is below the absolute gate of −70 LUFS, because a gain can
  /// lift blocks above the gate.
  static var least: Double { @_noAllocation @_noLocks get { -140 } }
  /// The number of 100 ms steps in a 400 ms block.
  static var momentarySteps: Int { @_noAllocation @_noLocks get { 4 } }
  /// The number of 100 ms steps in a 3 s block.
  static var shortSteps: Int { @_noAllocation @_noLocks get { 30 } }

  /// A histogram of blocks: for each bin, the number of blocks and the sum of their mean squares.
  struct Histogram {
    let counts: UnsafeMutablePointer<Int64>
    let sums: UnsafeMutablePointer<Double>

    @_noAllocation @_noLocks
    func clear() {
      counts.update(repeating: 0, count: LoudnessCore.bins)
      sums.update(repeating: 0, count: LoudnessCore.bins)
    }
  }

  let sampleRate: Int64
  var left: KWeighting
  var right: KWeighting
  /// The histogram of 400 ms blocks.
  let momentary: Histogram
  /// The histogram of 3 s blocks.
  let short: Histogram
  /// The mean squares of the last thirty steps.
  let steps: UnsafeMutablePointer<Double>
  var stepCount: Int64 = 0
  /// The number of frames that have been processed.
  var frame: Int64 = 0
  /// The first frame of the current step.
  var stepStart: Int64 = 0
  /// The first frame after the current step.
  var stepEnd: Int64
  /// The sum of the squares of the filtered samples in the current step.
  var energy = 0.0

  /// Processes `count` frames of both channels; NaN counts as silence.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    var i = 0
    while i < count {
      let end = min(count, i &+ Int(truncatingIfNeeded: stepEnd &- frame))
      frame &+= Int64(end &- i)
      var sum = energy
      while i < end {
        let l = self.left.next(Self.number(left[i]))
        let r = self.right.next(Self.number(right[i]))
        sum += l * l + r * r
        i &+= 1
      }
      energy = sum
      if frame == stepEnd { endStep() }
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private static func number(_ x: Float) -> Double { x - x == 0 ? Double(x) : 0 }

  /// Clears everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    left.reset()
    right.reset()
    momentary.clear()
    short.clear()
    (stepCount, frame, stepStart, energy) = (0, 0, 0, 0)
    stepEnd = (sampleRate &+ 5) / 10
  }

  @_noAllocation @_noLocks
  private mutating func endStep() {
    let slot = Int(truncatingIfNeeded: stepCount % Int64(Self.shortSteps))
    steps[slot] = energy / Double(stepEnd &- stepStart)
    stepCount &+= 1
    stepStart = stepEnd
    // The end is rounded from its exact time, because a tenth of a second may not be a whole number of frames.
    stepEnd = ((stepCount &+ 1) &* sampleRate &+ 5) / 10
    energy = 0
    left.settle()
    right.settle()
    if stepCount >= Int64(Self.momentarySteps) { note(Self.momentarySteps, in: momentary) }
    if stepCount >= Int64(Self.shortSteps) { note(Self.shortSteps, in: short) }
  }

  /// Adds the block that consists of the last `count` steps to a histogram, unless the block is below ``least``.
  @_noAllocation @_noLocks
  private mutating func note(_ count: Int, in histogram: Histogram) {
    var sum = 0.0
    var age = Int64(count)
    while age > 0 {
      sum += steps[Int(truncatingIfNeeded: (stepCount &- age) % Int64(Self.shortSteps))]
      age &-= 1
    }
    let mean = sum / Double(count)
    let loudness = Self.loudness(mean)
    guard loudness >= Self.least else { return }
    let bin = ExactMath.integer((loudness - Self.least) * 100)
    let index = Int(truncatingIfNeeded: min(bin, Int64(Self.bins &- 1)))
    histogram.counts[index] &+= 1
    histogram.sums[index] += mean
  }

  /// Returns the loudness in LUFS for a mean square that is summed over both channels.
  @_noAllocation @_noLocks
  static func loudness(_ mean: Double) -> Double {
    mean > 0 ? -0.691 + ExactMath.log2(mean) * 3.01029995663981195 : -1_000
  }
}
