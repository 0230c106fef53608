import TactusDSP

/// The memory of the effects.
///
/// - Thread: control; the rendering thread uses the state in it
final class SynthOutput {
  let state: UnsafeMutablePointer<OutputState>
  private let widened: UnsafeMutablePointer<Float>
  private let sampleRate: Int
  private let hasInsertions: Bool
  private let isTouched: Bool
  private var insertionInput: UnsafeMutablePointer<Float>?

  /// - Parameters:
  ///   - makesInsertions: whether to allocate insertion effects at once; see ``makeInsertions()``.
  ///   - isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  init(settings: SynthSettings, sampleRate: Int, makesInsertions: Bool = true, isTouched: Bool = true) {
    self.sampleRate = sampleRate
    self.isTouched = isTouched
    hasInsertions = settings.insertions
    widened = .allocate(capacity: 2 * SynthLimits.busFrames)
    widened.initialize(repeating: 0, count: 2 * SynthLimits.busFrames)
    state = .allocate(capacity: 1)
    state.initialize(
      to: OutputState(
        reverb: ReverbCore(sampleRate: sampleRate, settings: ReverbSettings(), isTouched: isTouched),
        chorus: ChorusCore(sampleRate: sampleRate, settings: ChorusSettings(), isTouched: isTouched),
        delay: DelayCore(
          sampleRate: sampleRate, settings: DelayControl().settings, longest: settings.delay ? 1 : 0,
          isTouched: isTouched),
        reverbDelay: DelayCore(
          sampleRate: sampleRate, settings: ReverbDelay().settings,
          longest: settings.reverb ? ReverbDelay.longest : 0, isTouched: isTouched),
        hasReverb: settings.reverb,
        hasChorus: settings.chorus, hasDelay: settings.delay,
        reverbLevel: MasterGain(Self.factor(settings.reverbLevel)),
        chorusLevel: MasterGain(Self.factor(settings.chorusLevel)),
        chorusWidth: ChorusWidth(left: widened, right: widened + SynthLimits.busFrames)))
    if makesInsertions { makeInsertions() }
  }

  /// Returns the factor of an effect's level in decibels, which is clamped; exactly 1 for 0.
  private static func factor(_ level: Double) -> Float {
    let range = SynthSettings.effectLevels
    return Float(ExactMath.gain(decibels: min(range.upperBound, max(range.lowerBound, level))))
  }

  /// Allocates the insertion effects, unless they exist or the settings turn them off.
  func makeInsertions() {
    guard hasInsertions, insertionInput == nil else { return }
    let count = InsertionControls.count
    let input: UnsafeMutablePointer<Float> = ZeroedMemory.allocate(
      2 * count * SynthLimits.busFrames, isTouched: isTouched)
    let blocks = UnsafeMutablePointer<InsertionBlock>.allocate(capacity: count)
    for effect in 0..<count {
      let left = input + 2 * effect * SynthLimits.busFrames
      (blocks + effect).initialize(
        to: InsertionBlock(
          core: InsertionCore(
            sampleRate: sampleRate, hasDelay: effect != InsertionControls.equalizer, isTouched: isTouched),
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
    if let insertionInput { ZeroedMemory.free(insertionInput) }
    state.deallocate()
    widened.deallocate()
  }
}
