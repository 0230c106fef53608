import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender

/// A SoundFont synthesizer for playing live: bank, presets and settings can change while notes sound.
///
/// The control side publishes a bank, and new notes use it from the next cycle onwards. Notes of the former bank ring
/// out with their own sound, or are faded out. Without a bank the synthesizer is silent. The control side frees a
/// former bank when none of its notes sounds any more: at the next publication, or in ``reclaim()``.
///
///     control                              audio
///     publish(bank) ──── snapshot ───────► render
///     set(controls) ──── state ──────────►   │
///     send(message) ──── queue ──────────►   │
///     programs, voices ◄──── state ───────── ┘
///
/// - Thread: created, prepared and freed on the control side; rendered and reset by one audio thread
public final class LiveSynth: Instrument, @unchecked Sendable {  // core: audio thread; the rest is thread-safe
  /// What happens to the notes of a bank that is replaced.
  public enum FormerNotes: Sendable {
    /// They continue until they end.
    case ringOut
    /// They fade out within 12 ms.
    case cut
  }

  /// The initial settings; their polyphony is the highest that ``set(_:)`` accepts.
  public let settings: SynthSettings
  private let snapshots = SnapshotExchange<PublishedBank, LiveBank>()
  private let controls: TripleBuffer<LiveControls>
  private let messages = RingQueue<ChannelMessage>(capacity: LiveSynth.mostWaiting)
  private let sender: SharedProducer<ChannelMessage>
  /// The presets that were set; pushed under the lock of `control`.
  private let selections = RingQueue<ProgramSelection>(capacity: LiveSynth.mostWaiting)
  private let inquiryQueue = RingQueue<DeviceInquiry>(capacity: 64)
  private let asked: Guarded<RingConsumer<DeviceInquiry>>
  private let reported = TripleBuffer(LivePrograms())
  private let words = SharedWords(0, 0)
  private let control: Guarded<LiveControl>
  private let programReader: Guarded<StateReader<LivePrograms>>
  private var memory: SynthMemory
  private var output: SynthOutput
  /// The outputs by part; nil for one output.
  private var partOutputs: PartOutputMemory?
  /// The stereo outputs.
  /// - Thread: control
  public private(set) var outputs = SynthOutputs.stereo
  /// The audio side; valid for the lifetime of the synthesizer.
  package let core: UnsafeMutablePointer<LiveCore>

  /// Creates a synthesizer without a bank, which is silent.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000…768,000 (clamped).
  ///   - settings: the initial settings; their polyphony is the highest that ``set(_:)`` accepts.
  /// - Thread: control
  public init(sampleRate: Int = 48_000, settings: SynthSettings = SynthSettings()) {
    self.settings = settings
    let start = LiveControl(settings)
    controls = TripleBuffer(start.controls)
    control = Guarded(start)
    sender = SharedProducer(of: messages)
    programReader = Guarded(reported.reader)
    asked = Guarded(inquiryQueue.consumer)
    (memory, output) = Self.memory(settings, sampleRate)
    core = .allocate(capacity: 1)
    core.initialize(to: makeCore())
  }

  deinit { core.deallocate() }

  private static func memory(_ settings: SynthSettings, _ sampleRate: Int) -> (SynthMemory, SynthOutput) {
    let rate = min(768_000, max(1_000, sampleRate))
    // reserve memory for every setting that can be chosen later
    var roomy = settings
    roomy.interpolation = .sinc
    roomy.gain = 0
    let memory = SynthMemory(
      bank: LiveControl.silence.tables, longestList: SynthLimits.longestModulatorList, settings: roomy,
      sampleRate: rate)
    return (memory, SynthOutput(settings: settings, sampleRate: rate))
  }

  private func makeCore() -> LiveCore {
    memory.core.pointee.state.inquiries = inquiryQueue.producer
    return LiveCore(
      core: memory.core, output: output.state, banks: snapshots.reader, controls: controls.reader,
      messages: messages.consumer, selections: WaitingSelections(selections.consumer),
      words: LiveWords(oldestBank: words[0], voiceCount: words[1]), programs: reported.writer,
      mostVoices: settings.polyphony)
  }

  /// Prepares for another sample rate. All sound ends; the bank and the settings are kept. No thread may be rendering.
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    (memory, output) = Self.memory(settings, sampleRate)
    core.pointee = makeCore()
    attachOutputs()
    control.withLock { control in
      snapshots.publish(control.published, control.published.pointer)
      control.markProgramsChanged()
      controls.writer.publish(control.controls)
    }
  }

  /// Chooses the stereo outputs. All sound ends; the bank and the settings are kept. No thread may be rendering.
  ///
  /// `render` then expects two channels for each output, the main output first. The sound of outputs for which a block
  /// has no channels goes to the main output.
  /// - Thread: control
  public func prepare(outputs: SynthOutputs) {
    guard outputs != self.outputs else { return }
    self.outputs = outputs
    core.pointee.reset()
    attachOutputs()
  }

  private func attachOutputs() {
    memory.core.pointee.voices.pointee.routes = nil
    memory.core.pointee.voices.pointee.renderer.stems = nil
    partOutputs = outputs == .stereo ? nil : PartOutputMemory(outputs, in: memory.core)
    core.pointee.outputs = partOutputs?.outputs
  }

  // MARK: Banks

  /// Plays another bank, or none, from the next cycle onwards.
  ///
  /// Compressed samples (SF3) must be decoded before they can sound: see ``SoundBank/prepare(bank:program:)``,
  /// ``prepareSamples()``. Samples that are generated on demand are all generated here, which takes about a second
  /// for the built-in bank.
  ///
  /// - Parameters:
  ///   - bank: the bank to play.
  ///   - formerNotes: how sounding notes of the previous bank end.
  ///   - isPrepared: whether the caller prepares generated samples, as it does compressed samples; if not, all samples
  ///     are generated now.
  /// - Thread: control, any number of threads
  public func publish(_ bank: SoundBank?, formerNotes: FormerNotes = .ringOut, isPrepared: Bool = false) {
    if !isPrepared { bank?.generateSamples() }
    let kept = control.withLock { control in
      let kept = control.banks
      control.reclaim(before: words[0].pointee.load(ordering: .acquiring))
      let published = control.publish(bank, formerNotes)
      if let unseen = snapshots.publish(published, published.pointer) { control.forget(unseen) }
      return kept
    }
    withExtendedLifetime(kept) {}
  }

  /// The bank that was published last; nil for none.
  /// - Thread: control, any number of threads
  public var bank: SoundBank? { control.withLock { $0.published.bank } }

  /// Frees former banks whose notes have all ended.
  ///
  /// - Returns: the number of former banks that still sound.
  /// - Thread: control, any number of threads
  @discardableResult public func reclaim() -> Int {
    let (kept, count) = control.withLock { control in
      let kept = control.banks
      control.reclaim(before: words[0].pointee.load(ordering: .acquiring))
      snapshots.reclaim()
      return (kept, control.formerCount)
    }
    return withExtendedLifetime(kept) { count }
  }

  /// Reads the samples of the presets that the sixteen parts of the first port play, and decodes compressed ones. Call
  /// it regularly if MIDI messages change programs; samples that are already prepared cost nothing.
  ///
  /// - Returns: the samples that cannot be decoded.
  /// - Thread: control, any number of threads
  @discardableResult public func prepareSamples() throws(SampleDecoderMissing) -> [SampleFailure] {
    guard let bank else { return [] }
    var failures: [SampleFailure] = []
    let reported = programReader.withLock { $0.acquire() }
    let played = (0..<16).map { reported.played[$0] }.filter { $0 >= 0 }.map(PartProgram.init(address:))
    for program in Set(programs + played) {
      failures += try bank.prepare(bank: program.bank, program: program.program)
    }
    return failures
  }

  // MARK: Settings

  /// The current controls.
  /// - Thread: control, any number of threads
  public var synthControls: SynthControls { control.withLock { $0.synthControls } }

  /// Sets the controls from the next cycle onwards; gains and sends ramp linearly and reach their targets 32 to 95
  /// frames later.
  /// - Thread: control, any number of threads
  public func set(_ synthControls: SynthControls) {
    control.withLock { control in
      control.set(synthControls, settings)
      controls.writer.publish(control.controls)
    }
  }

  /// Selects a part's preset from the next cycle onwards, after the messages that were sent before and before
  /// those that are sent later; ``reset()`` keeps it. Up to 1,024 selections wait for a cycle; of further ones, only
  /// the last of each part counts.
  ///
  /// - Parameters:
  ///   - program: the bank and program, as numbered in the SoundFont: bank 128 holds drums.
  ///   - part: 0…15, the channels of the first port.
  /// - Thread: control, any number of threads
  public func set(_ program: PartProgram, of part: Int) {
    precondition((0..<16).contains(part), "parts are counted 0…15")
    control.withLock { control in
      let selection = control.set(program, of: part, afterMessages: sender.pushedCount)
      // The controls carry the last selection, in case there is no room for it.
      selections.producer.push(selection)
      controls.writer.publish(control.controls)
    }
  }

  /// The presets most recently selected for the sixteen parts, by ``set(_:of:)`` or by MIDI.
  /// - Thread: control, any number of threads
  public var programs: [PartProgram] {
    let asked = control.withLock { $0.controls }
    let reported = programReader.withLock { $0.acquire() }
    return (0..<16).map { part in
      let isFollowed = reported.counts[part] == asked.programCounts[part]
      return PartProgram(address: isFollowed ? reported.addresses[part] : asked.programs[part])
    }
  }

  /// Sends a message, which plays on the next cycle's first frame; returns false if 1,024 messages are waiting.
  /// - Thread: control, any number of threads
  @discardableResult public func send(_ message: ChannelMessage) -> Bool { sender.push(message) }

  /// Sends messages that belong together, such as the packets of a system-exclusive message, with no others between
  /// them; sends none and returns false if there is no room for all among the ``mostWaiting`` messages.
  /// - Thread: control, any number of threads
  @discardableResult public func send(_ messages: [ChannelMessage]) -> Bool { sender.push(contentsOf: messages) }

  /// The number of messages that can wait for the next cycle.
  public static let mostWaiting = 1_024

  /// Removes and returns the inquiries received since the last call: universal messages that ask for the device's
  /// identity or its tuning. A ``DeviceResponder`` answers them.
  /// - Thread: control, any number of threads
  public func takeInquiries() -> [DeviceInquiry] {
    asked.withLock { asked in
      var inquiries: [DeviceInquiry] = []
      while let inquiry = asked.pop() { inquiries.append(inquiry) }
      return inquiries
    }
  }

  /// The number of voices that sounded at the end of the last cycle.
  /// - Thread: any
  public var voiceCount: Int { words[1].pointee.load(ordering: .relaxed) }

  // MARK: Audio

  /// Silences everything; the parts return to the presets that were set for them.
  /// - Thread: audio
  public func reset() { core.pointee.reset() }

  /// Renders a cycle of any length.
  ///
  /// The left and right outputs go to the block's first two channels. A block with a single channel receives their
  /// mean; channels after those of the last output (see ``prepare(outputs:)``) receive zeros.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    core.pointee.render(cycle.frameCount, events, into: block)
  }
}
