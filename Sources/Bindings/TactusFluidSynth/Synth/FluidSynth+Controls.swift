import CFluidSynth
import Tactus

/// The settings that a program has made for the whole synthesizer, in FluidSynth's units.
struct OutputChoice {
  /// The gain, 0…10.
  var gain: Double
  var polyphony: Int
  var interpolation = SynthSettings.Interpolation.cubic

  /// The setting of FluidSynth's gain at which FluidSynth is as loud as this engine at 0 dB, from measurements.
  private static var unitGain: Double { 0.2193 }

  /// Sets the corresponding controls of the engine.
  func apply(to controls: inout SynthControls) {
    controls.gain = gain > 0 ? ExactMath.log2(gain / Self.unitGain) * 6.020599913279624 : -96
    controls.polyphony = polyphony
    controls.interpolation = interpolation
  }
}

extension FluidSynth {
  /// Changes the gain, the polyphony or the interpolation.
  func changeOutput(_ change: (inout OutputChoice) -> Void) {
    withLock {
      change(&output)
      var controls = synth.synthControls
      output.apply(to: &controls)
      (controls.reverb, controls.chorus) = effects.sends
      synth.set(controls)
    }
  }

  func set(gain: Double) { changeOutput { $0.gain = min(10, max(0, gain)) } }

  /// Sets the polyphony, at most that for which there is memory; returns false for a number that FluidSynth refuses.
  func set(polyphony: Int) -> Bool {
    guard (1...65_535).contains(polyphony) else { return false }
    changeOutput { $0.polyphony = min(polyphony, synth.settings.polyphony) }
    return true
  }

  /// Sets the interpolation of all channels; `method` is a constant of FluidSynth, such as `FLUID_INTERP_LINEAR`.
  func set(interpolation method: Int) {
    changeOutput {
      switch method {
      case FLUID_INTERP_NONE, FLUID_INTERP_LINEAR: $0.interpolation = .linear
      case FLUID_INTERP_7THORDER: $0.interpolation = .sinc
      default: $0.interpolation = .cubic
      }
    }
  }

  /// Follows the settings that may change while the synthesizer plays.
  func observeSettings() {
    settings.observe(FluidSettings.realtimeNames(in: "synth"), by: self) { [weak self] name in
      guard let self else { return }
      switch name {
      // read under the lock, so that the last of several concurrent changes wins
      case "synth.gain": changeOutput { $0.gain = self.settings.number(name) ?? $0.gain }
      case "synth.polyphony":
        changeOutput { $0.polyphony = min(self.settings.integer(name) ?? 256, self.synth.settings.polyphony) }
      case _ where name.hasPrefix("synth.reverb.") || name.hasPrefix("synth.chorus."):
        changeEffects { $0.take(name, self.settings) }
      default: break
      }
    }
  }
}
