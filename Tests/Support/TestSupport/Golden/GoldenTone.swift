import Foundation

extension Golden {
  /// The parameters that a controller can change smoothly while the note sounds.
  struct Tone {
    /// Points of the sample per point at its recorded pitch.
    var pitch = 1.0
    /// Depths in cents.
    var modLFOToPitch = 0.0
    var vibLFOToPitch = 0.0
    var modEnvToPitch = 0.0
    /// Absolute cents.
    var cutoff = 13_500.0
    /// Centibels.
    var resonance = 0.0
    /// Depths in cents.
    var modLFOToFilter = 0.0
    var modEnvToFilter = 0.0
    /// Centibels; positive is louder on the LFO's positive half.
    var modLFOToVolume = 0.0
    /// Factors from the voice's sound to the output's signals.
    var left = 0.0
    var right = 0.0
    var reverbLeft = 0.0
    var reverbRight = 0.0
    var chorusLeft = 0.0
    var chorusRight = 0.0

    /// Whether the filter is closed, resonates, or can be moved by LFO or envelope.
    var filters: Bool {
      cutoff < Filter.openCents || resonance > 0 || modLFOToFilter != 0 || modEnvToFilter != 0
    }

    /// - Parameters:
    ///   - level: the voice's level as a factor.
    ///   - pan: −500…500.
    ///   - reverb: 0…1000, likewise `chorus`: parts of what goes to each side.
    mutating func setGains(_ level: Double, pan: Double, reverb: Double, chorus: Double) {
      let sides = panGains(pan)
      (left, right) = (level * sides.left, level * sides.right)
      (reverbLeft, reverbRight) = (left * reverb / 1_000, right * reverb / 1_000)
      (chorusLeft, chorusRight) = (left * chorus / 1_000, right * chorus / 1_000)
    }

    /// A point on the linear ramp to `goal` for parameters that ramp, and the goal itself for all others.
    func toward(_ goal: Tone, _ part: Double, _ smoothing: Smoothing) -> Tone {
      var between = goal
      let paths = smoothing == .all ? Self.gains + Self.others : smoothing == .gains ? Self.gains : []
      for path in paths {
        between[keyPath: path] = self[keyPath: path] + (goal[keyPath: path] - self[keyPath: path]) * part
      }
      // Pitch is a ratio here, and straight in cents.
      if smoothing == .all { between.pitch = pitch * pow(goal.pitch / pitch, part) }
      return between
    }

    private static var gains: [WritableKeyPath<Tone, Double>] {
      [\.left, \.right, \.reverbLeft, \.reverbRight, \.chorusLeft, \.chorusRight]
    }

    private static var others: [WritableKeyPath<Tone, Double>] {
      [
        \.modLFOToPitch, \.vibLFOToPitch, \.modEnvToPitch, \.cutoff, \.resonance, \.modLFOToFilter,
        \.modEnvToFilter, \.modLFOToVolume,
      ]
    }
  }
}
