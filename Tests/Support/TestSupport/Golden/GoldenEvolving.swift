extension Golden {
  /// A state that evolves in continuous time.
  ///
  /// Errors never accumulate over frames: between two changes of its settings, the state at a frame is the state at the
  /// last change, advanced by the whole time since then, so that a stage ends at its exact time and not a frame late.
  protocol Evolving {
    /// Advances by `seconds` ≥ 0; an advance of 0 only passes stages of zero length.
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

    /// Changes the state at a frame, from which it evolves anew.
    mutating func change(at now: Int, _ body: (inout State) -> Void) {
      state = at(now)
      frame = now
      body(&state)
      state.advance(0)
    }
  }
}
