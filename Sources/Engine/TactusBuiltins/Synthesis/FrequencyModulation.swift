import TactusDSP

/// Two-operator frequency modulation, the way of making bells and electric pianos (Chowning 1973): a sine whose phase
/// another sine moves.
struct FrequencyModulation {
  /// Carrier and modulator as multiples of the root frequency.
  var carrier = 1.0
  var modulator = 1.0
  /// Modulation index in radians at the start, and what remains of it for ever.
  var index = 1.0
  var restIndex = 0.0
  /// How fast the index falls from the start to the rest, dB per second.
  var indexDecay = 20.0
  var level = 1.0
  /// How fast the level falls, dB per second, beyond the volume envelope's own fall.
  var decay = 0.0
  /// Feedback of the modulator into itself, radians.
  var feedback = 0.0

  /// Adds the voice to `points`. `turn` is the root frequency in cycles per point; from `frozenFrom` on nothing changes
  /// any more, so that a loop can follow.
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

/// One turn of a sine in 4096 steps, read with straight lines between them (error below 3e-7).
struct SineTable: Sendable {
  static let shared = SineTable()
  let values: [Double]

  init() { values = (0...4096).map { ExactMath.sin2Pi(Double($0) / 4096) } }

  /// The sine of a number of turns, |turns| < 2^40.
  @inline(__always)
  static func sine(_ turns: Double, _ values: UnsafeBufferPointer<Double>) -> Double {
    let scaled = (turns - ExactMath.floor(turns)) * 4096
    let index = Int(scaled) & 4095
    let low = values[index]
    return low + (values[index + 1] - low) * (scaled - Double(index))
  }
}
