extension Golden {
  /// An event on the channel.
  package enum Event: Hashable, Sendable {
    case noteOn(key: Int, velocity: Int)
    case noteOff(key: Int)
    case controller(Int, value: Int)
    /// 0…16383, centre 8192.
    case pitchBend(Int)
    case channelPressure(Int)
    case keyPressure(key: Int, value: Int)
    /// Registered parameter 0 (bend range), 1 (fine tuning), 2 (coarse tuning) or 5 (modulation depth) with both bytes of
    /// its value.
    case parameter(Int, high: Int, low: Int)
  }

  /// An event at an absolute frame.
  package struct TimedEvent: Hashable, Sendable {
    package var frame: Int
    package var event: Event

    package init(_ frame: Int, _ event: Event) {
      self.frame = frame
      self.event = event
    }
  }

  /// What a channel remembers.
  struct Channel {
    var controllers = [Int](repeating: 0, count: 128)
    var pitchBend = 8_192
    var pressure = 0
    var keyPressure = [Int](repeating: 0, count: 128)
    /// Semitones, with cents as a fraction.
    var bendRange = 2.0
    /// Cents by registered parameters 1 and 2.
    var fineTuning = 0.0
    var coarseTuning = 0.0
    /// The vibrato in cents at full modulation wheel.
    var modulationDepth = 50.0

    var pedalIsDown: Bool { controllers[64] >= 64 }

    init(_ options: Options) {
      for (number, value) in options.initialControllers { controllers[number] = value }
    }

    /// Takes everything but notes.
    mutating func take(_ event: Event) {
      switch event {
      case .noteOn, .noteOff: break
      case .controller(let number, let value):
        controllers[number] = value
        // A high byte alone sets the whole value.
        if number < 32, number != 0, number != 6 { controllers[number + 32] = 0 }
      case .pitchBend(let value): pitchBend = value
      case .channelPressure(let value): pressure = value
      case .keyPressure(let key, let value): keyPressure[key] = value
      case .parameter(0, let high, let low): bendRange = Double(high) + Double(low) / 100
      case .parameter(1, let high, let low): fineTuning = 100 * (Double(high * 128 + low) - 8_192) / 8_192
      case .parameter(2, let high, _): coarseTuning = 100 * (Double(high) - 64)
      case .parameter(5, let high, let low): modulationDepth = 100 * (Double(high) + Double(low) / 128)
      case .parameter: break
      }
    }

    /// A modulator source's value, after its curve, for a note.
    /// - Parameters:
    ///   - playedKey: selects the key pressure.
    ///   - key: the key that replaces the played one (generator 46), likewise `velocity` (47).
    func value(_ source: Source, playedKey: Int, key: Int, velocity: Int, _ options: Options) -> Double {
      let top = options.top
      if source.isController {
        let low = source.index < 32 ? controllers[source.index + 32] : 0
        return source.shape(min(127, Double(controllers[source.index]) + Double(low) / 128), .seven, top)
      }
      switch source.index {
      case 2: return source.shape(Double(velocity), .seven, top)
      case 3: return source.shape(Double(key), .seven, top)
      case 10: return source.shape(Double(keyPressure[playedKey]), .seven, top)
      case 13: return source.shape(Double(pressure), .seven, top)
      case 14: return source.shape(Double(pitchBend), .fourteen, options.wheelTop)
      // 12700 × 2/127 = 200 cents: the default bend only comes out whole when the range counts in 127ths, under
      // either reading of the top.
      case 16: return source.shape(bendRange, .seven, .exactMaximum)
      default: return 1
      }
    }
  }
}
