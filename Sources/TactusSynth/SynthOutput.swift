import TactusDSP

/// The memory of the effects and the final mix.
///
/// - Thread: control, except that the state it holds is used by whoever renders
final class SynthOutput {
  let state: UnsafeMutablePointer<OutputState>

  init(settings: SynthSettings, sampleRate: Int) {
    state = .allocate(capacity: 1)
    state.initialize(to: OutputState())
  }

  func reset() {}

  deinit { state.deallocate() }
}
