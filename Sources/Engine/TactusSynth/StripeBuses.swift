import CTactusKernels

/// The memory of the buses of all stripes, and of those of their sum.
///
/// - Thread: control, except that whoever renders exchanges the sets for those of another
final class StripeBuses {
  /// One for each stripe.
  var sets: UnsafeMutablePointer<VoiceBuses>
  /// Where the stripes are summed.
  let mix: VoiceBuses
  private let ownSets: UnsafeMutablePointer<VoiceBuses>
  private let memory: UnsafeMutablePointer<Float>

  init() {
    let count = SynthLimits.stripes
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: (count + 1) * 6 * SynthLimits.busFrames)
    memory.initialize(repeating: 0, count: (count + 1) * 6 * SynthLimits.busFrames)
    ownSets = .allocate(capacity: count)
    for stripe in 0..<count { (ownSets + stripe).initialize(to: VoiceBuses(at: memory, stripe: stripe)) }
    mix = VoiceBuses(at: memory, stripe: count)
    sets = ownSets
    self.memory = memory
  }

  deinit {
    ownSets.deallocate()
    memory.deallocate()
  }
}

extension TactusBuses {
  /// The buses of a stripe in the memory of all.
  init(at memory: UnsafeMutablePointer<Float>, stripe: Int) {
    let first = memory + stripe * 6 * SynthLimits.busFrames
    func bus(_ index: Int) -> UnsafeMutablePointer<Float> { first + index * SynthLimits.busFrames }
    self.init(
      left: bus(0), right: bus(1), reverb_left: bus(2), reverb_right: bus(3), chorus_left: bus(4), chorus_right: bus(5))
  }
}
