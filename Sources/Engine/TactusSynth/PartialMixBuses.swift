import CTactusKernels
import TactusDSP

/// The memory of the buses of all partial mixes, of those of the insertion effects, and of the sum.
///
/// - Thread: control; rendering threads use the buses
final class PartialMixBuses {
  /// The number of sets: one for each partial mix, and one for each partial mix of each insertion effect.
  static var count: Int { SynthLimits.partialMixes * (1 + InsertionControls.count) }

  /// The buses of each partial mix, followed by those of each insertion effect.
  let sets: UnsafeMutablePointer<VoiceBuses>
  /// The buses of the sum.
  let mix: VoiceBuses
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameter isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  init(isTouched: Bool = true) {
    let count = SynthLimits.partialMixes
    let plain = (count + 1) * VoiceBuses.count * SynthLimits.busFrames
    let capacity = plain + 2 * (Self.count - count) * SynthLimits.busFrames
    let memory: UnsafeMutablePointer<Float> = ZeroedMemory.allocate(capacity, isTouched: isTouched)
    sets = .allocate(capacity: Self.count)
    for number in 0..<count { (sets + number).initialize(to: VoiceBuses(at: memory, partialMix: number)) }
    for number in count..<Self.count {
      let left = memory + plain + 2 * (number - count) * SynthLimits.busFrames
      (sets + number).initialize(to: VoiceBuses(dryAt: left))
    }
    mix = VoiceBuses(at: memory, partialMix: count)
    self.memory = memory
  }

  deinit {
    sets.deallocate()
    ZeroedMemory.free(memory)
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

  /// Creates two dry buses, one after the other; the send buses must not be used.
  init(dryAt left: UnsafeMutablePointer<Float>) {
    self.init(
      left: left, right: left + SynthLimits.busFrames, reverb_left: left, reverb_right: left, chorus_left: left,
      chorus_right: left, delay_left: left, delay_right: left)
  }
}
