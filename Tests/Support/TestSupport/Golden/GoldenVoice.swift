extension Golden {
  /// One region sounding for one note.
  struct Voice {
    let note: Note
    private let region: Region
    private let sample: Sample
    private let options: Options
    private var controls: Controls
    private var playhead: Playhead
    private var filter = Filter()
    private var keepsFilter = false
    private var volume: Anchored<VolumeEnvelope>
    private var modulation: Anchored<ModulationEnvelope>
    private var modLFO: Anchored<LFO>
    private var vibLFO: Anchored<LFO>
    private var toneBefore: Tone
    private var rampStart: Int
    private var rampEnd: Int
    private let earliestRelease: Int
    /// The first frame of the release.
    private var releaseStart = Int.max

    /// Key down, or held by the pedal.
    private(set) var isHeld = true
    /// The key is up and the pedal holds the note.
    var isPedalled = false
    private(set) var isOver = false

    init(_ bank: Bank, _ region: Region, key: Int, velocity: Int, _ channel: Channel, frame: Int, _ options: Options) {
      note = Note(key: key, velocity: velocity, region)
      (self.region, self.options) = (region, options)
      sample = bank.samples[region.sample]
      controls = Controls(region, sample, note, channel, options)
      playhead = Playhead(bank, region)
      let c = controls
      volume = Anchored(VolumeEnvelope(c.volumeTimes), frame: frame, rate: options.rate)
      modulation = Anchored(ModulationEnvelope(c.modulationTimes), frame: frame, rate: options.rate)
      modLFO = Anchored(LFO(frequency: c.modLFO.frequency, delay: c.modLFO.delay), frame: frame, rate: options.rate)
      vibLFO = Anchored(LFO(frequency: c.vibLFO.frequency, delay: c.vibLFO.delay), frame: frame, rate: options.rate)
      toneBefore = c.tone
      (rampStart, rampEnd) = (frame, frame)
      earliestRelease = frame + Int((options.rate * options.shortestNote).rounded(.up))
    }

    /// Applies the channel's new state at a frame.
    mutating func update(_ channel: Channel, frame: Int) {
      let heard = tone(at: frame)
      let new = Controls(region, sample, note, channel, options)
      let running = options.changesRunningStages
      if new.volumeTimes != controls.volumeTimes {
        volume.change(at: frame) { $0.times.take(new.volumeTimes, during: running ? nil : $0.stage) }
      }
      if new.modulationTimes != controls.modulationTimes {
        modulation.change(at: frame) { $0.times.take(new.modulationTimes, during: running ? nil : $0.stage) }
      }
      if new.modLFO != controls.modLFO {
        modLFO.change(at: frame) { ($0.frequency, $0.delay) = new.modLFO }
      }
      if new.vibLFO != controls.vibLFO {
        vibLFO.change(at: frame) { ($0.frequency, $0.delay) = new.vibLFO }
      }
      controls = new
      toneBefore = heard
      rampStart = frame
      rampEnd = ((frame + options.grid / 2 - 1) / options.grid + 1) * options.grid
    }

    /// Handles the note-off: both envelopes begin their release at this frame. If the note has sounded for less than
    /// `SynthSettings.shortestNote`, the release begins after that time, or as soon as its key is struck again.
    mutating func release(frame: Int, isStruckAgain: Bool = false) {
      guard isHeld || isStruckAgain && releaseStart > frame else { return }
      isHeld = false
      isPedalled = false
      releaseStart = isStruckAgain ? frame : max(frame, earliestRelease)
      releaseIfDue(frame)
    }

    private mutating func releaseIfDue(_ frame: Int) {
      guard frame == releaseStart else { return }
      volume.change(at: frame) { $0.release() }
      modulation.change(at: frame) { $0.release() }
    }

    /// Adds one frame to the output and advances.
    mutating func render(_ frame: Int, at index: Int, into output: inout Output) {
      releaseIfDue(frame)
      let envelope = volume.at(frame)
      if envelope.stage == .finished
        || (options.endsWithSample && playhead.hasReachedEnd(keyIsDown: frame < releaseStart))
      {
        isOver = true
        return
      }
      let c = tone(at: frame)
      let modEnv = modulation.at(frame).level
      let (lfo, vibrato) = (modLFO.at(frame).value, vibLFO.at(frame).value)

      let cents = lfo * c.modLFOToPitch + vibrato * c.vibLFOToPitch + modEnv * c.modEnvToPitch
      let cutoff = c.cutoff + lfo * c.modLFOToFilter + modEnv * c.modEnvToFilter
      let tremolo = Golden.gain(centibels: -lfo * c.modLFOToVolume)

      let raw = playhead.read(options.interpolation, keyIsDown: frame < releaseStart)
      if options.bypass == .untilMoved { keepsFilter = keepsFilter || controls.tone.filters }
      let filtered = filter.next(
        raw, cents: cutoff, resonance: c.resonance, rate: options.rate, isInPath: keepsFilter)
      let sound = filtered * envelope.level * tremolo
      output.left[index] += sound * c.left
      output.right[index] += sound * c.right
      output.reverbLeft[index] += sound * c.reverbLeft
      output.reverbRight[index] += sound * c.reverbRight
      output.chorusLeft[index] += sound * c.chorusLeft
      output.chorusRight[index] += sound * c.chorusRight
      playhead.advance(
        c.pitch * Golden.ratio(cents: cents) * sample.rate / options.rate, keyIsDown: frame < releaseStart)
    }

    private func tone(at frame: Int) -> Tone {
      if frame >= rampEnd { return controls.tone }
      let part = Double(frame - rampStart) / Double(rampEnd - rampStart)
      return toneBefore.toward(controls.tone, part, options.smoothing)
    }
  }
}
