extension Golden {
  /// Renders a timeline of one channel.
  ///
  /// - Parameters:
  ///   - regions: every one of them that answers a note-on's key and velocity sounds.
  ///   - events: ascending by frame; those of one frame take effect in their order, before that frame's sound.
  ///   - frameCount: frames from absolute frame 0.
  /// - Returns: the six signals, each `frameCount` long. Full scale of a sample is 1.
  package static func render(
    _ bank: Bank, _ regions: [Region], events: [TimedEvent], frameCount: Int, _ options: Options = Options()
  ) -> Output {
    var synth = Synth(bank, regions, options)
    var output = Output(silence: frameCount)
    var pending = events[...]
    for frame in 0..<frameCount {
      while let next = pending.first, next.frame <= frame {
        synth.take(next.event, frame: frame)
        pending.removeFirst()
      }
      synth.render(frame, into: &output)
    }
    return output
  }

  private struct Synth {
    let bank: Bank
    let regions: [Region]
    let options: Options
    var channel: Channel
    var voices: [Voice] = []

    init(_ bank: Bank, _ regions: [Region], _ options: Options) {
      (self.bank, self.regions, self.options) = (bank, regions, options)
      channel = Channel(options)
    }

    mutating func take(_ event: Event, frame: Int) {
      switch event {
      case .noteOn(let key, let velocity) where velocity > 0: start(key, velocity, frame)
      case .noteOn(let key, _), .noteOff(let key): release(key, frame)
      default:
        let pedalWasDown = channel.pedalIsDown
        channel.take(event)
        // No modulator reads the sustain pedal, so ramps in progress continue unchanged.
        let isPedal = if case .controller(64, _) = event { true } else { false }
        for index in voices.indices {
          if !isPedal { voices[index].update(channel, frame: frame) }
          if pedalWasDown && !channel.pedalIsDown && voices[index].isPedalled { voices[index].release(frame: frame) }
        }
      }
    }

    /// A key that is struck again releases its earlier notes, with or without the pedal; no specification says so, but
    /// players do it.
    private mutating func start(_ key: Int, _ velocity: Int, _ frame: Int) {
      for index in voices.indices where voices[index].note.playedKey == key {
        voices[index].release(frame: frame, isStruckAgain: true)
      }
      for region in regions where region.keys.contains(key) && region.velocities.contains(velocity) {
        voices.append(
          Voice(bank, region, key: key, velocity: velocity, channel, frame: frame, options))
      }
    }

    private mutating func release(_ key: Int, _ frame: Int) {
      for index in voices.indices where voices[index].note.playedKey == key && voices[index].isHeld {
        if channel.pedalIsDown { voices[index].isPedalled = true } else { voices[index].release(frame: frame) }
      }
    }

    mutating func render(_ frame: Int, into output: inout Output) {
      for index in voices.indices { voices[index].render(frame, at: frame, into: &output) }
      voices.removeAll { $0.isOver }
    }
  }
}
