import TactusRender

/// The range of a parameter. VST 3 passes all values as numbers from 0 to 1; those of a stepped parameter are divided
/// into equal parts, one for each step.
///
/// Many hosts keep these numbers in single precision, and send them back for all parameters, even for those that nobody
/// has changed. Such a number stands for a range of values; the one with the fewest decimals is what was meant.
///
/// Laws: `plain(normalized(x))` and `plain(Double(Float(normalized(x))))` are x for each value of a stepped parameter, and
/// for each value of a continuous one whose decimals are few enough for single precision, as those of all defaults. A
/// number of double precision gives the value with at most 7 decimals that it was computed from, if there is one. If it
/// is also a number of single precision, such as 0.25, it counts as one.
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
    guard steps > 0 else { return nearestDecimal(lowest + share * width, share) }
    // in single precision, a number can lie just beyond the part of its step
    let nearest = Double(Int32(share * Double(steps) + 0.5))
    if Float(nearest / Double(steps)) == Float(share) { return lowest + nearest }
    let step = Int32(share * Double(steps &+ 1))
    return lowest + Double(step < steps ? step : steps)
  }

  /// Returns the value with the fewest decimals that has the same share, in the precision of the share; if none with at
  /// most 7 decimals has it, the value itself.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  private func nearestDecimal(_ value: Double, _ share: Double) -> Double {
    let single = Float(share)
    let isSingle = Double(single) == share
    var scale = 1.0
    while scale <= 1e7 {
      let scaled = value * scale
      guard scaled > -1e15, scaled < 1e15 else { return value }
      let decimal = Double(Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)) / scale
      let found = normalized(decimal)
      let isInside = decimal >= lowest && decimal <= lowest + width
      if isInside, found == share || isSingle && Float(found) == single { return decimal }
      scale *= 10
    }
    return value
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
