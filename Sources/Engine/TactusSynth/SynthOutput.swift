import TactusDSP

/// The memory of the effects.
///
/// - Thread: control; the rendering thread uses the state in it
final class SynthOutput {
  let state: UnsafeMutablePointer<OutputState>

  init(settings: SynthSettings, sampleRate: Int) {
    state = .allocate(capacity: 1)
    state.initialize(
      to: OutputState(
        reverb: ReverbCore(sampleRate: sampleRate, settings: ReverbSettings()),
        chorus: ChorusCore(sampleRate: sampleRate, settings: ChorusSettings()), hasReverb: settings.reverb,
        hasChorus: settings.chorus))
  }

  func reset() { state.pointee.reset() }

  deinit {
    state.pointee.reverb.deallocate()
    state.pointee.chorus.deallocate()
    state.deallocate()
  }
}
