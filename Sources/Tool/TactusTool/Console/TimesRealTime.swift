import TactusTime

/// How many seconds of audio are rendered in a second.
struct TimesRealTime {
  private let ratio: Double

  /// - Parameters:
  ///   - seconds: the duration of the audio
  ///   - elapsed: the seconds that it took to render it; 0 before any time has passed
  init(_ seconds: Double, elapsed: Double) { ratio = elapsed > 0 ? seconds / elapsed : 0 }

  /// For a progress line: the number has at least four characters.
  var aligned: String { number.aligned(to: 4) + " × real time" }

  /// For a report. It says so if the program is compiled without optimization, because it then takes much longer.
  var words: String {
    #if DEBUG
      number + " × real time (debug build)"
    #else
      number + " × real time"
    #endif
  }

  private var number: String { ratio.fixed(ratio < 10 ? 1 : 0) }
}
