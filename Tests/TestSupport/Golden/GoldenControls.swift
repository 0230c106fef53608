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

  /// Factors from a voice's sound to the output's signals.
  struct Gains {
    var left: Double
    var right: Double
    var reverbLeft: Double
    var reverbRight: Double
    var chorusLeft: Double
    var chorusRight: Double

    /// A point of the straight line to `goal`.
    func toward(_ goal: Gains, _ part: Double) -> Gains {
      func mix(_ path: KeyPath<Gains, Double>) -> Double {
        self[keyPath: path] + (goal[keyPath: path] - self[keyPath: path]) * part
      }
      return Gains(
        left: mix(\.left), right: mix(\.right), reverbLeft: mix(\.reverbLeft), reverbRight: mix(\.reverbRight),
        chorusLeft: mix(\.chorusLeft), chorusRight: mix(\.chorusRight))
    }
  }

  /// Everything that a voice needs and that only changes with an event.
  struct Controls {
    /// Cents above the sample's recorded pitch.
    var pitch: Double
    var modLFOToPitch: Double
    var vibLFOToPitch: Double
    var modEnvToPitch: Double
    var cutoff: Double
    var resonance: Double
    var modLFOToFilter: Double
    var modEnvToFilter: Double
    /// Centibels; positive is louder on the LFO's positive half.
    var modLFOToVolume: Double
    /// Hertz and seconds.
    var modLFO: (frequency: Double, delay: Double)
    var vibLFO: (frequency: Double, delay: Double)
    var volumeTimes: EnvelopeTimes
    var modulationTimes: EnvelopeTimes
    var gains: Gains

    init(_ region: Region, _ sample: Sample, _ note: Note, _ channel: Channel, _ options: Options) {
      let modulation = Modulation(region.modulators) { source in
        channel.value(source, playedKey: note.playedKey, key: note.key, velocity: note.velocity, options.top)
      }
      /// A generator with its modulators, clamped once more.
      func value(_ generator: Generator) -> Double {
        generator.clamp(region.amount(generator) + (modulation.sums[generator] ?? 0))
      }
      /// A duration that grows shorter with the key: k timecents per key above 60.
      func keyed(_ generator: Generator, _ scale: Generator) -> Double {
        let time = value(generator)
        if time <= -32_768 { return 0 }
        return seconds(timecents: generator.clamp(time + value(scale) * Double(60 - note.key)))
      }
      func time(_ generator: Generator) -> Double { seconds(timecents: value(generator)) }
      func delay(_ generator: Generator) -> Double {
        options.shortestDelayIsNone && value(generator) <= -12_000 ? 0 : time(generator)
      }

      pitch = Self.pitch(region, sample, note, channel, modulation, coarse: value(.coarseTune))
      modLFOToPitch = value(.modLFOToPitch)
      vibLFOToPitch = value(.vibLFOToPitch)
      modEnvToPitch = value(.modEnvToPitch)
      cutoff = value(.filterCutoff)
      resonance = value(.filterQ)
      modLFOToFilter = value(.modLFOToFilter)
      modEnvToFilter = value(.modEnvToFilter)
      modLFOToVolume = value(.modLFOToVolume)
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
      gains = Self.gains(
        region, modulation, pan: value(.pan), reverb: value(.reverbSend) / 1_000, chorus: value(.chorusSend) / 1_000)
    }

    /// 100·root + scale·(key − root) + tunings, less the 100·root of the recording (soundfont.md §4.32).
    private static func pitch(
      _ region: Region, _ sample: Sample, _ note: Note, _ channel: Channel, _ modulation: Modulation, coarse: Double
    ) -> Double {
      let overriding = Int(region.amount(.rootKey))
      let recorded = (0...127).contains(sample.rootKey) ? sample.rootKey : 60
      let root = overriding >= 0 ? overriding : recorded
      // Fine tune's own range ends at 99 cents, but its modulators carry the pitch wheel: they are not clamped.
      let fine = region.amount(.fineTune) + (modulation.sums[.fineTune] ?? 0)
      return region.amount(.scaleTuning) * Double(note.key - root) + 100 * coarse + fine + Double(sample.correction)
        + channel.fineTuning + channel.coarseTuning
    }

    /// The zone's attenuation counts 0.4 (the EMU 8000's step), what modulators add counts in full; the total stays
    /// within 0…1440 cB, so that no voice exceeds its sample (soundfont.md §5.36–37).
    private static func gains(
      _ region: Region, _ modulation: Modulation, pan: Double, reverb: Double, chorus: Double
    ) -> Gains {
      let total = 0.4 * region.amount(.attenuation) + (modulation.sums[.attenuation] ?? 0)
      let level = modulation.isSilent ? 0 : gain(centibels: min(max(total, 0), 1_440))
      let (left, right) = panGains(pan)
      return Gains(
        left: level * left, right: level * right, reverbLeft: level * left * reverb,
        reverbRight: level * right * reverb, chorusLeft: level * left * chorus, chorusRight: level * right * chorus)
    }
  }
}
