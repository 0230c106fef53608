extension Golden {
  /// DAHDSR in level: the attack follows the convex curve, decay and release are linear, with times for a full-scale
  /// change.
  struct ModulationEnvelope: Evolving {
    var times: EnvelopeTimes
    private(set) var stage = Stage.delay
    private var progress = 0.0
    private var fallen = 1.0

    init(_ times: EnvelopeTimes) {
      self.times = times
      advance(0)
    }

    var level: Double {
      switch stage {
      case .delay, .finished: 0
      case .attack: Golden.convex(progress)
      case .hold: 1
      case .decay, .sustain, .release: fallen
      }
    }

    mutating func release() {
      guard stage != .release && stage != .finished else { return }
      fallen = level
      stage = .release
      advance(0)
    }

    mutating func advance(_ seconds: Double) {
      var left = seconds
      while true {
        switch stage {
        case .delay: guard pass(times.delay, &left, next: .attack) else { return }
        case .attack: guard pass(times.attack, &left, next: .hold) else { return }
        case .hold: guard pass(times.hold, &left, next: .decay) else { return }
        case .decay: guard fall(to: times.sustain, in: times.decay, &left, next: .sustain) else { return }
        case .sustain:
          fallen = times.sustain
          return
        case .release: guard fall(to: 0, in: times.release, &left, next: .finished) else { return }
        case .finished: return
        }
      }
    }

    private mutating func pass(_ length: Double, _ left: inout Double, next: Stage) -> Bool {
      let needed = (1 - progress) * length
      if left < needed {
        progress += left / length
        return false
      }
      left -= needed
      progress = 0
      fallen = 1
      stage = next
      return true
    }

    private mutating func fall(to goal: Double, in time: Double, _ left: inout Double, next: Stage) -> Bool {
      let needed = max(fallen - goal, 0) * time
      if left < needed {
        fallen -= left / time
        return false
      }
      left -= needed
      fallen = goal
      stage = next
      return true
    }
  }
}
