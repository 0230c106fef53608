import CTactusKernels

/// The stereo width of a chorus: at 1, the two channels are unchanged; above 1, the difference between them is
/// amplified.
///
/// Source: measurements of FluidSynth's chorus, whose width is 10. Low frequencies, which are nearly equal in both
/// channels, keep their level; high frequencies become up to 17 dB louder.
struct ChorusWidth {
  /// Memory for one chunk of the chorus.
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  /// The width, 0…10.
  var width: Float = 1

  /// The memory, which is free between `finish` and `begin`.
  var spare: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) { (left, right) }

  /// Returns the buffers to which the chorus is added: those of the mix at a width of 1, unless it is needed apart from
  /// the mix; otherwise cleared memory.
  func begin(
    _ mix: TactusBuses, _ count: Int, isApart: Bool
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    guard width != 1 || isApart else { return (mix.left, mix.right) }
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    return (left, right)
  }

  /// Adds the widened chorus to the mix.
  func finish(_ mix: TactusBuses, _ count: Int, isApart: Bool) {
    guard width != 1 || isApart else { return }
    let (own, other) = ((1 + width) * 0.5, (1 - width) * 0.5)
    for frame in 0..<count {
      mix.left[frame] += left[frame] * own + right[frame] * other
      mix.right[frame] += right[frame] * own + left[frame] * other
    }
  }
}
