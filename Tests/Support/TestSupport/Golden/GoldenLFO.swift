extension Golden {
  /// A triangle between −1 and 1 that, after its delay, starts at 0 and rises.
  struct LFO: Evolving {
    /// Hertz.
    var frequency: Double
    /// Seconds, in whole.
    var delay: Double
    private var waited = 0.0
    private var phase = 0.0

    init(frequency: Double, delay: Double) {
      self.frequency = frequency
      self.delay = delay
    }

    var value: Double {
      let turn = phase - phase.rounded(.down)
      if turn < 0.25 { return 4 * turn }
      if turn < 0.75 { return 2 - 4 * turn }
      return 4 * turn - 4
    }

    mutating func advance(_ seconds: Double) {
      let waiting = min(max(delay - waited, 0), seconds)
      waited += waiting
      phase += frequency * (seconds - waiting)
    }
  }
}
