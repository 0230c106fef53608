import CFluidSynth
import Tactus

/// A synthesizer of FluidSynth's interface: a ``LiveSynth`` that is controlled by calls.
///
///     calls of the program ──► lock ──► LiveSynth ◄── lock ◄── rendering, players, sequencers
///
/// FluidSynth promises that a call has taken effect when it returns, so one lock protects the whole synthesizer, and
/// the rendering thread takes it too. An event that is sent between two renderings sounds on the first frame of the
/// second. An event that a player or sequencer sends sounds on the frame for which it is due.
final class FluidSynth: PointedObject, @unchecked Sendable {  // `lock` protects all variables
  let settings: FluidSettings
  let lock = RecursiveLock()
  let synth: LiveSynth
  private(set) var sampleRate: Int
  /// The next frame to be rendered, counted from the start.
  private(set) var frame: Int64 = 0
  private var followers: [any ClockFollower] = []
  /// The numbers of stereo outputs, output groups and effect groups that the settings requested at creation.
  let audioChannels: Int
  let audioGroups: Int
  let effectsGroups: Int
  /// The number of channels, a multiple of 16.
  let channelCount: Int
  var channels: [ChannelChoice]
  var basicChannels: BasicChannels
  var fonts = FontStack()
  var loaders: [FluidLoader] = []
  var effects: FluidEffects
  var output: OutputChoice
  var tunings = TuningTable()
  var load = LoadMeter()
  /// Delays the note-offs of very short notes; nil if the settings do not enable this.
  private(set) var shortNotes: ShortNotes?
  private let scratch = RenderScratch()

  init(_ settings: FluidSettings) {
    self.settings = settings
    sampleRate = Int((settings.number("synth.sample-rate") ?? 44_100).rounded())
    audioChannels = settings.integer("synth.audio-channels") ?? 1
    audioGroups = settings.integer("synth.audio-groups") ?? 1
    effectsGroups = settings.integer("synth.effects-groups") ?? 1
    channelCount = (min(256, max(16, settings.integer("synth.midi-channels") ?? 16)) + 15) / 16 * 16
    channels = Array(repeating: ChannelChoice(), count: channelCount)
    basicChannels = BasicChannels(channelCount: channelCount)
    effects = FluidEffects(settings)
    output = OutputChoice(
      gain: settings.number("synth.gain") ?? 0.2, polyphony: settings.integer("synth.polyphony") ?? 256)
    var chosen = SynthSettings()
    (chosen.delay, chosen.insertions) = (false, false)  // FluidSynth has none
    chosen.reverbSend = 0
    chosen.shortestNote = 0  // `shortNotes` follows `synth.min-note-length`
    chosen.bankSelect = Self.bankSelect(settings)
    chosen.polyphony = max(Self.reservedPolyphony, min(4_096, output.polyphony))
    synth = LiveSynth(sampleRate: sampleRate, settings: chosen)
    output.polyphony = min(output.polyphony, chosen.polyphony)
    applyEffects()
    makeHigherChannelsMelodic()
    reselectTunings()
    observeSettings()
    if let length = settings.integer("synth.min-note-length"), length > 0 {
      let shortNotes = ShortNotes(self, milliseconds: length, channels: channelCount)
      (self.shortNotes, followers) = (shortNotes, [shortNotes])
    }
  }

  /// The number of voices for which there is always memory, so that programs can raise the polyphony later.
  private static var reservedPolyphony: Int { 1_024 }

  private static func bankSelect(_ settings: FluidSettings) -> SynthSettings.BankSelect {
    switch settings.string("synth.midi-bank-select") {
    case "gm": .gm
    case "xg": .xg
    case "mma": .mma
    default: .gs
    }
  }

  /// Runs `body` under the lock.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

  // MARK: Rendering

  /// Adds a follower, which sends events in time with the audio.
  func add(follower: any ClockFollower) { withLock { followers.append(follower) } }

  /// Removes a follower; after the return it is not called any more.
  func remove(follower: any ClockFollower) { withLock { followers.removeAll { $0 === follower } } }

  /// Removes all followers.
  func removeAllFollowers() { followers = [] }

  /// Renders frames in pieces, with each event of the followers on its frame.
  ///
  /// - Parameter body: receives the index of a piece's first frame, the left and right samples, and their number.
  func render(
    _ count: Int, _ body: (Int, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void
  ) {
    var hasFormerBanks = false
    withLock {
      let start = load.start()
      defer { hasFormerBanks = synth.core.pointee.takesMainThreadRequest() }
      var done = 0
      while done < count {
        let span = sendEvents(min(count - done, RenderScratch.frames))
        synth.core.pointee.render(span, EventList(start: nil, count: 0), into: scratch.block(span))
        body(done, scratch.left, scratch.right, span)
        frame += Int64(span)
        done += span
      }
      load.end(start, frames: count, sampleRate: sampleRate)
    }
    if hasFormerBanks { synth.reclaim() }
  }

  /// Sends the followers' events that are due now, and returns the number of frames until the next event, at most
  /// `most`.
  private func sendEvents(_ most: Int) -> Int {
    // twice, because one follower may send events to another
    for follower in followers { _ = follower.send(dueAt: frame) }
    return max(1, followers.reduce(most) { min($0, Int(clamping: $1.send(dueAt: frame) - frame)) })
  }

  /// Prepares for another sample rate. Sounding notes end. The channels keep their controllers, pitch bend, presets,
  /// generators and tunings; pressures and parameters other than the bend range return to their defaults.
  func set(sampleRate new: Int) {
    withLock {
      guard new != sampleRate, (8_000...768_000).contains(new) else { return }
      let states = channels.indices.map { PartState(of: $0, synth.core) }
      sampleRate = new
      synth.prepare(sampleRate: new, maximumFrameCount: RenderScratch.frames)
      for (part, state) in states.enumerated() { state.restore(part, synth.core) }
      reapplyChoices()
      reselectTunings()
    }
  }
}

/// The buffers into which the engine renders.
private final class RenderScratch {
  static var frames: Int { 1_024 }
  let left = UnsafeMutablePointer<Float>.allocate(capacity: frames)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: frames)
  private let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)

  init() {
    channels[0] = left
    channels[1] = right
  }

  deinit {
    left.deallocate()
    right.deallocate()
    channels.deallocate()
  }

  func block(_ frames: Int) -> AudioBlock {
    AudioBlock(channels: UnsafePointer(channels), channelCount: 2, frameCount: frames)
  }
}
