/// The simulated hosts.
package enum HostKind: String, CaseIterable, Sendable {
  /// One tempo, cycles of one length, beats as exact as floating-point numbers allow.
  case steady
  /// The tempo rises linearly by half and falls again; the host reports one tempo per cycle.
  case ramping
  /// Cycles of random lengths, and reported beats off by up to a millionth of a quarter note.
  case jittery
  /// A region of 3.3 quarter notes repeats, independent of cycle boundaries.
  case cycling
  /// A pre-roll; a transport that is always reported as changed; an unreported stop just before an event; a missing
  /// tempo; jumps; empty cycles; a sample time that restarts; a position 24 hours after the start.
  case broken

  /// A description in a few words.
  package var summary: String {
    switch self {
    case .steady: "one tempo, exact beats"
    case .ramping: "linear tempo ramps, up and down"
    case .jittery: "random buffer sizes, beats off by up to 1e-6"
    case .cycling: "loops 3.3 beats, wraps inside buffers"
    case .broken: "wrong flags, unreported stops, gaps, jumps"
    }
  }

  /// Returns a script of about `beats` quarter notes, starting at beat 0 or with a pre-roll before it.
  ///
  /// - Parameters:
  ///   - beats: the number of quarter notes.
  ///   - cycleLength: the number of frames per cycle; if lengths vary, their maximum.
  ///   - tempo: in quarter notes per minute.
  ///   - sampleRate: in frames per second.
  ///   - seed: the random seed.
  package func scenes(
    beats: Int, cycleLength: Int, tempo: Double, sampleRate: Int, seed: UInt64
  ) -> [HostScene] {
    var random = HostRandom(seed: seed)
    let script = HostScript(cycleLength: cycleLength, tempo: Int64((tempo * 1e9).rounded()), sampleRate: sampleRate)
    switch self {
    case .steady: return [script.scene(beats: beats, at: 0)]
    case .ramping: return script.ramps(beats: beats)
    case .jittery: return [script.jitter(beats: beats, &random)]
    case .cycling: return [script.cycling(beats: beats)]
    case .broken: return script.broken(beats: beats)
    }
  }
}
