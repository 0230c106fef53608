#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures how much of the time of the audio its rendering takes.
struct LoadMeter {
  /// The mean of the last renderings, in percent.
  private(set) var percent = 0.0

  /// Returns the time at which a rendering starts, in nanoseconds.
  func start() -> UInt64 { Self.now }

  /// Records that a rendering has ended.
  mutating func end(_ start: UInt64, frames: Int, sampleRate: Int) {
    guard frames > 0 else { return }
    let taken = Double(Self.now &- start) * 1e-9
    percent += (taken * Double(sampleRate) / Double(frames) * 100 - percent) * 0.1
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
