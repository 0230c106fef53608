import Foundation

extension Golden {
  /// The durations (seconds) and the sustain level of an envelope.
  struct EnvelopeTimes: Equatable {
    var delay = 0.0
    var attack = 0.0
    var hold = 0.0
    /// For the whole scale: 96 dB, or level 1 → 0.
    var decay = 0.0
    /// Decibels below full for the volume envelope, level 0…1 for the modulation envelope.
    var sustain = 0.0
    /// For the whole scale, like `decay`.
    var release = 0.0

    /// Applies other values, except those of the running stage, if one is given.
    mutating func take(_ new: EnvelopeTimes, during stage: Stage?) {
      let old = self
      self = new
      switch stage {
      case .delay: delay = old.delay
      case .attack: attack = old.attack
      case .hold: hold = old.hold
      case .decay: (decay, sustain) = (old.decay, old.sustain)
      case .sustain: sustain = old.sustain
      case .release: release = old.release
      case .finished, nil: break
      }
    }
  }

  enum Stage: Int { case delay, attack, hold, decay, sustain, release, finished }

  /// DAHDSR in amplitude: attack straight in amplitude, decay and release straight in decibels, 96 dB per time
  /// (the text, 2.04 §8.1.2, says 100). It has ended when it has fallen by 96 dB, released or not.
  struct VolumeEnvelope: Evolving {
    static let floor = 96.0
    var times: EnvelopeTimes
    private(set) var stage = Stage.delay
    /// The elapsed fraction of delay, attack or hold, 0…1.
    private var progress = 0.0
    /// Decibels below full, in decay, sustain and release.
    private var attenuation = 0.0

    init(_ times: EnvelopeTimes) {
      self.times = times
      advance(0)
    }

    var level: Double {
      switch stage {
      case .delay, .finished: 0
      case .attack: progress
      case .hold: 1
      case .decay, .sustain, .release: Golden.gain(decibels: attenuation)
      }
    }

    /// Starts the release from the current level, also during the attack.
    mutating func release() {
      guard stage != .release && stage != .finished else { return }
      let heard = level
      attenuation = heard > 0 ? -20 * log10(heard) : Self.floor
      stage = .release
      advance(0)
    }

    mutating func advance(_ seconds: Double) {
      var left = seconds
      while stage != .finished {
        switch stage {
        case .delay: guard pass(times.delay, &left, next: .attack) else { return }
        case .attack: guard pass(times.attack, &left, next: .hold) else { return }
        case .hold: guard pass(times.hold, &left, next: .decay) else { return }
        case .decay: guard fall(to: times.sustain, in: times.decay, &left, next: .sustain) else { return }
        case .sustain:
          attenuation = times.sustain
          if attenuation < Self.floor { return }
          stage = .finished
        case .release: guard fall(to: Self.floor, in: times.release, &left, next: .finished) else { return }
        case .finished: return
        }
      }
    }

    /// Spends time in a stage of fixed length. True if it is over.
    private mutating func pass(_ length: Double, _ left: inout Double, next: Stage) -> Bool {
      let needed = (1 - progress) * length
      if left < needed {
        progress += left / length
        return false
      }
      left -= needed
      progress = 0
      attenuation = 0
      stage = next
      return true
    }

    /// Spends time falling. Returns true if the target level, or the floor, is reached.
    private mutating func fall(to goal: Double, in time: Double, _ left: inout Double, next: Stage) -> Bool {
      let bottom = min(goal, Self.floor)
      let needed = max(bottom - attenuation, 0) / Self.floor * time
      if left < needed {
        attenuation += Self.floor * left / time
        return false
      }
      left -= needed
      attenuation = bottom
      stage = bottom >= Self.floor ? .finished : next
      return true
    }
  }
}
