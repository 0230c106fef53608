import CTactusKernels

/// The memory of the buses of all partial mixes, and of their sum.
///
/// - Thread: control; the rendering threads only exchange sets between replicas
final class PartialMixBuses {
  /// The buses of each partial mix.
  var sets: UnsafeMutablePointer<VoiceBuses>
  /// The buses of the sum.
  let mix: VoiceBuses
  private let ownSets: UnsafeMutablePointer<VoiceBuses>
  private let memory: UnsafeMutablePointer<Float>

  init() {
    let count = SynthLimits.partialMixes
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: (count + 1) * VoiceBuses.count * SynthLimits.busFrames)
    memory.initialize(repeating: 0, count: (count + 1) * VoiceBuses.count * SynthLimits.busFrames)
    ownSets = .allocate(capacity: count)
    for number in 0..<count { (ownSets + number).initialize(to: VoiceBuses(at: memory, partialMix: number)) }
    mix = VoiceBuses(at: memory, partialMix: count)
    sets = ownSets
    self.memory = memory
  }

  deinit {
    ownSets.deallocate()
    memory.deallocate()
  }
}

extension TactusBuses {
  /// The number of buses.
  static var count: Int { 8 }

  /// Creates the buses of a partial mix inside the common memory.
  init(at memory: UnsafeMutablePointer<Float>, partialMix number: Int) {
    let first = memory + number * Self.count * SynthLimits.busFrames
    func bus(_ index: Int) -> UnsafeMutablePointer<Float> { first + index * SynthLimits.busFrames }
    self.init(
      left: bus(0), right: bus(1), reverb_left: bus(2), reverb_right: bus(3), chorus_left: bus(4), chorus_right: bus(5),
      delay_left: bus(6), delay_right: bus(7))
  }
}
