/// The hosts that there are to try things on.
package enum HostKind: String, CaseIterable, Sendable {
  /// One tempo, cycles of one length, beats as exact as numbers can be.
  case steady
  /// The tempo rises by a half and falls again in straight lines; each cycle is told one tempo.
  case ramping
  /// Cycles of random lengths, beats off by up to a millionth.
  case jittery
  /// A region of 3.3 quarter notes is repeated, whatever the cycles' borders.
  case cycling
  /// A pre-roll; a transport that always claims to have changed; stops on an event, of which it says nothing; leaves out
  /// its tempo; jumps; cycles of no frames; a sample time that begins anew; 24 hours.
  case broken

  /// What it is, in a few words.
  package var summary: String {
    switch self {
    case .steady: "one tempo, exact beats"
    case .ramping: "linear tempo ramps, up and down"
    case .jittery: "random buffer sizes, beats off by up to 1e-6"
    case .cycling: "loops 3.3 beats, wraps inside buffers"
    case .broken: "wrong flags, unreported stops, gaps, jumps"
    }
  }

  /// The script for about so many quarter notes from beat 0.
  ///
  /// - Parameters:
  ///   - beats: how many quarter notes to play.
  ///   - cycleLength: the frames of a cycle, or of the longest.
  ///   - tempo: quarter notes per minute.
  ///   - sampleRate: frames per second.
  ///   - seed: for what is random.
  package func passages(
    beats: Int, cycleLength: Int, tempo: Double, sampleRate: Int, seed: UInt64
  ) -> [HostPassage] {
    var random = HostRandom(seed: seed)
    let script = HostScript(cycleLength: cycleLength, tempo: Int64((tempo * 1e9).rounded()), sampleRate: sampleRate)
    switch self {
    case .steady: return [script.passage(beats: beats, at: 0)]
    case .ramping: return script.ramps(beats: beats)
    case .jittery: return [script.jitter(beats: beats, &random)]
    case .cycling: return [script.cycling(beats: beats)]
    case .broken: return script.broken(beats: beats)
    }
  }
}
