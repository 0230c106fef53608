import TactusDSP

/// The memory of the effects.
///
/// - Thread: control; the rendering thread uses the state in it
final class SynthOutput {
  let state: UnsafeMutablePointer<OutputState>
  private let widened: UnsafeMutablePointer<Float>

  init(settings: SynthSettings, sampleRate: Int) {
    widened = .allocate(capacity: 2 * SynthLimits.busFrames)
    widened.initialize(repeating: 0, count: 2 * SynthLimits.busFrames)
    state = .allocate(capacity: 1)
    state.initialize(
      to: OutputState(
        reverb: ReverbCore(sampleRate: sampleRate, settings: ReverbSettings()),
        chorus: ChorusCore(sampleRate: sampleRate, settings: ChorusSettings()),
        delay: DelayCore(
          sampleRate: sampleRate, settings: DelayControl().settings, longest: settings.delay ? 1 : 0),
        reverbDelay: DelayCore(
          sampleRate: sampleRate, settings: ReverbDelay().settings,
          longest: settings.reverb ? ReverbDelay.longest : 0),
        hasReverb: settings.reverb,
        hasChorus: settings.chorus, hasDelay: settings.delay,
        chorusWidth: ChorusWidth(left: widened, right: widened + SynthLimits.busFrames)))
  }

  func reset() { state.pointee.reset() }

  deinit {
    state.pointee.reverb.deallocate()
    state.pointee.chorus.deallocate()
    state.pointee.delay.deallocate()
    state.pointee.reverbDelay.deallocate()
    state.deallocate()
    widened.deallocate()
  }
}
