import Synchronization
import TactusRealtime
import TactusRender

// Applying parameters.

extension PluginCore {
  /// Applies the parameters that the control side has set since the last cycle.
  mutating func applyControlSide() {
    for word in 0..<table.wordCount {
      var marks = table.takeMarks(word)
      while marks != 0 {
        let index = word &* 64 &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        guard index < table.count else { continue }
        set(index, table.value(index), at: 0)
      }
    }
  }

  /// Applies the values of all parameters, whether they have changed or not.
  mutating func applyAll() {
    for word in 0..<table.wordCount { _ = table.takeMarks(word) }
    for index in 0..<table.count { set(index, table.value(index), at: 0) }
  }

  /// Applies all settings before a cycle, and withdraws the requests for the main thread that result from them: the
  /// caller runs its tasks next. The bypass, which sends note-offs, is left to the cycle.
  mutating func applyBeforeCycles() {
    for word in 0..<table.wordCount { _ = table.takeMarks(word) }
    for index in 0..<table.count {
      if case .bypass = table.entries[index].target { table.mark(index) } else { set(index, table.value(index), at: 0) }
    }
    if case .sampler(let sampler) = kernel { sampler.synth.pointee.applyBeforeCycles() }
    needsMainThreadRun = false
  }

  /// Sets a parameter; the value takes effect in the next sub-block. Resulting note-offs are sent at `offset`.
  mutating func set(_ index: Int, _ value: Double, at offset: Int32) {
    guard let value = table.set(index, value) else { return }
    let target = table.entries[index].target
    if known[index] != value, needsMainThread(target) { needsMainThreadRun = true }
    known[index] = value
    apply(target, modulated(index, value), at: offset)
  }

  /// Whether a changed setting needs the control side, which reports the latency and the number of voices.
  private func needsMainThread(_ target: ParameterTarget) -> Bool {
    switch target {
    case .stage(.humaniseOn), .stage(.humaniseTiming), .synth(.polyphony): true
    default: false
    }
  }

  mutating func apply(_ target: ParameterTarget, _ value: Double, at offset: Int32) {
    switch target {
    case .bypass: bypass(value >= 0.5, at: offset)
    case .learn: learn.pointee.words.mode.pointee.store(Int(value), ordering: .relaxed)
    case .stage(let setting): chain.pointee.adjust(setting, to: value)
    case .sequence(let setting):
      if case .sequencer(let sequencer) = kernel { sequencer.pattern.pointee.set(setting, to: value) }
    case .lane(let lane, let setting):
      if case .sequencer(let sequencer) = kernel {
        sequencer.pattern.pointee.set(setting, ofLane: lane, to: value)
      }
    default:
      guard case .sampler(var sampler) = kernel else { return }
      sampler.set(target, to: value)
      kernel = .sampler(sampler)
    }
  }
}
