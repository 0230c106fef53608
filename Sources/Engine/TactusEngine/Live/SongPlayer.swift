import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// Plays a song live with a transport of its own: what a ``Bouncer`` writes to a file, cycle by cycle.
///
///     let player = try SongPlayer(Bouncer(song, bank: bank))
///     player.play()
///     player.render(cycle, events: events, into: block)      on the audio thread
///
/// Law: as long as nothing but ``play()`` is asked for and nothing comes in, its frames are the bouncer's, bit for bit,
/// however they are cut into cycles. Level, limiter, fade and seamless loops are the bouncer's alone.
///
/// - Thread: made and freed on the control side, asked by any number of control threads; rendered by one audio thread
public final class SongPlayer: @unchecked Sendable {  // the core is the audio thread's, the rest is under a lock
  /// What is played.
  public let bouncer: Bouncer
  /// Samples of the bank that could not be decoded.
  public let unreadableSamples: [SampleFailure]
  let synth: SoundFontSynth
  /// What renders it on an audio thread.
  package let core: UnsafeMutablePointer<SongPlayerCore>
  private let plans = SnapshotExchange<SongPlan, SongHeader>()
  private let controls = TripleBuffer(SongControls())
  private let told = TripleBuffer(SongPlace())
  private let memory = SongPlayerMemory()
  private let finalReleases: [ChannelMessage]
  private let state: Guarded<State>

  /// What the control side remembers.
  private struct State {
    var header: SongHeader
    var chase: [ChannelMessage] = []
    var controls = SongControls()
    var place = SongPlace()
  }

  /// A player that stands at the first frame of what a bouncer would bounce.
  ///
  /// The samples that the song needs are read in, compressed ones decoded, which takes a while.
  /// - Throws: `SampleDecoderMissing` where the song plays compressed samples and the bank has no decoder.
  /// - Thread: control
  public init(_ bouncer: Bouncer) throws(SampleDecoderMissing) {
    self.bouncer = bouncer
    unreadableSamples = try bouncer.decodeSamples(with: SerialWork(), on: SpareSynth(), isLive: true)
    synth = SoundFontSynth(bank: bouncer.bank, settings: bouncer.settings.synth)
    synth.prepare(sampleRate: bouncer.settings.sampleRate, maximumFrameCount: BouncePreRoll.cycle)
    guard let renderer = synth.renderer else { preconditionFailure("a synthesizer that has been prepared renders") }
    BouncePreRoll(bouncer).play(on: renderer)
    finalReleases = BounceRun.finalReleases(bouncer.timeline)
    var header = SongHeader()
    header.loopReach = Int64(bouncer.settings.sampleRate) / 4
    (header.end, header.isCut) = (bouncer.renderRange.end, bouncer.renderRange.isCut)
    (header.seekNumber, header.seekFrame) = (1, bouncer.renderRange.first)
    header.ports = bouncer.timeline.channels.keys.reduce(1) { $0 | 1 << UInt16($1 & 15) }
    state = Guarded(State(header: header))
    core = .allocate(capacity: 1)
    core.initialize(
      to: SongPlayerCore(
        synth: renderer, plans: plans.reader, controls: controls.reader, told: told.writer, sides: memory.sides,
        notes: memory.notes))
    state.withLock { publish(&$0) }
  }

  deinit { core.deallocate() }

  /// The song's first frame that is played, and the frame after its last; the tail comes after it.
  public var frames: Range<Int64> { bouncer.renderRange.first..<bouncer.renderRange.end }

  // MARK: Transport

  /// Plays on from where it stands.
  /// - Thread: control
  public func play() { set { $0.isPlaying = true } }

  /// Stands; keys are released and pedals lifted, what comes in is still heard.
  /// - Thread: control
  public func pause() { set { $0.isPlaying = false } }

  /// Goes to a frame of the song, clamped to ``frames``; what sounds fades out in 12 ms, and all channels are as the song
  /// has set them by then.
  /// - Thread: control
  public func seek(toFrame frame: Int64) {
    let frame = min(max(frames.lowerBound, frame), frames.upperBound)
    let chase = SongChase(bouncer.timeline, before: frame).messages
    state.withLock { state in
      state.header.seekNumber &+= 1
      state.header.seekFrame = frame
      state.chase = chase
      publish(&state)
    }
  }

  /// Plays so many times as fast, 0.25…4 (clamped). At other speeds than 1 events come within a frame of their time.
  /// - Thread: control
  public func set(speed: Double) {
    let wanted = speed.isFinite ? Int64((min(max(0.01, speed), 100) * Double(SongSpeed.one)).rounded()) : SongSpeed.one
    set { $0.speed = min(max(SongSpeed.range.lowerBound, wanted), SongSpeed.range.upperBound) }
  }

  /// How many times as fast it plays.
  /// - Thread: control
  public var speed: Double { state.withLock { Double($0.controls.speed) / Double(SongSpeed.one) } }

  /// Repeats some frames, or none. At the end of a pass open notes end and channels stay as they are; regions shorter than
  /// 20 ms are none. Where the song has just gone beyond the end, by less than a quarter of a second, it begins anew.
  ///
  /// - Returns: whether frames are repeated.
  /// - Thread: control
  @discardableResult public func loop(_ range: Range<Int64>?) -> Bool {
    let range = range?.clamped(to: frames) ?? 0..<0
    let isLongEnough = range.count >= bouncer.settings.sampleRate / 50
    state.withLock { state in
      (state.header.loopStart, state.header.loopEnd) = isLongEnough ? (range.lowerBound, range.upperBound) : (0, 0)
      publish(&state)
    }
    return isLongEnough
  }

  /// Silences parts, each a port and a channel from 0; all others are heard.
  /// - Thread: control
  public func mute(_ parts: Set<Part>) {
    var muted = SIMD4<UInt64>(repeating: 0)
    for part in parts {
      let channel = Int(part.port & 15) * 16 + Int(part.channel & 15)
      muted[channel >> 6] |= 1 << UInt64(channel & 63)
    }
    set { [muted] in $0.muted = muted }
  }

  /// A channel of a port, both from 0.
  public struct Part: Hashable, Sendable {
    /// 0…15.
    public var port: UInt8
    /// 0…15.
    public var channel: UInt8
    /// A part.
    public init(port: UInt8 = 0, channel: UInt8) { (self.port, self.channel) = (port, channel) }
  }

  /// Where it is. After a seek it is there at once, although the audio thread comes to it a cycle later.
  /// - Thread: control
  public var place: SongPlace {
    state.withLock { state in
      state.place = told.reader.acquire()
      var place = state.place
      if place.seekNumber != state.header.seekNumber {
        (place.frame, place.isAtEnd) = (state.header.seekFrame, false)
      }
      return place
    }
  }

  private func set(_ change: (inout SongControls) -> Void) {
    state.withLock { state in
      change(&state.controls)
      controls.writer.publish(state.controls)
    }
  }

  private func publish(_ state: inout State) {
    let plan = SongPlan(bouncer.timeline, state.header, finalReleases: finalReleases, chase: state.chase)
    plans.publish(plan, plan.header)
  }

  // MARK: Audio

  /// Renders a cycle of any length: left and right, or the mean of both.
  ///
  /// - Parameter events: what comes in, ascending by offset; it is played along.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    core.pointee.render(cycle, input: events, into: block)
  }

  /// What the synthesizer has done.
  /// - Thread: any, while nobody renders
  public var counters: SynthCounters { synth.counters }
  /// What the bank does not have of what the notes asked for.
  /// - Thread: any, while nobody renders
  public var missingPresets: [MissingPreset] { synth.missingPresets }
}
