#if canImport(AVFAudio)
  import AVFAudio
  import TactusCoreAudio
  import TactusRender
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
  /// The engine's time stamps relate host times to frames, with jitter removed. A message sounds on the frame of its
  /// host time, delayed by `HostTimeInput.latency` frames.
  ///
  /// Law: the samples equal those of the source, bit for bit. This holds however the engine divides them into cycles,
  /// and whether it provides buffers, provides none, or wants them interleaved. The samples of a song equal
  /// those of its bounce.
  ///
  /// The render block captures nothing but an address, and neither allocates nor locks.
  /// - Thread: control
  public final class SourceNodePlayer: @unchecked Sendable {  // nodes may be used by any thread
    /// The node for the engine. It keeps alive everything that it needs, including the source.
    public let node: AVAudioSourceNode
    /// The queue of messages to play; unused if the source is a sequence.
    public let input: HostTimeInput
    /// The source, if it is a sequence.
    public let sequence: LiveSequence?
    private let owner: SourceNodeOwner

    /// Creates a queue for messages that are sent only when they are due, such as those of a keyboard. Its latency
    /// starts at 512 frames, one cycle, and grows up to 9,600 frames as needed, because engines stamp cycles with the
    /// time at which they will be heard.
    public static func makeInput() -> HostTimeInput { HostTimeInput(latency: 512, longestLatency: 9_600) }

    /// The format that the engine sees.
    public struct Settings: Hashable, Sendable {
      /// The number of channels, 1 or 2.
      public var channelCount = 2
      /// The maximum number of frames per cycle; longer cycles are refused. 1…2²⁰ (clamped).
      public var maximumFrameCount = 8_192

      /// Creates settings for stereo and up to 8,192 frames per cycle.
      public init() {}
    }

    /// Plays a synthesizer.
    ///
    /// - Parameters:
    ///   - synth: the synthesizer; it is prepared for the sample rate, and nothing else may render it.
    ///   - sampleRate: frames per second; the engine converts to the rate of the hardware.
    ///   - input: the queue of messages to play.
    ///   - settings: the format that the engine sees.
    public convenience init(
      _ synth: LiveSynth, sampleRate: Int = 48_000, input: HostTimeInput = SourceNodePlayer.makeInput(),
      settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try SourceNodeError.check(sampleRate, settings)
      synth.prepare(sampleRate: sampleRate, maximumFrameCount: settings.maximumFrameCount)
      try self.init(.synth(synth.core), keeping: synth, sampleRate, input, nil, settings)
    }

    /// Plays a sampler; the parameters are the same as for a synthesizer.
    public convenience init(
      _ sampler: Sampler, sampleRate: Int = 48_000, input: HostTimeInput = SourceNodePlayer.makeInput(),
      settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try SourceNodeError.check(sampleRate, settings)
      sampler.prepare(sampleRate: sampleRate, maximumFrameCount: settings.maximumFrameCount)
      try self.init(.sampler(sampler.renderer), keeping: sampler, sampleRate, input, nil, settings)
    }

    /// Plays a song at the sample rate of its bounce.
    ///
    /// - Parameters:
    ///   - song: the song; nothing else may render it.
    ///   - input: messages to play along with the song.
    ///   - settings: the format that the engine sees.
    public convenience init(
      _ song: SongPlayer, input: HostTimeInput = SourceNodePlayer.makeInput(), settings: Settings = Settings()
    ) throws(SourceNodeError) {
      try self.init(.song(song.core), keeping: song, song.bouncer.settings.sampleRate, input, nil, settings)
    }

    /// Plays a sequence with a sampler, controlled by its own transport. The property `sequence` contains the sampler
    /// and the sequencer.
    ///
    ///     let player = try SourceNodePlayer(sequence, sendingTo: notes)
    ///     player.sequence?.sampler.publish(bank)
    ///     player.sequence?.sequencer.play()
    ///
    /// - Parameters:
    ///   - sequence: the sequence to start with.
    ///   - sampleRate: frames per second; the engine converts to the rate of the hardware.
    ///   - output: receives the events that the sequencer plays, stamped with host times.
    ///   - sendsClock: whether the output also receives MIDI clock.
    ///   - settings: the format that the engine sees.
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
      node = OwningSourceNode(format: format, owner: owner, renderBlock: owner.renderBlock())
    }

    /// The number of frames played.
    /// - Thread: any
    public var playedFrames: Int { owner.words[0].pointee.load(ordering: .relaxed) }

    /// The number of cycles refused because they had too many frames or their buffers were too small.
    /// - Thread: any
    public var refusedCycles: Int { owner.words[1].pointee.load(ordering: .relaxed) }
  }

  /// The reason why a player could not be created.
  ///
  /// - Thread: any
  public enum SourceNodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not support the format.
    case badFormat(sampleRate: Int, channelCount: Int)
    /// The sequence cannot be played.
    case sequence(LiveSequence.Failure)

    /// The error in one sentence.
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
