/// The points around a loop's end as they are met: some before it, and behind it the loop from its start, as often as fits.
///
///     loopEnd − before ······· loopEnd ─ loopStart … loopEnd ─ loopStart … ······· loopEnd + after
///
/// So frames near the end, and those of short loops, are read by the same kernels as all others.
enum UnrolledLoopWindow {
  /// How many points there are before the loop's end, and behind it.
  static var before: Int64 { 4 }
  static var after: Int64 { 300 }
  /// How many points lie in memory: kernels look at more than they use.
  static var points: Int { 376 }
}

extension LaneSample {
  /// Whether the window is the same in the first pass of the loop and in later ones.
  @inline(__always) var canUnrollLoop: Bool { loopEnd &- loopStart >= 8 && lowBytes == nil }

  /// Whether the loop is so short that the window holds it more than once.
  @inline(__always) var hasShortLoop: Bool { loopEnd &- loopStart <= 128 && canUnrollLoop }

  /// Lays out the points around the loop's end.
  func unroll(into window: UnsafeMutablePointer<Int16>) {
    var at = window
    for index in loopEnd &- UnrolledLoopWindow.before..<loopEnd {
      at.pointee = integer(index)
      at += 1
    }
    var index = loopStart
    for _ in 0..<UnrolledLoopWindow.after {
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
