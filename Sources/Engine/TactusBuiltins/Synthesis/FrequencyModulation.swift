import TactusDSP

/// Two-operator frequency modulation for bells and electric pianos (Chowning 1973): one sine modulates the phase of
/// another.
struct FrequencyModulation {
  /// The carrier's frequency as a multiple of the root frequency.
  var carrier = 1.0
  /// The modulator's frequency as a multiple of the root frequency.
  var modulator = 1.0
  /// The modulation index at the start, in radians.
  var index = 1.0
  /// The final modulation index, in radians.
  var restIndex = 0.0
  /// The rate at which the index falls to its final value, in dB per second.
  var indexDecay = 20.0
  var level = 1.0
  /// The rate at which the level falls in addition to the volume envelope, in dB per second.
  var decay = 0.0
  /// The feedback of the modulator into its own phase, in radians.
  var feedback = 0.0

  /// Adds the voice to `points`. `turn` is the root frequency in cycles per point. Starting at the point `frozenFrom`,
  /// all parameters are constant, so that a loop can follow.
  func add(to points: inout [Float], turn: Double, rate: Double, frozenFrom: Int = .max) {
    let table = SineTable.shared
    var modulation = (index - restIndex) * 0.159154943
    let rest = restIndex * 0.159154943
    let modulationFactor = ExactMath.gain(decibels: -indexDecay / rate)
    var loudness = level
    let levelFactor = ExactMath.gain(decibels: -decay / rate)
    let feedbackTurns = feedback * 0.159154943
    var last = 0.0
    points.withUnsafeMutableBufferPointer { p in
      table.values.withUnsafeBufferPointer { sines in
        for i in 0..<p.count {
          let time = Double(i) * turn
          let m = SineTable.sine(time * modulator + last * feedbackTurns, sines)
          last = (m + last) * 0.5
          let c = SineTable.sine(time * carrier + m * (modulation + rest), sines)
          p[i] += Float(c * loudness)
          if i < frozenFrom {
            modulation *= modulationFactor
            loudness *= levelFactor
          }
        }
      }
    }
  }
}

/// One cycle of a sine in 4096 steps with linear interpolation (error below 3e-7).
struct SineTable: Sendable {
  static let shared = SineTable()
  let values: [Double]

  init() { values = (0...4096).map { ExactMath.sin2Pi(Double($0) / 4096) } }

  /// Returns the cosine of a number of cycles.
  static func cosine(_ turns: Double) -> Double { shared.values.withUnsafeBufferPointer { sine(turns + 0.25, $0) } }

  /// Returns the sine of a number of cycles, |turns| < 2^40.
  @inline(__always)
  static func sine(_ turns: Double, _ values: UnsafeBufferPointer<Double>) -> Double {
    let scaled = (turns - ExactMath.floor(turns)) * 4096
    let index = Int(scaled) & 4095
    let low = values[index]
    return low + (values[index + 1] - low) * (scaled - Double(index))
  }
}
