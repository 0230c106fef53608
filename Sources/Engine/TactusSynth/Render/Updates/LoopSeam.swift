/// The points around a loop's end as they are met: some before it, and behind it the loop from its start, as often as fits.
///
///     loopEnd − before ······· loopEnd ─ loopStart … loopEnd ─ loopStart … ······· loopEnd + after
///
/// So frames near the end, and those of short loops, are read by the same kernels as all others.
enum LoopSeam {
  /// How many points there are before the loop's end, and behind it.
  static var before: Int64 { 4 }
  static var after: Int64 { 300 }
  /// How many points lie in memory: kernels look at more than they use.
  static var points: Int { 376 }
}

extension LaneSample {
  /// Whether the loop is long enough for a seam to be the same in the first pass and later ones.
  @inline(__always) var hasSeam: Bool { loopEnd &- loopStart >= 8 && lowBytes == nil }

  /// Whether the loop is so short that a seam holds it twice and more.
  @inline(__always) var hasShortLoop: Bool { loopEnd &- loopStart <= 128 && hasSeam }

  /// Lays out the points around the loop's end.
  func laySeam(into seam: UnsafeMutablePointer<Int16>) {
    var at = seam
    for index in loopEnd &- LoopSeam.before..<loopEnd {
      at.pointee = integer(index)
      at += 1
    }
    var index = loopStart
    for _ in 0..<LoopSeam.after {
      at.pointee = integer(index)
      at += 1
      index &+= 1
      if index == loopEnd { index = loopStart }
    }
  }

  /// A 16-bit point of the loop.
  @inline(__always)
  private func integer(_ index: Int64) -> Int16 {
    points.loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: index) &* 2, as: Int16.self)
  }
}
