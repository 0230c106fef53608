/// The waveshaper of overdrive and distortion. First-order antiderivative antialiasing reduces its aliasing: each output
/// sample is the average of the shaping curve between two successive input samples.
///
/// Only IEEE operations are used, so the result is the same on every platform.
///
/// Source: J. Parker, V. Zavalishin, E. Le Bivic, "Reducing the aliasing of nonlinear waveshaping using
/// continuous-time convolution" (DAFx 2016).
struct DriveShaper {
  /// The last input, and its antiderivative.
  private var last = 0.0
  private var lastIntegral = 0.0
  private var lastEdge = 0.0

  @_noAllocation @_noLocks
  init() {}

  /// Returns the shaped input, delayed by half a frame.
  @inline(__always) @_noAllocation @_noLocks
  mutating func shape(_ input: Double, edge: Double) -> Double {
    let x = input.magnitude < 1e-12 ? 0 : input
    if edge != lastEdge {
      lastEdge = edge
      lastIntegral = Self.integral(last, edge)
    }
    let integral = Self.integral(x, edge)
    let change = x - last
    let output = change.magnitude < 1e-5 ? Self.curve((x + last) * 0.5, edge) : (integral - lastIntegral) / change
    (last, lastIntegral) = (x, integral)
    return output
  }

  /// Returns the value of the shaping curve: a mix of soft clipping, 1.5x − 0.5x³, and hard clipping, both at ±1.
  @inline(__always) @_noAllocation @_noLocks
  static func curve(_ x: Double, _ edge: Double) -> Double {
    let limited = x > 1 ? 1 : x < -1 ? -1 : x
    return limited * (1.5 - 0.5 * limited * limited) * (1 - edge) + limited * edge
  }

  @inline(__always) @_noAllocation @_noLocks
  private static func integral(_ x: Double, _ edge: Double) -> Double {
    let size = x.magnitude
    guard size < 1 else { return (size - 0.375) * (1 - edge) + (size - 0.5) * edge }
    let square = x * x
    return square * (0.75 - 0.125 * square) * (1 - edge) + square * 0.5 * edge
  }
}
