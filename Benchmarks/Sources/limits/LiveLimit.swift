import Tactus
import Workloads

/// Measures live cycles of 64 frames at 48 kHz with 256 voices and effects, while a band plays on sixteen channels.
///
/// The cycles have random note-ons, note-offs, controllers, pitch bends, channel pressure and program changes. The
/// pedal is down on some channels, so that all 256 voices sound and new notes steal voices. The same stream is played
/// three times: a cycle that is slow in one pass only was disturbed by other programs.
enum LiveLimit {
  private static let passes = 3
  /// The number of cycles before the measurement starts, in which all voices start to sound.
  private static let warmUp = 1_500

  static func measure(_ bank: SoundBank, seconds: Int) throws {
    let count = seconds * 750
    var worst = 0
    var least = [Int](repeating: .max, count: count)
    var first: [Int] = []
    var voices = 0
    for pass in 0..<passes {
      let stage = Stage(bank, SynthSettings(), sampleRate: 48_000, frames: 64)
      var band = Band()
      var times = [Int](repeating: 0, count: count)
      for index in -warmUp..<count {
        let time = time(band.events, stage)
        band.play()
        guard index >= 0 else { continue }
        times[index] = time
        least[index] = min(least[index], time)
        voices += stage.synth.voiceCount
      }
      worst = max(worst, times.max() ?? 0)
      if pass == 0 { first = times.sorted() }
    }
    let sorted = least.sorted()
    print(
      [
        count, voices / (passes * count), first[count / 2], first[count * 999 / 1_000], first[count - 1], worst,
        sorted[count - 1],
      ].map { "\($0)" }.joined(separator: "\t") + "\t" + words(least.firstIndex(of: sorted[count - 1]) ?? 0))
  }

  /// Renders a cycle, and returns its processor time in nanoseconds.
  private static func time(_ events: [TimedEvent], _ stage: Stage) -> Int {
    events.withUnsafeBufferPointer { list in
      let start = ProcessorTime.now
      stage.render(list)
      return ProcessorTime.now - start
    }
  }

  /// Returns a description of the events of a cycle.
  private static func words(_ index: Int) -> String {
    var band = Band()
    for _ in 0..<index + warmUp { band.play() }
    return band.words
  }
}
