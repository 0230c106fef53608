/// The points around a loop's end in playback order: some before it, then the loop from its start, repeated.
///
///     loopEnd − before ······· loopEnd ─ loopStart … loopEnd ─ loopStart … ······· loopEnd + after
///
/// From this window, the ordinary kernels can read frames near the loop's end and the frames of short loops.
enum UnrolledLoopWindow {
  /// The number of points before the loop's end.
  static var before: Int64 { 4 }
  /// The number of points after the loop's end.
  static var after: Int64 { 300 }
  /// The number of points in memory: kernels load more points than they use.
  static var points: Int { 376 }
}

extension LaneSample {
  /// Whether the sample can use a window: it has 16 bits, and its loop is long enough for the window to be the same in
  /// the first pass of the loop and in later ones.
  @inline(__always) var canUnrollLoop: Bool { loopEnd &- loopStart >= 8 && lowBytes == nil }

  /// Whether the loop is so short that the window holds it more than once.
  @inline(__always) var hasShortLoop: Bool { loopEnd &- loopStart <= 128 && canUnrollLoop }

  /// Fills a window with the points around the loop's end.
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
