import Synchronization

/// The parameters of a plug-in in plain memory.
///
/// Parameter values are stored in atomics that both threads share. The control side marks the parameters that it has
/// changed, and the audio side applies them at the start of its next cycle.
struct ParameterTable: @unchecked Sendable {  // entries never change, values and marks are atomic
  struct Entry: BitwiseCopyable {
    let target: ParameterTarget
    let lowest, highest: Double
    let isStepped: Bool
    let isModulatable: Bool

    /// Returns the nearest valid value.
    func nearest(_ value: Double) -> Double {
      let clamped = value > lowest ? value < highest ? value : highest : lowest
      guard isStepped else { return clamped }
      // the ranges are small enough for exact conversion to Int
      let down = Int(clamped)
      let rest = clamped - Double(down)
      return Double(rest >= 0.5 ? down &+ 1 : rest <= -0.5 ? down &- 1 : down)
    }
  }

  let count: Int
  let entries: UnsafePointer<Entry>
  let values: UnsafeMutablePointer<Atomic<UInt64>>
  /// One bit for each parameter that the control side has changed.
  let moved: UnsafeMutablePointer<Atomic<UInt64>>
  let wordCount: Int
  /// 1 from the audio side's request for a run of the main-thread tasks until that run begins, otherwise 0.
  let request: UnsafeMutablePointer<Atomic<UInt64>>

  /// Returns the present value of a parameter.
  func value(_ index: Int) -> Double { Double(bitPattern: values[index].load(ordering: .relaxed)) }

  /// Sets a parameter to the nearest valid value, and returns it; nil for NaN and for invalid indices.
  func set(_ index: Int, _ value: Double) -> Double? {
    guard index >= 0, index < count, value == value else { return nil }
    let nearest = entries[index].nearest(value)
    values[index].store(nearest.bitPattern, ordering: .relaxed)
    return nearest
  }

  /// Marks a parameter as changed; the audio side applies it at the start of its next cycle.
  func mark(_ index: Int) {
    let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: index & 63)
    moved[index &>> 6].bitwiseOr(bit, ordering: .releasing)
  }

  /// Whether the control side has set a parameter since the start of the cycle.
  func isMarked(_ index: Int) -> Bool {
    moved[index &>> 6].load(ordering: .acquiring) &>> UInt64(truncatingIfNeeded: index & 63) & 1 == 1
  }

  /// Requests a run of the main-thread tasks; returns false if the run of an earlier request has not begun.
  /// That run then uses all values set before this call.
  func requestMainThread() -> Bool { request.pointee.exchange(1, ordering: .acquiringAndReleasing) == 0 }

  /// Begins the run that was requested. Values that are read afterwards are at least as late as the request.
  func beginMainThreadRun() { _ = request.pointee.exchange(0, ordering: .acquiringAndReleasing) }

  /// Returns and clears the marks in a word.
  func takeMarks(_ word: Int) -> UInt64 {
    if moved[word].load(ordering: .relaxed) == 0 { return 0 }
    return moved[word].exchange(0, ordering: .acquiring)
  }
}
