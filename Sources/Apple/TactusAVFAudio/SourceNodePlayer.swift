#if canImport(AVFAudio)
  import AVFAudio
  import TactusCoreAudio
  import TactusEngine
  import TactusSequencer
  import TactusSynth

  /// Plays a synthesizer, a sampler, a song or a sequence in an `AVAudioEngine`.
  ///
  ///     let player = try SourceNodePlayer(sampler)
  ///     engine.attach(player.node)
  ///     engine.connect(player.node, to: engine.mainMixerNode, format: player.node.outputFormat(forBus: 0))
  ///     player.input.send(message, at: hostTime)         from any thread, or by a CoreMIDIInput
  ///
  /// The engine's time stamps tell which host time belongs to which frame, jitter taken out; messages are heard on the
  /// frame of their host time, `HostTimeInput.latency` frames later.
  ///
  /// Law: its samples are those of what it plays, bit for bit, however the engine cuts them into cycles and wherever it
  /// wants them: in its own buffers, in none, side by side. A song's are those of its bounce.
  ///
  /// The block that renders captures nothing but an address, and neither allocates nor locks.
  /// - Thread: control
  public final class SourceNodePlayer: @unchecked Sendable {  // nodes may be used by any thread
    /// What the engine is given. It keeps alive all that it needs, what it plays included.
    public let node: AVAudioSourceNode
    /// Messages that are played. A sequence takes none.
    public let input: HostTimeInput
    /// What plays, if it is a sequence.
    public let sequence: LiveSequence?
    private let owner: SourceNodeOwner

    /// An input for messages that are sent when they happen: a latency of a cycle of 512 frames, which grows up to 9,600
    /// as it must, since engines stamp cycles with the time at which they will be heard.
    public static func makeInput() -> HostTimeInput { HostTimeInput(latency: 512, longestLatency: 9_600) }

    /// How the engine is met.
    public struct Settings: Hashable, Sendable {
      /// 1 or 2.
      public var channelCount = 2
      /// The most frames that the engine asks for at once; more are refused. 1…2²⁰ (clamped).
      public var maximumFrameCount = 8_192

      /// Stereo, up to 8,192 frames at once.
      public init() {}
    }

    /// Plays what a synthesizer is sent.
    ///
    /// - Parameters:
    ///   - synth: is made ready for the sample rate; nobody else may render it.
    ///   - sampleRate: frames per second; the engine converts to what the hardware wants.
    ///   - input: messages for it.
    ///   - settings: how the engine is met.
    public convenience init(
      _ synth: LiveSynth, sampleRate: Int = 48_000, input: HostTimeInput = SourceNodePlayer.makeInput(),
      settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try SourceNodeError.check(sampleRate, settings)
      synth.prepare(sampleRate: sampleRate, maximumFrameCount: settings.maximumFrameCount)
      try self.init(.synth(synth.renderer), keeping: synth, sampleRate, input, nil, settings)
    }

    /// Plays what a sampler is sent; parameters as with a synthesizer.
    public convenience init(
      _ sampler: Sampler, sampleRate: Int = 48_000, input: HostTimeInput = SourceNodePlayer.makeInput(),
      settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try SourceNodeError.check(sampleRate, settings)
      sampler.prepare(sampleRate: sampleRate, maximumFrameCount: settings.maximumFrameCount)
      try self.init(.sampler(sampler.renderer), keeping: sampler, sampleRate, input, nil, settings)
    }

    /// Plays a song, at the sample rate of its bounce.
    ///
    /// - Parameters:
    ///   - song: nobody else may render it.
    ///   - input: messages that are played along.
    ///   - settings: how the engine is met.
    public convenience init(
      _ song: SongPlayer, input: HostTimeInput = SourceNodePlayer.makeInput(), settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try self.init(.song(song.core), keeping: song, song.bouncer.settings.sampleRate, input, nil, settings)
    }

    /// Plays a sequence with a sampler, by its own transport: `sequence` has both.
    ///
    ///     let player = try SourceNodePlayer(sequence, sendingTo: notes)
    ///     player.sequence?.sampler.publish(bank)
    ///     player.sequence?.sequencer.play()
    ///
    /// - Parameters:
    ///   - sequence: what is played at first.
    ///   - sampleRate: frames per second; the engine converts to what the hardware wants.
    ///   - output: gets what the sequencer plays, stamped with host times.
    ///   - sendsClock: whether it gets MIDI clock, too.
    ///   - settings: how the engine is met.
    public convenience init(
      _ sequence: MIDISequence, sampleRate: Int = 48_000, sendingTo output: HostTimeOutput? = nil,
      sendsClock: Bool = false, settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try SourceNodeError.check(sampleRate, settings)
      let live: LiveSequence
      do {
        live = try LiveSequence(sequence, sampleRate: sampleRate, hasClock: sendsClock)
      } catch { throw .sequence(error) }
      try self.init(.sequence(live.core), keeping: live, sampleRate, HostTimeInput(), output, settings)
    }

    private init(
      _ source: NodeSource, keeping content: AnyObject, _ sampleRate: Int, _ input: HostTimeInput,
      _ output: HostTimeOutput?, _ settings: Settings
    ) throws(SourceNodeError) {
      let format = try SourceNodeError.check(sampleRate, settings)
      owner = SourceNodeOwner(
        source, keeping: content, input, output, sampleRate: sampleRate, channelCount: settings.channelCount,
        maximumFrameCount: settings.maximumFrameCount)
      self.input = input
      sequence = content as? LiveSequence
      node = OwningSourceNode(format: format, owner: owner)
    }

    /// How many frames have been played.
    /// - Thread: any
    public var playedFrames: Int { owner.words[0].pointee.load(ordering: .relaxed) }

    /// How many cycles were refused: too many frames, or buffers that are too small.
    /// - Thread: any
    public var refusedCycles: Int { owner.words[1].pointee.load(ordering: .relaxed) }
  }

  /// Why a player was not made.
  ///
  /// - Thread: any
  public enum SourceNodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such format here.
    case badFormat(sampleRate: Int, channelCount: Int)
    /// The sequence cannot be played.
    case sequence(LiveSequence.Failure)

    /// The sentence for people.
    public var description: String {
      switch self {
      case .badFormat(let rate, let count):
        "\(count) channels at \(rate) frames per second cannot be played; choose 1 or 2 channels, 8000 to 768000 frames"
      case .sequence(let failure): "\(failure)"
      }
    }

    @discardableResult static func check(
      _ sampleRate: Int, _ settings: SourceNodePlayer.Settings
    ) throws(SourceNodeError) -> AVAudioFormat {
      let count = settings.channelCount
      guard (8_000...768_000).contains(sampleRate), (1...2).contains(count),
        let format = AVAudioFormat(
          standardFormatWithSampleRate: Double(sampleRate), channels: AVAudioChannelCount(count))
      else { throw .badFormat(sampleRate: sampleRate, channelCount: count) }
      return format
    }
  }
#endif
