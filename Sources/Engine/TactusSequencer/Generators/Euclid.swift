/// Distributes onsets as evenly as possible over steps.
///
/// Step i has an onset if ((i − r)·k) mod n < k: k onsets, whose distances differ by at most one step, rotated by r
/// steps so that step r has an onset. With r = 0, 3 of 8 is `x..x..x.` and 5 of 8 is `x.x.xx.x`, which is a rotation of
/// Bjorklund's and Toussaint's `x.xx.xx.`.
///
/// Source: G. Toussaint, The Euclidean algorithm generates traditional musical rhythms (2005); E. Bjorklund (2003).
/// - Thread: any
public enum Euclid {
  /// Returns for each step whether it has an onset.
  ///
  /// - Parameters:
  ///   - onsets: the number of onsets, clamped to 0…`steps`.
  ///   - steps: the number of steps, clamped to 0…``SequencerSettings/stepLimit``.
  ///   - rotation: the number of steps by which the rhythm is delayed; may be negative.
  public static func rhythm(_ onsets: Int, of steps: Int, rotation: Int = 0) -> [Bool] {
    let steps = min(max(0, steps), SequencerSettings.stepLimit)
    let onsets = min(max(0, onsets), steps)
    guard steps > 0 else { return [] }
    let turn = (rotation % steps + steps) % steps
    return (0..<steps).map { step in (step + steps - turn) % steps * onsets % steps < onsets }
  }
}

extension [Step] {
  /// Returns the steps of a ``Euclid`` rhythm: copies of `hit`, and rests.
  public static func euclid(_ onsets: Int, of steps: Int, rotation: Int = 0, hit: Step = .hit) -> [Step] {
    Euclid.rhythm(onsets, of: steps, rotation: rotation).map { $0 ? hit : .rest }
  }
}
