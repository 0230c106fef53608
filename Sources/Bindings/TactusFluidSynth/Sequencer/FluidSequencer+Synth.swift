extension FluidSequencer: ClockFollower {
  /// Registers a synthesizer as a client. The sequencer follows the audio of the first one, from tick 0 on, if it does
  /// not follow the system's clock.
  func register(_ synth: FluidSynth) -> Int16 {
    let id = register(name: "fluidsynth", callback: nil, data: nil, synth: SequencedSynth(synth))
    synth.withLock {
      if lock.withLock({ follow(synth, client: id) }) { synth.add(follower: self) }
    }
    return id
  }

  /// Starts to follow a synthesizer; returns false if the sequencer already follows another clock.
  private func follow(_ synth: FluidSynth, client: Int16) -> Bool {
    guard client >= 0, case .program = timing else { return false }
    timing = .synth(client: client, start: synth.frame)
    (followed, position) = (synth, 0)
    clock.restart(rate: Double(synth.sampleRate))
    return true
  }

  func send(dueAt frame: Int64) -> Int64 {
    let due = lock.withLock { () -> Double? in
      guard case .synth(_, let start) = timing else { return nil }
      if let followed { clock.setRate(Double(followed.sampleRate), at: position) }
      position = max(position, Double(frame - start))
      return position
    }
    guard let due else { return .max }
    sendDue(at: due)
    return lock.withLock {
      guard case .synth(_, let start) = timing, let next = queue.first else { return .max }
      let position = clock.wholePosition(of: next.time)
      return position < .max - start ? max(position + start, frame + 1) : .max
    }
  }

  /// Stops following the synthesizer of a client, or of any client if `client` is nil. The time then stands still until
  /// the program moves it.
  func stopFollowing(client: Int16? = nil) {
    let synth = withTime { () -> FluidSynth? in
      guard case .synth(let id, _) = timing, client == nil || client == id else { return nil }
      let tick = clock.tick(at: presentPosition)
      let synth = followed
      (timing, followed) = (.program, nil)
      clock.restart(rate: 1000)
      position = clock.position(of: tick)
      return synth
    }
    synth?.remove(follower: self)
  }
}
