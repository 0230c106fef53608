import TactusDSP

// Places for voices: free lanes, and whom to take one from.

extension SynthCore {
  /// A free lane, beside others of its kind if there is one, so that few groups need their filter.
  mutating func findLane(filtered: Bool) -> Int {
    var empty = -1
    var other = -1
    for group in 0..<groupCount where groups[group].active != 0xFF {
      let free = (~groups[group].active).trailingZeroBitCount
      if groups[group].active == 0 {
        if empty < 0 { empty = group &* 8 }
      } else if (groups[group].filtered != 0) == filtered {
        return group &* 8 &+ free
      } else if other < 0 {
        other = group &* 8 &+ free
      }
    }
    if empty >= 0 { return empty }
    if other >= 0 { return other }
    return cutFadingVoice()
  }

  /// No lane is free: the fading voice that has faded furthest ends at once.
  private mutating func cutFadingVoice() -> Int {
    var best = 0
    var oldest = Double.infinity
    for index in 0..<(groupCount &* 8) where voices[index].state == .fading {
      let left = voices[index].volume.end - voices[index].age(at: frame)
      if left < oldest {
        oldest = left
        best = index
      }
    }
    counters.cutVoices &+= 1
    catchUp(best &>> 3, to: frame)
    free(best)
    return best
  }

  /// Fades out the voice that will be missed least: the one with the highest score.
  ///
  /// The score is how far the voice is below full level, in centibels (attenuation and envelope), plus 300 if its key
  /// has been released, 150 if only a pedal holds it, plus 20 for each second of age up to 200, less 200 on a drum
  /// channel (hits are short and exposed). Equal scores: the older note, then the lower lane.
  mutating func steal() {
    var best = -1
    var bestScore = -Double.infinity
    let aging = 20 / sampleRate
    for index in 0..<(groupEnd &* 8) {
      let voice = voices + index
      guard voice.pointee.state != .free, voice.pointee.state != .fading else { continue }
      let score = missedLeast(voice, aging)
      if score > bestScore || (score == bestScore && voice.pointee.note < voices[best].note) {
        best = index
        bestScore = score
      }
    }
    guard best >= 0 else { return }
    counters.stolenVoices &+= 1
    fade(best)
  }

  @inline(__always)
  private func missedLeast(_ voice: UnsafeMutablePointer<Voice>, _ aging: Double) -> Double {
    let age = voice.pointee.age(at: frame)
    var score = voice.pointee.tone.attenuation + envelopeBelowFull(voice, age)
    if voice.pointee.state == .released { score += 300 }
    if voice.pointee.state == .sustained { score += 150 }
    score += min(200, age * aging)
    if channels[Int(voice.pointee.channel)].isDrums { score -= 200 }
    return score
  }

  /// How far a voice's envelope is below full level, in centibels; a note in its attack is as loud as it will be.
  @inline(__always)
  private func envelopeBelowFull(_ voice: UnsafeMutablePointer<Voice>, _ age: Double) -> Double {
    guard age >= voice.pointee.volume.end else { return Self.belowFull(voice.pointee.volume, age) }
    var envelope = voice.pointee.volume
    envelope.advance(to: age, voice.pointee.volumeTimes)
    return Self.belowFull(envelope, age)
  }

  @inline(__always)
  private static func belowFull(_ envelope: VolumeEnvelope, _ age: Double) -> Double {
    envelope.stage == .delay || envelope.stage == .attack ? 0 : envelope.attenuation(at: age)
  }
}
