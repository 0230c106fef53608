import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth
import TactusTime

/// A sampler: a SoundFont synthesizer for sixteen parts with MIDI functions in front of it, as one instrument.
///
///     events ─► chain of functions ─► synthesizer ─► block
///               ▲                     ▲
///               publish(chain)        publish(bank), set(controls), set(program, of: part)
///
/// Banks, presets, functions and settings change while it plays, from any control thread, and never make the audio thread
/// wait. It is silent until a bank is there.
///
///     let sampler = try Sampler(sampleRate: 48_000)
///     sampler.publish(SoundBank(try SoundFont(file)), path: file.name)
///     sampler.set(PartProgram(program: 40), of: 0)
///     sampler.render(cycle, events: events, into: block)
///
/// - Thread: made, prepared and freed on the control side; rendered, reset and finished by one audio thread
public final class Sampler: Instrument, @unchecked Sendable {  // its two parts are thread-safe, and so is `bankPath`
  /// The functions.
  public let functions: ChainProcessor
  /// What makes the sound.
  public let synth: LiveSynth
  /// Where the bank is from.
  private let bankPath = Guarded<String?>(nil)

  /// A sampler without a bank.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, 8,000…768,000 (clamped); the synthesizer takes the nearest whole rate.
  ///   - settings: of the synthesizer; its polyphony is the most that can be asked for.
  ///   - chainSettings: the limits of the functions.
  /// - Thread: control
  public init(
    sampleRate: SampleRate = 48_000, settings: SynthSettings = SynthSettings(),
    chainSettings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    let rate = sampleRate.clamped(to: Self.sampleRates)
    functions = try ChainProcessor(sampleRate: rate, settings: chainSettings)
    synth = LiveSynth(sampleRate: rate.rounded, settings: settings)
  }

  /// A sampler without a bank, at so many frames per second.
  /// - Thread: control
  public convenience init(
    sampleRate: Int, settings: SynthSettings = SynthSettings(), chainSettings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    try self.init(sampleRate: SampleRate(sampleRate), settings: settings, chainSettings: chainSettings)
  }

  private static var sampleRates: ClosedRange<Int> { 8_000...768_000 }

  /// Makes ready for another sample rate; what sounds is forgotten, all that has been set stays. Nobody may be rendering.
  /// - Thread: control
  public func prepare(sampleRate: SampleRate, maximumFrameCount: Int) {
    let rate = sampleRate.clamped(to: Self.sampleRates)
    functions.prepare(sampleRate: rate, maximumFrameCount: maximumFrameCount)
    synth.prepare(sampleRate: rate.rounded, maximumFrameCount: maximumFrameCount)
  }

  /// Makes ready for another sample rate, a whole number of frames per second.
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    prepare(sampleRate: SampleRate(sampleRate), maximumFrameCount: maximumFrameCount)
  }

  // MARK: Control

  /// The functions in front of the synthesizer.
  /// - Thread: control, any number of threads
  public var chain: ProcessorChain { functions.chain }

  /// Puts other functions in front, from the next cycle on; held notes end as they began.
  /// - Thread: control, any number of threads
  public func publish(_ chain: ProcessorChain) throws(ChainError) { try functions.publish(chain) }

  /// Plays another bank from the next cycle on, or none.
  ///
  /// The presets of the parts stay chosen; compressed samples (SF3) of those that are must be decoded before or by
  /// ``attend()``.
  ///
  /// - Parameters:
  ///   - bank: what is played.
  ///   - path: where it is from, for ``state``.
  ///   - formerNotes: what becomes of notes of the former bank.
  /// - Thread: control, any number of threads
  public func publish(_ bank: SoundBank?, path: String? = nil, formerNotes: LiveSynth.FormerNotes = .ringOut) {
    bankPath.withLock { bankPath in
      bankPath = bank == nil ? nil : path
      synth.publish(bank, formerNotes: formerNotes)
    }
  }

  /// The bank that was published last; nil for none.
  /// - Thread: control, any number of threads
  public var bank: SoundBank? { synth.bank }

  /// Sets a part to a preset, from the next cycle on.
  ///
  /// - Parameter part: 0…15, the channels of the first port.
  /// - Thread: control, any number of threads
  public func set(_ program: PartProgram, of part: Int) { synth.set(program, of: part) }

  /// The presets that the sixteen parts have asked for last, by ``set(_:of:)`` or by MIDI.
  /// - Thread: control, any number of threads
  public var programs: [PartProgram] { synth.programs }

  /// What the synthesizer is set to.
  /// - Thread: control, any number of threads
  public var controls: SynthControls { synth.synthControls }

  /// Sets the synthesizer, from the next cycle on.
  /// - Thread: control, any number of threads
  public func set(_ controls: SynthControls) { synth.set(controls) }

  /// Does what the audio thread leaves to others: gives back banks that have rung out, and decodes the compressed samples
  /// of presets that MIDI has chosen. To be called some times in a second, from any control thread.
  ///
  /// - Returns: the samples that cannot be decoded.
  /// - Thread: control, any number of threads
  @discardableResult public func attend() throws(SampleDecoderMissing) -> [SampleFailure] {
    synth.reclaim()
    return try synth.prepareSamples()
  }

  /// The answers to what universal messages have asked since the last call: who this is. To be sent back where they came
  /// from.
  ///
  /// - Parameter identity: what it says of itself; by default with the manufacturer's number of those who have none.
  /// - Returns: messages, what stands between F0 and F7.
  /// - Thread: control, any number of threads
  public func replies(as identity: IdentityReply = Sampler.identity) -> [[UInt8]] {
    let responder = DeviceResponder(identity: identity)
    return synth.takeInquiries().compactMap { responder.reply(to: $0) }
  }

  /// What a sampler says of itself: 7D, the number for those who have none of their own, and device 127: all.
  public static let identity = IdentityReply(
    device: 127, manufacturer: [0x7D], family: 0x54, model: 1, version: [0, 1, 0, 0])

  // MARK: State

  /// All that has been set, for saving: where the bank is from, presets, settings, functions.
  /// - Thread: control, any number of threads
  public var state: SamplerState {
    bankPath.withLock { bankPath in
      SamplerState(
        bankPath: bankPath, programs: synth.programs, controls: synth.synthControls, chain: functions.chain)
    }
  }

  /// Sets all that a state says, except the bank: that is loaded by its path, and published.
  /// - Thread: control, any number of threads
  public func restore(_ state: SamplerState) throws(ChainError) {
    try functions.publish(state.chain)
    synth.set(state.controls)
    for (part, program) in state.programs.prefix(16).enumerated() { synth.set(program, of: part) }
  }

  /// What renders it on an audio thread.
  /// - Thread: control
  package var renderer: SamplerRenderer {
    SamplerRenderer(functions: functions.renderer, synth: synth.renderer)
  }

  // MARK: Audio

  /// Silences everything; the parts go back to the presets that were set for them.
  /// - Thread: audio
  public func reset() {
    functions.reset()
    synth.reset()
  }

  /// Renders a cycle: what comes in goes through the functions to the synthesizer.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    synth.render(cycle, events: functions.render(cycle, events: events), into: block)
  }
}
