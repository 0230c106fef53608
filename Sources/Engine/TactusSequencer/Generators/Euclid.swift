/// So many onsets as evenly as possible on so many steps.
///
/// Step i has an onset if ((i − r)·k) mod n < k: k onsets, whose distances differ by at most one step, turned by r
/// steps so that there is one on step r. For r = 0 it gives `x..x..x.` of 3 and 8; of 5 and 8 `x.x.xx.x`, which is the same
/// necklace as Bjorklund's and Toussaint's `x.xx.xx.`, turned.
///
/// Source: G. Toussaint, The Euclidean algorithm generates traditional musical rhythms (2005); E. Bjorklund (2003).
/// - Thread: any
public enum Euclid {
  /// Which steps have an onset.
  ///
  /// - Parameters:
  ///   - onsets: how many; none if 0 or less, every step if as many as there are steps or more.
  ///   - steps: how many steps; none if 0 or less. At most ``SequencerSettings/stepLimit``.
  ///   - rotation: by how many steps everything comes later; may be negative.
  public static func rhythm(_ onsets: Int, of steps: Int, rotation: Int = 0) -> [Bool] {
    let steps = min(max(0, steps), SequencerSettings.stepLimit)
    let onsets = min(max(0, onsets), steps)
    guard steps > 0 else { return [] }
    let turn = (rotation % steps + steps) % steps
    return (0..<steps).map { step in (step + steps - turn) % steps * onsets % steps < onsets }
  }
}

extension [Step] {
  /// The steps of a ``Euclid`` rhythm: copies of `hit`, and rests.
  public static func euclid(_ onsets: Int, of steps: Int, rotation: Int = 0, hit: Step = .hit) -> [Step] {
    Euclid.rhythm(onsets, of: steps, rotation: rotation).map { $0 ? hit : .rest }
  }
}
