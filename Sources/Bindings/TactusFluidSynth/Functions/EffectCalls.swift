import CFluidSynth
import Tactus

// Helpers for the functions of the reverb and the chorus. There is only one group of effects, number 0; −1 stands for
// all groups.

/// Changes the effects of a group.
func changeEffects(_ synth: OpaquePointer?, _ group: Int32 = -1, _ body: (inout FluidEffects) -> Void) -> Int32 {
  call(synth) {
    guard group == -1 || group == 0 else { return false }
    $0.changeEffects(body)
    return true
  }
}

/// Reads a value of the effects of a group.
func readEffects<Value>(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Value>?, _ body: (FluidEffects) -> Value
) -> Int32 {
  call(synth) { synth in
    guard let value, group == -1 || group == 0 else { return false }
    value.pointee = synth.withLock { body(synth.effects) }
    return true
  }
}

func readEffects<Value: Numeric>(_ synth: OpaquePointer?, _ body: (FluidEffects) -> Value) -> Value {
  FluidSynth.object(synth).map { synth in synth.withLock { body(synth.effects) } } ?? 0
}

/// Changes the effects if a value is in its range.
func setEffect(
  _ synth: OpaquePointer?, _ value: Double, in range: ClosedRange<Double>,
  _ path: WritableKeyPath<FluidEffects, Double>,
  group: Int32
) -> Int32 {
  range.contains(value) ? changeEffects(synth, group) { $0[keyPath: path] = value } : failed
}

func setEffect(
  _ synth: OpaquePointer?, _ value: Int32, in range: ClosedRange<Int32>, _ path: WritableKeyPath<FluidEffects, Int>,
  group: Int32
) -> Int32 {
  range.contains(value) ? changeEffects(synth, group) { $0[keyPath: path] = Int(value) } : failed
}

extension Double {
  /// Returns the value clamped to a range; NaN becomes the lower bound.
  func limited(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
  }
}
