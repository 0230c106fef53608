extension Golden {
  /// A state that moves by itself in continuous time.
  ///
  /// Frames never accumulate: between two changes of its settings, the state at a frame is its state at the last
  /// change moved on by the whole time since, so that a stage ends at its real-numbered second and no frame late.
  protocol Evolving {
    /// Moves on by `seconds` ≥ 0; by 0, only stages of no length are passed.
    mutating func advance(_ seconds: Double)
  }

  /// An evolving state and the frame at which it was exact.
  struct Anchored<State: Evolving> {
    private var state: State
    private var frame: Int
    private let rate: Double

    init(_ state: State, frame: Int, rate: Double) {
      (self.state, self.frame, self.rate) = (state, frame, rate)
    }

    func at(_ now: Int) -> State {
      var moved = state
      moved.advance(Double(now - frame) / rate)
      return moved
    }

    /// Changes the state at a frame; from there it evolves anew.
    mutating func change(at now: Int, _ body: (inout State) -> Void) {
      state = at(now)
      frame = now
      body(&state)
      state.advance(0)
    }
  }
}
