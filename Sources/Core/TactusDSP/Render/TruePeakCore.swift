/// Measures the greatest magnitude of two channels, at and between their samples.
package struct TruePeakCore {
  var left: PeakScan
  var right: PeakScan
  /// The greatest magnitude so far.
  var peak: Float = 0

  /// Processes `count` frames of both channels.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    var i = 0
    while i < count {
      let isFull = self.left.take(left[i])
      _ = self.right.take(right[i])
      if isFull { scan() }
      i &+= 1
    }
  }

  /// Clears everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    left.reset()
    right.reset()
    peak = 0
  }

  /// Processes the incomplete last run as if silence followed it, and returns the peak.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func finish() -> Float {
    var rest = PeakScan.taps &+ PeakScan.run
    while rest > 0 {
      let isFull = left.take(0)
      _ = right.take(0)
      if isFull { scan() }
      rest &-= 1
    }
    return peak
  }

  @_noAllocation @_noLocks
  private mutating func scan() {
    if left.mayExceed(peak) { peak = Self.greatest(left, peak) }
    if right.mayExceed(peak) { peak = Self.greatest(right, peak) }
    left.advance()
    right.advance()
  }

  @_noAllocation @_noLocks
  private static func greatest(_ scan: PeakScan, _ before: Float) -> Float {
    var peak = before
    var index = 0
    while index < PeakScan.run {
      let value = scan.peak(at: index)
      if value > peak { peak = value }
      index &+= 1
    }
    return peak
  }
}
