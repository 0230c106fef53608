import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// Plays a song live with its own transport, and renders, cycle by cycle, the same audio as a ``Bouncer``.
///
///     let player = try SongPlayer(Bouncer(song, bank: bank))
///     player.play()
///     player.render(cycle, events: events, into: block)      on the audio thread
///
/// Law: if only ``play()`` is called and there are no input events, its output equals that of the bouncer, bit for bit,
/// for any partition into cycles. Level changes, the limiter, the fade and seamless loops exist only in the bouncer.
///
/// - Thread: created and freed on the control side; controlled by any number of control threads; rendered by one audio
///   thread
public final class SongPlayer: @unchecked Sendable {  // only the audio thread uses `core`; locks protect the rest
  /// The song, bank and settings to play.
  public let bouncer: Bouncer
  /// The samples of the bank that could not be decoded.
  public let unreadableSamples: [SampleFailure]
  package let synth: SoundFontSynth
  /// The part of the player that runs on the audio thread.
  package let core: UnsafeMutablePointer<SongPlayerCore>
  private let plans = SnapshotExchange<SongPlan, SongHeader>()
  private let controls = TripleBuffer(SongControls())
  private let locations = TripleBuffer(SongLocation())
  private let memory: SongPlayerMemory
  private let tempi: FrameClock
  private let finalReleases: [ChannelMessage]
  private let state: Guarded<State>

  /// The state of the control side.
  private struct State {
    var header: SongHeader
    var chase: [ChannelMessage] = []
    var controls = SongControls()
    var location = SongLocation()
  }

  /// Creates a player, stopped at the first frame of the bouncer's range.
  ///
  /// The initializer reads and, if necessary, decodes the samples that the song needs, which takes time.
  /// - Parameters:
  ///   - bouncer: the song to play, with its bank and its settings.
  ///   - hasSound: whether the synthesizer plays the song. Without it, only MIDI outputs play.
  ///   - sendsMIDI: whether the song's messages are sent to the MIDI outputs of the session.
  ///   - hasClock: whether MIDI clock is sent with them.
  ///   - receivers: what the receivers of the MIDI outputs have been sent by the players of former songs.
  /// - Throws: `SampleDecoderMissing` if the song plays compressed samples and the bank has no decoder.
  /// - Thread: control
  public init(
    _ bouncer: Bouncer, hasSound: Bool = true, sendsMIDI: Bool = false, hasClock: Bool = false,
    receivers: ReceiverSettings = ReceiverSettings()
  ) throws(SampleDecoderMissing) {
    self.bouncer = bouncer
    memory = SongPlayerMemory(sendsMIDI: sendsMIDI, receivers: receivers)
    tempi = bouncer.timeline.clock
    unreadableSamples =
      hasSound ? try bouncer.prepareSamples(with: SerialWork(), on: ReusableSynth(), isLive: true) : []
    synth = SoundFontSynth(bank: bouncer.bank, settings: bouncer.settings.synth)
    synth.prepare(sampleRate: bouncer.settings.sampleRate, maximumFrameCount: BouncePreRoll.cycle)
    guard let renderer = synth.renderer else { preconditionFailure("a synthesizer that has been prepared renders") }
    if hasSound { BouncePreRoll(bouncer).play(on: renderer) }
    finalReleases = BounceRun.finalReleases(bouncer.timeline)
    var header = SongHeader()
    header.loopReach = Int64(bouncer.settings.sampleRate) / 4
    (header.end, header.isCut) = (bouncer.renderRange.end, bouncer.renderRange.isCut)
    (header.seekNumber, header.seekFrame) = (1, bouncer.renderRange.first)
    header.ports = bouncer.timeline.channels.keys.reduce(1) { $0 | 1 << UInt16($1 & 15) }
    // the synthesizer has played what precedes the first frame; MIDI outputs have not, and later controls start from it
    let chase = SongChase(bouncer.timeline, before: bouncer.renderRange.first).messages
    state = Guarded(State(header: header, chase: chase))
    let ticks = Double(max(1, tempi.map.timeBase.nominalTicksPerQuarter))
    let clock = SongClock(
      tempi.makeCursor(), ticksPerQuarter: ticks, sampleRate: bouncer.settings.sampleRate, buffer: memory.clockBuffer)
    core = .allocate(capacity: 1)
    core.initialize(
      to: SongPlayerCore(
        SongReceiver(synth: renderer, hasSound: hasSound, events: memory.events),
        clock: sendsMIDI && hasClock ? clock : nil, plans: plans.reader, controls: controls.reader,
        locations: locations.writer, sides: memory.sides, notes: memory.notes))
    state.withLock { publish(&$0) }
  }

  deinit { core.deallocate() }

  /// The range of the song's frames that are played; the tail follows.
  public var frames: Range<Int64> { bouncer.renderRange.first..<bouncer.renderRange.end }

  // MARK: Transport

  /// Plays from the current position.
  /// - Thread: control
  public func play() { set { $0.isPlaying = true } }

  /// Pauses: releases keys and pedals. Input events are still played.
  /// - Thread: control
  public func pause() { set { $0.isPlaying = false } }

  /// Moves to a frame of the song, clamped to ``frames``. The sound fades out in 12 ms, and all channels are set to the
  /// song's state at that frame.
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

  /// Sets the playback speed, 0.25…4 (clamped). At speeds other than 1, events are played within a frame of their exact
  /// time.
  /// - Thread: control
  public func set(speed: Double) {
    let wanted = speed.isFinite ? Int64((min(max(0.01, speed), 100) * Double(SongSpeed.one)).rounded()) : SongSpeed.one
    set { $0.speed = min(max(SongSpeed.range.lowerBound, wanted), SongSpeed.range.upperBound) }
  }

  /// The playback speed.
  /// - Thread: control
  public var speed: Double { state.withLock { Double($0.controls.speed) / Double(SongSpeed.one) } }

  /// Sets the region of frames that repeats; nil for none. At the end of a pass, open notes end, and channels keep
  /// their state. Regions shorter than 20 ms are ignored. If playback has passed the end of the new region by less than
  /// a quarter of a second, it wraps to the start.
  ///
  /// - Returns: whether a region repeats.
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

  /// Mutes these parts and unmutes all others.
  /// - Thread: control
  public func mute(_ parts: Set<Part>) {
    var muted = SIMD4<UInt64>(repeating: 0)
    for part in parts {
      muted[part.index >> 6] |= 1 << UInt64(part.index & 63)
    }
    set { [muted] in $0.muted = muted }
  }

  /// Sets the volume of a part in percent of the song's channel volume, 0…200 (clamped); 100 is the song's own.
  /// - Thread: control
  public func set(volume percent: Int, of part: Part) {
    let percent = UInt8(min(max(0, percent), 200))
    set {
      $0.parts.volumes[part.index] = percent
      $0.parts.changes &+= 1
    }
  }

  /// Sets the program of a part, 0…127 (clamped), instead of the song's programs; nil for the song's own.
  /// - Thread: control
  public func set(program: Int?, of part: Part) {
    let program = program.map { UInt8(min(max(0, $0), 127)) } ?? PartChoices.songProgram
    set {
      $0.parts.programs[part.index] = program
      $0.parts.changes &+= 1
    }
  }

  /// A channel of a port, both counted from 0.
  public struct Part: Hashable, Sendable {
    /// The port, 0…15.
    public var port: UInt8
    /// The channel, 0…15.
    public var channel: UInt8
    /// Creates a part.
    public init(port: UInt8 = 0, channel: UInt8) { (self.port, self.channel) = (port, channel) }
    /// The number of the part, 0…255.
    var index: Int { Int(port & 15) * 16 + Int(channel & 15) }
  }

  /// The current position. After a seek, it is the new position at once, although the audio thread reaches it only in
  /// the next cycle.
  /// - Thread: control
  public var location: SongLocation {
    state.withLock { state in
      state.location = locations.reader.acquire()
      var location = state.location
      if location.seekNumber != state.header.seekNumber {
        (location.frame, location.isAtEnd) = (state.header.seekFrame, false)
      }
      return location
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

  /// Renders a cycle of any length: left and right, or their mean if the block has one channel. Further channels are
  /// silent.
  ///
  /// - Parameters:
  ///   - cycle: the frames to render.
  ///   - events: input events, ascending by offset, which are played with the song.
  ///   - block: receives the audio.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    _ = core.pointee.render(cycle, input: events, into: block)
  }

  /// The counters of the synthesizer.
  /// - Thread: any, while no thread renders
  public var counters: SynthCounters { synth.counters }
  /// The presets that notes requested but that the bank does not have.
  /// - Thread: any, while no thread renders
  public var missingPresets: [MissingPreset] { synth.missingPresets }
}
