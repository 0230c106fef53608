// Voice stealing: which voice ends when the polyphony is used up.
//
// A voice's score is its attenuation in centibels, including that of the envelope. 300 is added if the voice has been
// released, 150 if only a pedal sustains it, and 20 for each second of age, up to 200. On a drum channel 200 is
// subtracted, because drum hits are short and exposed. Every term is piecewise linear in the voice's age. The sum is
// therefore stored as one linear function, which is valid until the voice's next breakpoint or change, and a note-on
// evaluates one such function per voice.

/// A voice's score as a linear function of its age in frames.
struct StealScore {
  var atStart = 0.0
  var slope = 0.0
  /// The frame on which the voice began.
  var start: Int64 = 0
  /// The frame up to which the function is valid.
  var end = Int64.min

  /// The score of a voice that cannot be stolen.
  static var none: StealScore { StealScore(atStart: -.infinity, end: .max) }

  @inline(__always)
  func value(at frame: Int64) -> Double { atStart + slope * Double(frame &- start) }
}

extension VoicePool {
  /// Fades out the voice that will be missed least: the one with the highest score. Among scores that differ only by
  /// rounding, the voice of the older note is stolen, or within one note the voice in the lower lane.
  mutating func steal() {
    var best = -1
    var highest = -Double.infinity
    for index in 0..<(renderer.groupEnd &* 8) {
      if scores[index].end <= frame { scores[index] = score(index) }
      let score = scores[index].value(at: frame)
      let isEqual = (score - highest).magnitude < 1e-6
      if isEqual ? voices[index].note < voices[best].note : score > highest {
        best = index
        highest = score
      }
    }
    guard best >= 0 else { return }
    counters.stolenVoices &+= 1
    fade(best, .steal, byNote: noteCount)
  }

  private func score(_ index: Int) -> StealScore {
    let voice = voices + index
    guard voice.pointee.state != .free, voice.pointee.state != .fading else { return .none }
    let age = voice.pointee.age(at: frame)
    var envelope = voice.pointee.volume.envelope
    envelope.advance(to: age, voice.pointee.volume.times)
    let fall = envelope.fall(at: age)
    var line = StealScore(atStart: voice.pointee.parameters.attenuation + fall.atStart, slope: fall.slope)
    if voice.pointee.state == .released { line.atStart += 300 }
    if voice.pointee.state == .sustained { line.atStart += 150 }
    if channels[Int(voice.pointee.channel)].isDrums { line.atStart -= 200 }
    let grown = 10 * modulation.sampleRate
    if age < grown { line.slope += 20 / modulation.sampleRate } else { line.atStart += 200 }
    line.start = voice.pointee.start
    line.end = max(
      frame &+ 1, Modulation.firstFrame(from: age < grown ? min(fall.end, grown) : fall.end, start: voice.pointee.start)
    )
    return line
  }
}

extension VolumeEnvelope {
  /// Returns the envelope's attenuation in centibels as a linear function of the voice's age: its value at the start,
  /// its slope per frame, and the age up to which it is valid. A note in its attack counts as being at full level.
  @inline(__always)
  fileprivate func fall(at age: Double) -> (atStart: Double, slope: Double, end: Double) {
    switch stage {
    case .delay, .attack, .hold: return (0, 0, end)
    case .sustain: return (attenuation(at: age), 0, end)
    case .done: return (attenuation(at: age), 0, .infinity)
    case .decay, .release:
      let slope = rate * Self.centibelsPerOctave
      let atStart = attenuation(at: start) - slope * start
      let floor = slope > 0 ? (960 - atStart) / slope : .infinity
      return age < floor ? (atStart, slope, min(end, floor)) : (960, 0, end)
    }
  }
}
