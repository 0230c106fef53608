import TactusRender

/// The range of a parameter. VST 3 passes all values as numbers from 0 to 1; those of a stepped parameter are divided
/// into equal parts, one for each step.
///
/// Law: `plain(normalized(x))` is x for each value of a stepped parameter.
/// - Thread: any
struct NormalizedRange: BitwiseCopyable {
  let lowest: Double
  let width: Double
  /// The number of steps between the values, 0 for a continuous parameter.
  let steps: Int32

  /// Returns the value of the parameter's own range; values beyond 0…1 are clamped.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func plain(_ normalized: Double) -> Double {
    let share = normalized > 0 ? normalized < 1 ? normalized : 1 : 0
    guard steps > 0 else { return lowest + share * width }
    let step = Int32(share * Double(steps &+ 1))
    return lowest + Double(step < steps ? step : steps)
  }

  /// Returns the number from 0 to 1.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func normalized(_ plain: Double) -> Double {
    guard width > 0 else { return 0 }
    let share = (plain - lowest) / width
    return share > 0 ? share < 1 ? share : 1 : 0
  }
}
