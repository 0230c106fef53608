import TactusRender
import TactusTime

/// Relates the machine's clock to the frames that a device plays, for drivers that know when a frame is heard.
///
/// - Thread: audio
struct SoundClock {
  private var clock: CycleClock
  /// The number of frames that the MIDI output adds to the frame of each message.
  private let compensation: Int64
  private var isKnown = false

  /// - Parameters:
  ///   - clock: a clock without an anchor.
  ///   - compensation: the compensation of the MIDI output.
  init(_ clock: CycleClock, compensation: Int) {
    (self.clock, self.compensation) = (clock, Int64(compensation))
  }

  /// Returns the clock for the MIDI output.
  ///
  /// - Parameter estimate: the clock to use while it is unknown when frames are heard.
  func clock(or estimate: HostClock) -> HostClock { isKnown ? clock.clock : estimate }

  /// Sets the time at which a frame is heard; nil if it is unknown.
  mutating func set(_ time: Int64?, ofFrame frame: Int64) {
    guard let time else { return reset() }
    isKnown = true
    // the time is right even if it is far from the line: the device has paused, or its latency has changed
    clock.begin(HostStamp(frame: frame &+ compensation, hostTime: time), isPresent: true)
  }

  /// Discards all times.
  mutating func reset() {
    if isKnown { clock.reset() }
    isKnown = false
  }
}
