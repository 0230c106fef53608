extension Golden {
  /// A note as its voices see it.
  struct Note {
    /// The key that was played: it selects regions, key pressure and the note-off.
    var playedKey: Int
    /// Key and velocity after substitution by generators 46 and 47, for everything else.
    var key: Int
    var velocity: Int

    init(key: Int, velocity: Int, _ region: Region) {
      playedKey = key
      let fixedKey = Int(region.amount(.key))
      let fixedVelocity = Int(region.amount(.velocity))
      self.key = fixedKey >= 0 ? fixedKey : key
      self.velocity = fixedVelocity >= 0 ? fixedVelocity : velocity
    }
  }

  /// Everything that a voice needs and that only changes with an event.
  struct Controls {
    var tone = Tone()
    /// Hertz and seconds.
    var modLFO: (frequency: Double, delay: Double)
    var vibLFO: (frequency: Double, delay: Double)
    var volumeTimes: EnvelopeTimes
    var modulationTimes: EnvelopeTimes

    init(_ region: Region, _ sample: Sample, _ note: Note, _ channel: Channel, _ options: Options) {
      let modulation = Modulation(region.modulators, wheelDepth: channel.modulationDepth) { source in
        channel.value(source, playedKey: note.playedKey, key: note.key, velocity: note.velocity, options)
      }
      /// A generator with its modulators, clamped once more.
      func value(_ generator: Generator) -> Double {
        generator.clamp(region.amount(generator) + (modulation.sums[generator] ?? 0))
      }
      /// A duration that grows shorter with the key: k timecents per key above 60.
      func keyed(_ generator: Generator, _ scale: Generator) -> Double {
        var time = value(generator)
        if time <= -32_768 { return 0 }
        if !options.clampsBeforeKeyScaling {
          time = region.amount(generator) + (modulation.sums[generator] ?? 0)
        }
        return seconds(timecents: generator.clamp(time + value(scale) * Double(60 - note.key)))
      }
      func time(_ generator: Generator) -> Double { seconds(timecents: value(generator)) }
      func delay(_ generator: Generator) -> Double {
        options.shortestDelayIsNone && value(generator) <= -12_000 ? 0 : time(generator)
      }

      let coarse = 100 * value(.coarseTune)
      tone.pitch = ratio(cents: Self.pitch(region, sample, note, channel, modulation) + coarse)
      tone.modLFOToPitch = value(.modLFOToPitch)
      tone.vibLFOToPitch = value(.vibLFOToPitch)
      tone.modEnvToPitch = value(.modEnvToPitch)
      tone.cutoff = value(.filterCutoff)
      tone.resonance = value(.filterQ)
      tone.modLFOToFilter = value(.modLFOToFilter)
      tone.modEnvToFilter = value(.modEnvToFilter)
      tone.modLFOToVolume = value(.modLFOToVolume)
      tone.setGains(
        Self.level(region, modulation, options), pan: value(.pan), reverb: value(.reverbSend),
        chorus: value(.chorusSend))
      modLFO = (hertz(absoluteCents: value(.modLFOFrequency)), delay(.modLFODelay))
      vibLFO = (hertz(absoluteCents: value(.vibLFOFrequency)), delay(.vibLFODelay))
      volumeTimes = EnvelopeTimes(
        delay: delay(.volEnvDelay), attack: time(.volEnvAttack), hold: keyed(.volEnvHold, .keyToVolEnvHold),
        decay: keyed(.volEnvDecay, .keyToVolEnvDecay), sustain: value(.volEnvSustain) / 10,
        release: time(.volEnvRelease))
      modulationTimes = EnvelopeTimes(
        delay: delay(.modEnvDelay), attack: time(.modEnvAttack), hold: keyed(.modEnvHold, .keyToModEnvHold),
        decay: keyed(.modEnvDecay, .keyToModEnvDecay), sustain: 1 - value(.modEnvSustain) / 1_000,
        release: time(.modEnvRelease))
    }

    /// Without coarse tune: 100·root + scale·(key − root) + tunings, less the 100·root of the recording (2.04 §8.1.2).
    private static func pitch(
      _ region: Region, _ sample: Sample, _ note: Note, _ channel: Channel, _ modulation: Modulation
    ) -> Double {
      let overriding = Int(region.amount(.rootKey))
      let recorded = (0...127).contains(sample.rootKey) ? sample.rootKey : 60
      let root = overriding >= 0 ? overriding : recorded
      // Fine tune's own range ends at 99 cents, but its modulators carry the pitch bend: they are not clamped.
      let fine = region.amount(.fineTune) + (modulation.sums[.fineTune] ?? 0)
      return region.amount(.scaleTuning) * Double(note.key - root) + fine + Double(sample.correction)
        + channel.fineTuning + channel.coarseTuning
    }

    /// The zone's attenuation counts 0.4 (the EMU 8000's step), what modulators add counts in full; the total stays
    /// within 0…1440 cB, so that no voice exceeds its sample.
    private static func level(_ region: Region, _ modulation: Modulation, _ options: Options) -> Double {
      let total = 0.4 * region.amount(.attenuation) + (modulation.sums[.attenuation] ?? 0)
      let isSilent = modulation.isSilent || (options.isSilentFrom960 && total >= 960)
      return isSilent ? 0 : gain(centibels: min(max(total, 0), 1_440))
    }
  }
}
