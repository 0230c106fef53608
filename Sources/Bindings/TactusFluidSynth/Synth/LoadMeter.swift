/// Measures the time that rendering takes, relative to the duration of the rendered audio.
struct LoadMeter {
  /// The mean of the last renderings, in percent.
  private(set) var percent = 0.0

  /// Returns the time at which a rendering starts, in nanoseconds.
  func start() -> Int64 { MonotonicClock.now }

  /// Records that a rendering has ended.
  mutating func end(_ start: Int64, frames: Int, sampleRate: Int) {
    guard frames > 0 else { return }
    let taken = Double(MonotonicClock.now - start) * 1e-9
    percent += (taken * Double(sampleRate) / Double(frames) * 100 - percent) * 0.1
  }
}
