import TactusEngine
import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusSynth
import TactusTime

/// The contents of a plug-in on the control side, other than its parameters: bank, chain and sequence.
struct PluginContents {
  private let descriptor: PluginDescriptor
  let banks: any PluginBanks
  private(set) var engine: PluginEngine
  /// The chosen bank; nil for the built-in bank.
  private(set) var bank: PluginBank?
  /// Counts the choices of a bank, also those of the same file.
  private(set) var bankVersion = 0
  /// The user's own sequence, which replaces the lanes.
  private(set) var sequence: MIDISequence?
  /// The MIDI effects that the state contains but this version cannot read.
  private(set) var unread = UnreadEffects()
  /// Whether the current sequence has been published to the engine.
  private var isPublished = false
  /// The presets whose samples have been decoded.
  private var prepared: [PartProgram] = []
  /// Messages for the user.
  var remarks: [String] = []
  /// The stereo outputs that are rendered.
  private(set) var outputs: SynthOutputs
  /// Those that the state asks for.
  var wantedOutputs: SynthOutputs

  init(_ descriptor: PluginDescriptor, banks: any PluginBanks) {
    (self.descriptor, self.banks) = (descriptor, banks)
    engine = PluginEngine(descriptor.kind, sampleRate: 48_000, chain: Self.chain(descriptor.kind))
    (outputs, wantedOutputs) = (descriptor.outputs, descriptor.outputs)
    prepareOutputs()
    playBank()
  }

  /// Returns the initial chain of a plug-in.
  static func chain(_ kind: PluginDescriptor.Kind) -> ProcessorChain {
    switch kind {
    case .instrument: EffectRack.chain(arpeggiates: false)
    case .noteEffect: EffectRack.chain(arpeggiates: true)
    case .noteGenerator: EffectRack.afterSequencer
    }
  }

  var chain: ProcessorChain { engine.effects.chain }

  /// Recreates the engine at another sample rate.
  mutating func makeEngine(sampleRate: SampleRate) {
    engine = PluginEngine(descriptor.kind, sampleRate: sampleRate, chain: chain)
    isPublished = false
    prepareOutputs()
    playBank()
  }

  // MARK: Outputs

  /// Renders other outputs; no thread may be rendering.
  mutating func choose(_ outputs: SynthOutputs) {
    wantedOutputs = outputs
    render(outputs)
  }

  /// The same, without a change of the state.
  mutating func render(_ outputs: SynthOutputs) {
    self.outputs = outputs
    prepareOutputs()
  }

  private func prepareOutputs() {
    guard case .sampler(let sampler) = engine.part else { return }
    sampler.prepare(outputs: outputs)
  }

  // MARK: Changes

  /// Runs another chain. `unread` holds the unreadable MIDI effects of a state.
  mutating func publish(
    _ chain: ProcessorChain, besides unread: UnreadEffects = UnreadEffects()
  ) throws(ChainError) {
    try engine.effects.publish(chain)
    self.unread = unread
  }

  /// Plays a bank, or the built-in bank.
  mutating func play(_ bank: PluginBank?) {
    self.bank = bank
    bankVersion += 1
    prepared = []
    playBank()
  }

  private func playBank() {
    guard case .sampler(let sampler) = engine.part else { return }
    sampler.publish(bank?.bank ?? banks.builtIn, path: bank?.path)
  }

  /// Plays a sequence instead of the lanes; nil returns to the lanes.
  mutating func play(_ sequence: MIDISequence?) {
    self.sequence = sequence
    isPublished = false
    publishSequence()
  }

  // MARK: Main-thread tasks

  mutating func runMainThreadTasks(values: [Double]) {
    publishSequence()
    guard case .sampler(let sampler) = engine.part else { return }
    do throws(SampleDecoderMissing) {
      for failure in try preparePresets(values) { remark("\(failure)") }
      for failure in try sampler.runControlTasks() { remark("\(failure)") }
    } catch {
      remark("\(error)")
    }
  }

  /// Decodes the compressed samples of the presets that the parameters select, so that they are ready before their
  /// first note.
  private mutating func preparePresets(_ values: [Double]) throws(SampleDecoderMissing) -> [SampleFailure] {
    guard let bank = bank?.bank else { return [] }
    var programs = Array(repeating: PartProgram(program: 0), count: 16)
    for (parameter, value) in zip(descriptor.parameters, values) {
      switch parameter.target {
      case .program(let part): programs[part].program = Int(value)
      case .bank(let part): programs[part].bank = Int(value)
      default: break
      }
    }
    guard programs != prepared else { return [] }
    prepared = programs
    var failures: [SampleFailure] = []
    for program in Set(programs) { failures += try bank.prepare(bank: program.bank, program: program.program) }
    return failures
  }

  /// Reads, decodes and generates the samples of presets, so that they are ready in the block that selects them.
  mutating func prepare(_ presets: [PartProgram]) {
    let bank = bank?.bank ?? banks.builtIn
    do throws(SampleDecoderMissing) {
      for preset in presets {
        for failure in try bank.prepare(bank: preset.bank, program: preset.program) { remark("\(failure)") }
      }
    } catch {
      remark("\(error)")
    }
  }

  /// Publishes the sequence if the engine does not have it. Without one, an empty sequence lets the lanes play, which
  /// the audio thread compiles.
  mutating func publishSequence() {
    guard !isPublished, case .sequencer(let sequencer, _) = engine.part else { return }
    isPublished = true
    var published = sequence ?? MIDISequence(name: "Tactus Sequencer")
    // the user's own sequence replaces the lanes even if it is empty
    if sequence != nil, published.tracks.isEmpty { published.tracks = [Track(Clip())] }
    do throws(SequencerError) { try sequencer.publish(published) } catch { remark("\(error)") }
  }

  private mutating func remark(_ text: String) {
    if remarks.count < 100, remarks.last != text { remarks.append(text) }
  }
}
