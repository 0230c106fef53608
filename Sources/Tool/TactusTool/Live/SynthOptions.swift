import ArgumentParser
import TactusSynth

extension SoundOptions {
  /// Refuses options that have no effect in live playback.
  ///
  /// - Throws: an error with one sentence if such an option is given.
  func refuseForLive() throws(ValidationError) {
    var names: [String] = []
    if rate != 48_000 { names.append("--rate") }
    if leadIn != 0 { names.append("--lead-in") }
    if tail != .automatic { names.append("--tail") }
    guard let first = names.first else { return }
    throw ValidationError(
      "\(first): " + (first == "--rate" ? "the audio output sets the sample rate" : "only for files") + "; leave it out"
    )
  }

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
    return settings.synth
  }
}
