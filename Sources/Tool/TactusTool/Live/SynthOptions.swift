import ArgumentParser
import TactusSynth

extension SoundOptions {
  /// Returns the settings of the synthesizer.
  ///
  /// - Throws: an error with one sentence if a setting is out of range.
  func synthSettings() throws(ValidationError) -> SynthSettings {
    guard (1...4_096).contains(polyphony) else {
      throw ValidationError("--polyphony \(polyphony) is outside 1 to 4096")
    }
    if let gain, !(-96...48).contains(gain.decibels) {
      throw ValidationError("--gain \(gain.decibels) is outside -96 to 48")
    }
    for (name, level) in [("--reverb-level", reverbLevel), ("--chorus-level", chorusLevel)] {
      guard let level, !SynthSettings.effectLevels.contains(level.decibels) else { continue }
      throw ValidationError("\(name) \(level.decibels) is outside -96 to 24")
    }
    return settings.synth
  }
}
