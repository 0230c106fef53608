/// The stream of a session without audio: it renders in real time and discards the sound.
///
/// - Thread: control; the timer's thread renders
final class TimerStream: DeviceStream {
  let driver = AudioDriver.silent
  let device: String? = nil
  let sampleRate: Int
  let period: Int
  let watch = DeviceWatch()
  private var timer: CycleTimer?

  /// The number of frames in a period, unless a shorter one is requested.
  private static var longestPeriod: Int { 256 }

  init(_ options: DeviceOptions) {
    sampleRate = min(max(1_000, options.sampleRate ?? 48_000), 768_000)
    period = min(options.clampedPeriod, Self.longestPeriod)
  }

  var bufferFrames: Int { 2 * period }

  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
    let frames = period
    timer = CycleTimer(every: Int64(frames) * 1_000_000_000 / Int64(sampleRate)) { [watch] isResumed in
      if isResumed { renderer.pointee.resume(watch.underruns) }
      renderer.pointee.render(frames, renderer.pointee.left, renderer.pointee.right)
      return true
    }
    if timer == nil { throw .refused(driver, reason: "could not start a thread") }
  }

  func stop() {
    timer?.stop()
    timer = nil
  }
}
