import TactusSynth

extension BounceSettings {
  /// Throws if a setting is out of range, or settings contradict each other.
  package func check() throws(BounceError) {
    guard (8_000...768_000).contains(sampleRate) else {
      throw .badSetting("the sample rate", expected: "between 8000 and 768000 frames per second")
    }
    guard (0...86_400).contains(leadIn) else {
      throw .badSetting("the lead-in", expected: "between 0 and 86400 seconds")
    }
    guard maximumLength > 0, maximumLength <= 1e9 else {
      throw .badSetting("the maximum length", expected: "above 0 and at most 1,000,000,000 seconds")
    }
    guard (1...4_096).contains(synth.polyphony) else {
      throw .badSetting("the polyphony", expected: "between 1 and 4096")
    }
    guard programs.values.allSatisfy({ (0...127).contains($0) }) else {
      throw .badSetting("a program", expected: "a whole number from 0 to 127")
    }
    guard (-48...48).contains(transposition) else {
      throw .badSetting("the transposition", expected: "a whole number of semitones from -48 to 48")
    }
    guard (-96...48).contains(synth.gain) else { throw .badSetting("the gain", expected: "between -96 and 48 dB") }
    for (level, name) in [(synth.reverbLevel, "reverb"), (synth.chorusLevel, "chorus")]
    where !SynthSettings.effectLevels.contains(level) {
      throw .badSetting("the level of the \(name)", expected: "between -96 and 24 dB")
    }
    try checkTail()
    try checkLevel()
    try checkLoops()
  }

  private func checkTail() throws(BounceError) {
    let lengths = 0.0...86_400
    switch tail {
    case .seconds(let seconds) where lengths.contains(seconds): break
    case .automatic(let threshold, let maximum)
    where lengths.contains(maximum) && (-140...0).contains(threshold ?? 0): break
    default:
      throw .badSetting("the tail", expected: "between 0 and 86400 seconds, its threshold between -140 and 0 dBFS")
    }
  }

  private func checkLevel() throws(BounceError) {
    switch level {
    case .asPlayed: break
    case .samplePeak(let peak), .truePeak(let peak):
      guard (-60...0).contains(peak) else { throw .badSetting("the peak", expected: "between -60 and 0 dB") }
    case .loudness(let loudness):
      guard (-70...0).contains(loudness) else { throw .badSetting("the loudness", expected: "between -70 and 0 LUFS") }
    }
    if let limit {
      guard (-60...0).contains(limit) else { throw .badSetting("the limit", expected: "between -60 and 0 dBTP") }
    }
  }

  private func checkLoops() throws(BounceError) {
    guard (0...3_600).contains(fade) else { throw .badSetting("the fade", expected: "between 0 and 3600 seconds") }
    switch loops {
    case .asWritten: break
    case .times(let count):
      guard (1...10_000).contains(count) else {
        throw .badSetting("the number of loops", expected: "between 1 and 10000")
      }
      guard range?.heldNotes ?? .leftOut == .leftOut else {
        throw .contradiction("the passes of a range omit held notes; leave out the setting for held notes")
      }
    case .seamless(let withIntro):
      guard fade == 0 else { throw .contradiction("a seamless loop cannot fade out; leave out the fade") }
      guard leadIn == 0 else { throw .contradiction("a seamless loop cannot have a lead-in") }
      guard tail == .automatic() else { throw .contradiction("a seamless loop has no tail; leave the tail out") }
      guard limit == nil else { throw .contradiction("a limiter would break the seamless loop; leave out the limit") }
      guard !withIntro || range == nil else {
        throw .contradiction("a seamless loop set by a range has no intro; leave out the range or the intro")
      }
      guard range?.heldNotes ?? .leftOut == .leftOut else {
        throw .contradiction(
          "a seamless loop always continues held notes into its start; leave out the setting for held notes")
      }
    }
    if fade > 0, tail != .automatic() { throw .contradiction("a fade-out has no tail; leave out the tail") }
  }
}
