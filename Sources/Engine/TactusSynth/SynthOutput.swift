import TactusDSP

/// The memory of the effects.
///
/// - Thread: control; the rendering thread uses the state in it
final class SynthOutput {
  let state: UnsafeMutablePointer<OutputState>
  private let widened: UnsafeMutablePointer<Float>
  private let sampleRate: Int
  private let hasInsertions: Bool
  private var insertionInput: UnsafeMutablePointer<Float>?

  /// - Parameter makesInsertions: whether to allocate insertion effects at once; see ``makeInsertions()``.
  init(settings: SynthSettings, sampleRate: Int, makesInsertions: Bool = true) {
    self.sampleRate = sampleRate
    hasInsertions = settings.insertions
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
    if makesInsertions { makeInsertions() }
  }

  /// Allocates the insertion effects, unless they exist or the settings turn them off.
  func makeInsertions() {
    guard hasInsertions, insertionInput == nil else { return }
    let count = InsertionControls.count
    let input = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count * SynthLimits.busFrames)
    input.initialize(repeating: 0, count: 2 * count * SynthLimits.busFrames)
    let blocks = UnsafeMutablePointer<InsertionBlock>.allocate(capacity: count)
    for effect in 0..<count {
      let left = input + 2 * effect * SynthLimits.busFrames
      (blocks + effect).initialize(
        to: InsertionBlock(
          core: InsertionCore(sampleRate: sampleRate, hasDelay: effect != InsertionControls.equalizer),
          buses: DryBuses(left: left, right: left + SynthLimits.busFrames)))
    }
    (insertionInput, state.pointee.insertions) = (input, blocks)
  }

  func reset() { state.pointee.reset() }

  deinit {
    state.pointee.reverb.deallocate()
    state.pointee.chorus.deallocate()
    state.pointee.delay.deallocate()
    state.pointee.reverbDelay.deallocate()
    if let insertions = state.pointee.insertions {
      for effect in 0..<InsertionControls.count { insertions[effect].core.deallocate() }
      insertions.deallocate()
    }
    insertionInput?.deallocate()
    state.deallocate()
    widened.deallocate()
  }
}
