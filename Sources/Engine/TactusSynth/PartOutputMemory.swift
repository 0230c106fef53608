import CTactusKernels

/// The memory of the outputs by part of a ``LiveSynth``.
///
/// - Thread: control; the rendering thread uses the outputs in it
final class PartOutputMemory {
  /// The outputs, for the audio side.
  let outputs: UnsafeMutablePointer<PartOutputs>
  private let memory = Allocations()

  /// Allocates the buses of `count` outputs beside those of a core, and lets the core render into them.
  init(_ layout: SynthOutputs, in core: UnsafeMutablePointer<SynthCore>) {
    let memory = memory
    func bus() -> UnsafeMutablePointer<Float> { memory.allocate(SynthLimits.busFrames, Float(0)) }
    let shared = core.pointee.voices.pointee.renderer.buses
    let mixes = memory.allocate(layout.count * PartialMixBuses.count, shared[0])
    let stems = memory.allocate(layout.count, StemBuses(mixes: mixes))
    for output in 0..<layout.count {
      stems[output].mixes = mixes + output * PartialMixBuses.count
      for number in 0..<PartialMixBuses.count {
        stems[output].mixes[number] = shared[number]
        guard number < SynthLimits.partialMixes else { continue }
        (stems[output].mixes[number].left, stems[output].mixes[number].right) = (bus(), bus())
      }
    }
    var spare = shared[0]
    (spare.left, spare.right) = (bus(), bus())
    let routes = memory.allocate(1, OutputRoutes(count: layout.count))
    outputs = memory.allocate(1, PartOutputs(stems: stems, count: layout.count, spare: spare, routes: routes))
    core.pointee.voices.pointee.routes = routes
    core.pointee.voices.pointee.renderer.stems = stems
  }
}
