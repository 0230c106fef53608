import TactusDSP
import TactusRealtime
import TactusRender

/// A SoundFont synthesizer: sixteen MIDI channels on each of sixteen ports, played with the presets of a `SoundBank`.
///
/// The output depends only on the bank, the settings, the sample rate and the events with their frames. It does not
/// depend on how the frames are divided into cycles, or on how many threads render them.
///
///     let synth = SoundFontSynth(bank: SoundBank(font))
///     synth.prepare(sampleRate: 48_000, maximumFrameCount: 512)
///     synth.render(cycle, events: events, into: block)
///
/// - Thread: created, prepared and freed on the control side; rendered and reset by one audio thread
public final class SoundFontSynth: Instrument {
  /// The current bank.
  public private(set) var bank: SoundBank
  /// The settings passed to the initializer.
  public let settings: SynthSettings
  private var memories: [SynthMemory] = []
  private var preparedRate = 0
  private var output: SynthOutput?
  /// Renders long cycles with several replicas; nil with one.
  private var slices: SliceRenderer?

  /// Creates a synthesizer for a bank; it is silent until prepared.
  /// - Thread: control
  public init(bank: SoundBank, settings: SynthSettings = SynthSettings()) {
    self.bank = bank
    self.settings = settings
  }

  /// Prepares for rendering at a sample rate of 8,000…768,000 frames per second (clamped).
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    prepare(sampleRate: sampleRate, replicas: 1, isTouched: true)
  }

  /// Prepares for rendering on several threads at once. In a long cycle, each replica renders a slice of the time.
  ///
  /// - Parameters:
  ///   - plan: how cycles are divided; nil for the usual division.
  ///   - isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  /// - Thread: control
  package func prepare(sampleRate: Int, replicas: Int, plan: SlicePlan? = nil, isTouched: Bool = false) {
    let (rate, count) = Self.clamped(sampleRate, replicas)
    preparedRate = rate
    memories = (0..<count).map { _ in SynthMemory(of: bank, settings: settings, sampleRate: rate, isTouched: isTouched)
    }
    let output = SynthOutput(settings: settings, sampleRate: rate, isTouched: isTouched)
    self.output = output
    let cores = memories.map { $0.core }
    slices =
      count > 1 ? SliceRenderer(cores, output: output.state, plan: plan ?? SlicePlan(sampleRate: rate)) : nil
  }

  /// Prepares for another score, possibly with another bank, and reuses the existing memory if it fits. Afterwards, the
  /// state is that of a new, prepared synthesizer.
  /// - Thread: control, while no thread renders
  package func prepare(for bank: SoundBank, sampleRate: Int, replicas: Int) {
    self.bank = bank
    let (rate, count) = Self.clamped(sampleRate, replicas)
    guard rate == preparedRate, count == memories.count, let output, memories.allSatisfy({ $0.begin(with: bank) })
    else {
      return prepare(sampleRate: sampleRate, replicas: replicas)
    }
    slices?.reset()
    output.reset()
  }

  /// How many slices of cycles have been rendered by several replicas, and how many have been dropped; see
  /// ``CycleSlices``.
  /// - Thread: control, while no thread renders
  package var sliceCounts: (rendered: Int, rejected: Int) { slices?.sliceCounts ?? (0, 0) }

  /// Silences everything and releases the bank. The synthesizer must be prepared for another bank before it renders.
  /// - Thread: control, while no thread renders
  package func forgetBank() {
    for memory in memories { _ = memory.begin(with: LiveControl.silence) }
    bank = LiveControl.silence
  }

  private static func clamped(_ sampleRate: Int, _ replicas: Int) -> (rate: Int, count: Int) {
    (min(768_000, max(8_000, sampleRate)), min(SynthLimits.partialMixes, max(1, replicas)))
  }

  /// Starts recording what happens to the voices, for a tracer that must outlive the recording; nil stops the
  /// recording.
  /// - Thread: control, while no thread renders
  package func setTracer(_ tracer: VoiceTracer?) {
    memories.first?.setTracer(tracer)
    slices?.isTraced = tracer != nil
  }

  /// The core that has rendered everything up to now.
  var leadCore: UnsafeMutablePointer<SynthCore>? { slices?.leadCore ?? memories.first?.core }

  /// The renderer for an audio thread, or nil before the first `prepare`. Each `prepare` invalidates it.
  /// - Thread: control
  package var renderer: SynthRenderer? {
    guard let core = memories.first?.core, let output else { return nil }
    return SynthRenderer(core: core, output: output.state)
  }

  /// Silences everything and returns to the state after `prepare`.
  /// - Thread: audio
  public func reset() {
    for memory in memories { memory.core.pointee.reset() }
    slices?.reset()
    output?.reset()
  }

  /// Renders a cycle of any length.
  ///
  /// The left and right outputs go to the block's first two channels. A block with a single channel receives their
  /// mean; channels after the second receive zeros.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    guard let core = leadCore, let output else { return }
    core.pointee.render(cycle.frameCount, events, output.state, into: block)
  }

  /// Renders a cycle with all replicas, if it is long, and otherwise with one.
  /// `perform` calls its second argument once for each number below its first argument, in any order and on any
  /// threads, and returns when all calls have returned. These threads call `whileIdle` when they have nothing to do.
  /// - Thread: control
  package func render(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void = {}
  ) {
    guard let slices else {
      return render(RenderCycle(firstFrame: 0, frameCount: frames), events: events, into: block)
    }
    slices.render(frames: frames, events: events, into: block, perform: perform, whileIdle: whileIdle)
  }

  /// Applies a message of the MIDI Tuning Standard at the next frame to be rendered.
  ///
  /// - Parameters:
  ///   - message: the bytes of the message, with or without F0 and F7.
  ///   - port: 0…15, the port whose channels the message addresses; tuning programs apply to all ports.
  /// - Returns: whether it was a well-formed tuning message.
  /// - Thread: audio
  package func tune(_ message: UnsafeBufferPointer<UInt8>, port: Int = 0) -> Bool {
    guard let bytes = message.baseAddress else { return false }
    return leadCore?.pointee.tune(bytes, message.count, port: port) ?? false
  }

  /// The counters since the last reset.
  /// - Thread: any, while no thread renders
  public var counters: SynthCounters { leadCore?.pointee.counters ?? SynthCounters() }
  /// The number of sounding voices, without those fading out.
  /// - Thread: any, while no thread renders
  public var voiceCount: Int { leadCore?.pointee.soundingVoices ?? 0 }
  /// Whether no voice sounds and the effects have decayed and are bypassed.
  /// - Thread: any, while no thread renders
  public var isSilent: Bool {
    guard let core = leadCore, let output else { return true }
    return !core.pointee.hasVoices && output.state.pointee.isSilent
  }
  /// The highest level that the effects may still have, as a fraction of full scale; used to find the end of a tail.
  /// - Thread: any, while no thread renders
  public var effectLevel: Float { output?.state.pointee.level ?? 0 }
  /// Whether any voice sounds or fades.
  /// - Thread: any, while no thread renders
  public var hasVoices: Bool { leadCore?.pointee.hasVoices ?? false }
}
