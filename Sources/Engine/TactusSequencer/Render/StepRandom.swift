import TactusRender

/// Stateless random numbers: each is a pure function of its arguments.
///
/// A pass therefore sounds the same live, after a seek, with any partition into cycles and in a bounce, whatever else
/// the sequence plays.
///
///     number(seed, track, pass, step, draw) = m(m(m(m(seed) + track) + pass) + (step, draw))
///
/// m is `CountedRandom.mixed`. Since m is a bijection, different steps of one pass never share a number, and neither do
/// different passes of one step.
package enum StepRandom {
  /// Returns 64 random bits.
  ///
  /// - Parameters:
  ///   - pass: the pass of the track's loop; may be negative.
  ///   - step: the step's number in its track.
  ///   - draw: the index of the random number within the step: number 0 decides whether the step plays; the others vary
  ///     the velocities of its notes.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func bits(seed: UInt64, track: UInt32, pass: Int64, step: UInt32, draw: UInt32) -> UInt64 {
    let key = mixed(mixed(seed) &+ UInt64(track))
    let position = UInt64(step) &<< 32 | UInt64(draw)
    return mixed(mixed(key &+ UInt64(bitPattern: pass)) &+ position)
  }

  private static func mixed(_ bits: UInt64) -> UInt64 { CountedRandom.mixed(bits) }
}
