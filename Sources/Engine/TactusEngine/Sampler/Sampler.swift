import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth
import TactusTime

/// A sampler: MIDI effects followed by a SoundFont synthesizer with sixteen parts, as one instrument.
///
///     events ─► MIDI effects ─► synthesizer ─► block
///               ▲               ▲
///               publish(chain)  publish(bank), set(controls), set(program, of: part)
///
/// Banks, presets, MIDI effects and settings can be changed during playback from any control thread; the audio thread
/// never waits. The sampler is silent until a bank is published.
///
///     let sampler = try Sampler(sampleRate: 48_000)
///     sampler.publish(SoundBank(try SoundFont(file)), path: file.name)
///     sampler.set(PartProgram(program: 40), of: 0)
///     sampler.render(cycle, events: events, into: block)
///
/// - Thread: created, prepared and freed on the control side; rendered, reset and finished by one audio thread
public final class Sampler: Instrument, @unchecked Sendable {  // all stored properties are thread-safe
  /// The chain of MIDI effects.
  public let midiEffects: ChainProcessor
  /// The synthesizer.
  public let synth: LiveSynth
  /// The path of the bank.
  private let bankPath = Guarded<String?>(nil)

  /// Creates a sampler without a bank.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000…768,000 (clamped); the synthesizer uses the nearest whole number.
  ///   - settings: the synthesizer's settings; their polyphony is the maximum that can be set later.
  ///   - chainSettings: the limits of the MIDI effects.
  /// - Thread: control
  public init(
    sampleRate: SampleRate = 48_000, settings: SynthSettings = SynthSettings(),
    chainSettings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    let rate = sampleRate.clamped(to: Self.sampleRates)
    midiEffects = try ChainProcessor(sampleRate: rate, settings: chainSettings)
    synth = LiveSynth(sampleRate: rate.rounded, settings: settings)
  }

  /// Creates a sampler without a bank, at a sample rate in frames per second.
  /// - Thread: control
  public convenience init(
    sampleRate: Int, settings: SynthSettings = SynthSettings(), chainSettings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    try self.init(sampleRate: SampleRate(sampleRate), settings: settings, chainSettings: chainSettings)
  }

  private static var sampleRates: ClosedRange<Int> { 1_000...768_000 }

  /// Prepares for another sample rate. Sounding notes end without a fade, and all settings stay. Must not be called
  /// while a thread renders.
  /// - Thread: control
  public func prepare(sampleRate: SampleRate, maximumFrameCount: Int) {
    let rate = sampleRate.clamped(to: Self.sampleRates)
    midiEffects.prepare(sampleRate: rate, maximumFrameCount: maximumFrameCount)
    synth.prepare(sampleRate: rate.rounded, maximumFrameCount: maximumFrameCount)
  }

  /// Prepares for another sample rate, in whole frames per second.
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    prepare(sampleRate: SampleRate(sampleRate), maximumFrameCount: maximumFrameCount)
  }

  /// Chooses the stereo outputs; see ``LiveSynth/prepare(outputs:)``. All sound ends. No thread may be rendering.
  /// - Thread: control
  public func prepare(outputs: SynthOutputs) { synth.prepare(outputs: outputs) }

  // MARK: Control

  /// The MIDI effects in front of the synthesizer.
  /// - Thread: control, any number of threads
  public var chain: ProcessorChain { midiEffects.chain }

  /// Replaces the MIDI effects from the next cycle onwards. The note-offs of held notes still pass through the effects
  /// with which the notes started.
  /// - Thread: control, any number of threads
  public func publish(_ chain: ProcessorChain) throws(ChainError) { try midiEffects.publish(chain) }

  /// Replaces the bank from the next cycle onwards; nil for none.
  ///
  /// The parts keep their presets. If these presets use compressed samples (SF3), decode the samples beforehand, or
  /// call ``runControlTasks()``.
  ///
  /// - Parameters:
  ///   - bank: the bank to play.
  ///   - path: the path of the bank, to be saved with ``state``.
  ///   - formerNotes: how sounding notes of the previous bank end.
  ///   - isPrepared: whether the caller prepares samples that are generated on demand, as in the built-in bank;
  ///     otherwise all of them are generated here.
  /// - Thread: control, any number of threads
  public func publish(
    _ bank: SoundBank?, path: String? = nil, formerNotes: LiveSynth.FormerNotes = .ringOut, isPrepared: Bool = false
  ) {
    bankPath.withLock { bankPath in
      bankPath = bank == nil ? nil : path
      synth.publish(bank, formerNotes: formerNotes, isPrepared: isPrepared)
    }
  }

  /// The bank that was published last; nil for none.
  /// - Thread: control, any number of threads
  public var bank: SoundBank? { synth.bank }

  /// Sets the preset of a part from the next cycle onwards.
  ///
  /// - Parameters:
  ///   - program: the bank and the program number.
  ///   - part: 0…15, the channels of the first port.
  /// - Thread: control, any number of threads
  public func set(_ program: PartProgram, of part: Int) { synth.set(program, of: part) }

  /// The presets last requested for the sixteen parts, by ``set(_:of:)`` or by MIDI.
  /// - Thread: control, any number of threads
  public var programs: [PartProgram] { synth.programs }

  /// The settings of the synthesizer.
  /// - Thread: control, any number of threads
  public var controls: SynthControls { synth.synthControls }

  /// Sets the synthesizer's settings from the next cycle onwards.
  /// - Thread: control, any number of threads
  public func set(_ controls: SynthControls) { synth.set(controls) }

  /// Runs the work that the audio thread cannot do: frees banks that no longer sound, and decodes the compressed
  /// samples of presets selected by MIDI. Call it several times per second, from any control thread.
  ///
  /// - Returns: the samples that cannot be decoded.
  /// - Thread: control, any number of threads
  @discardableResult public func runControlTasks() throws(SampleDecoderMissing) -> [SampleFailure] {
    synth.reclaim()
    return try synth.prepareSamples()
  }

  /// Returns the replies to identity inquiries received since the last call, to be sent back to the inquirer.
  ///
  /// - Parameter identity: the identity to report; the default uses the manufacturer ID for products without one.
  /// - Returns: the messages, each with the bytes between F0 and F7.
  /// - Thread: control, any number of threads
  public func replies(as identity: IdentityReply = Sampler.identity) -> [[UInt8]] {
    let responder = DeviceResponder(identity: identity)
    return synth.takeInquiries().compactMap { responder.reply(to: $0) }
  }

  /// The default identity: manufacturer ID 7D, for products without an ID of their own, and device ID 127, for all
  /// devices.
  public static let identity = IdentityReply(
    device: 127, manufacturer: [0x7D], family: 0x54, model: 1, version: [0, 1, 0, 0])

  // MARK: State

  /// All settings, for saving: the bank's path, presets, settings and MIDI effects.
  /// - Thread: control, any number of threads
  public var state: SamplerState {
    bankPath.withLock { bankPath in
      SamplerState(
        bankPath: bankPath, programs: synth.programs, controls: synth.synthControls, chain: midiEffects.chain)
    }
  }

  /// Restores all settings except the bank, which the caller loads from its path and publishes.
  /// - Thread: control, any number of threads
  public func restore(_ state: SamplerState) throws(ChainError) {
    try midiEffects.publish(state.chain)
    synth.set(state.controls)
    for (part, program) in state.programs.prefix(16).enumerated() { synth.set(program, of: part) }
  }

  /// The audio side.
  /// - Thread: control
  package var renderer: SamplerRenderer {
    SamplerRenderer(midiEffects: midiEffects.core, synth: synth.core)
  }

  // MARK: Audio

  /// Silences everything; the parts return to the presets that were set for them.
  /// - Thread: audio
  public func reset() {
    midiEffects.reset()
    synth.reset()
  }

  /// Renders a cycle: input events pass through the MIDI effects to the synthesizer.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    synth.render(cycle, events: midiEffects.render(cycle, events: events), into: block)
  }
}
