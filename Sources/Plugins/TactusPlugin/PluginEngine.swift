import TactusEngine
import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// The processors of a plug-in, and the memory of its audio side.
///
/// - Thread: control; recreated when the sample rate changes
final class PluginEngine: @unchecked Sendable {  // its parts are thread-safe, its memory belongs to the audio thread
  enum Part: Sendable {
    case sampler(Sampler)
    case effects(ChainProcessor)
    case sequencer(Sequencer, ChainProcessor)
  }

  let part: Part
  let sampleRate: SampleRate
  private let port = HostEventPortMemory()
  private let bypassed: HostEventPortMemory
  private let changes: UnsafeMutablePointer<CycleChange>
  private let contexts: UnsafeMutablePointer<MusicalContext>
  private let last: UnsafeMutablePointer<Int32>
  private let known: UnsafeMutablePointer<Double>
  private let moved: UnsafeMutablePointer<UInt64>
  private let modulation: UnsafeMutablePointer<Double>
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let mapped: UnsafeMutablePointer<Double>
  private let keys: UnsafeMutablePointer<HostKeys.Key>
  private let divided: UnsafeMutablePointer<TimedEvent>
  private let lanes: UnsafeMutablePointer<EuclidTrack>
  private let pattern: UnsafeMutablePointer<LanePattern>
  private let euclidMemory: EuclidMemory

  private static var mostChanges: Int { 4_096 }
  private static var mostContexts: Int { 64 }
  private static var mostParameters: Int { 512 }
  /// The maximum number of events that a port sends in a cycle.
  private static var mostEvents: Int { 8_192 }

  init(_ kind: PluginDescriptor.Kind, sampleRate: SampleRate, chain: ProcessorChain) {
    self.sampleRate = sampleRate
    bypassed = HostEventPortMemory(settings: Self.bypassSettings(kind))
    changes = .allocate(capacity: 2 * Self.mostChanges)
    contexts = .allocate(capacity: Self.mostContexts)
    last = .allocate(capacity: 2 * Self.mostParameters)
    last.initialize(repeating: -1, count: 2 * Self.mostParameters)
    known = .allocate(capacity: Self.mostParameters)
    known.initialize(repeating: .nan, count: Self.mostParameters)
    moved = .allocate(capacity: Self.mostParameters / 64)
    moved.initialize(repeating: 0, count: Self.mostParameters / 64)
    modulation = .allocate(capacity: Self.mostParameters)
    modulation.initialize(repeating: 0, count: Self.mostParameters)
    buffer = .allocate(capacity: 2 * Self.mostEvents)
    channels = .allocate(capacity: PluginCore.mostChannels)
    mapped = .allocate(capacity: PluginCore.mostMapped)
    mapped.initialize(repeating: -1, count: PluginCore.mostMapped)
    keys = .allocate(capacity: ChannelMessage.keyIndexCount)
    keys.initialize(repeating: HostKeys.Key(), count: ChannelMessage.keyIndexCount)
    divided = .allocate(capacity: 2 * Self.mostEvents)
    let laneCount = SequencerParameters.laneCount
    lanes = .allocate(capacity: laneCount)
    lanes.initialize(repeating: EuclidTrack(), count: laneCount)
    euclidMemory = EuclidMemory(trackCount: kind == .noteGenerator ? laneCount : 0, sampleRate: sampleRate)
    pattern = .allocate(capacity: 1)
    pattern.initialize(to: LanePattern(lanes: lanes, compiler: euclidMemory.compiler))
    var synth = SynthSettings()
    synth.polyphony = 1_024
    do throws(ChainError) {
      switch kind {
      case .instrument:
        let sampler = try Sampler(sampleRate: sampleRate, settings: synth)
        try sampler.publish(chain)
        part = .sampler(sampler)
      case .noteEffect: part = .effects(try ChainProcessor(chain, sampleRate: sampleRate))
      case .noteGenerator:
        part = .sequencer(
          Sequencer(sampleRate: sampleRate), try ChainProcessor(chain, sampleRate: sampleRate))
      }
    } catch {
      preconditionFailure("a chain that has been checked: \(error)")
    }
  }

  /// Returns the limits of the events that bypass the effects and wait for their latency, which can be as long as
  /// the effects of a chain make it. An instrument has no such events.
  private static func bypassSettings(_ kind: PluginDescriptor.Kind) -> HostEventSettings {
    var settings = HostEventSettings()
    let most = kind == .instrument ? 1 : mostEvents
    (settings.capacity, settings.packetCapacity, settings.horizon) = (most, most, 1 << 40)
    return settings
  }

  deinit {
    changes.deallocate()
    contexts.deallocate()
    last.deallocate()
    known.deallocate()
    moved.deallocate()
    modulation.deallocate()
    buffer.deallocate()
    channels.deallocate()
    mapped.deallocate()
    keys.deallocate()
    divided.deallocate()
    lanes.deallocate()
    pattern.deallocate()
  }

  /// Creates the audio side.
  func core(
    _ table: ParameterTable, _ output: NoteOutputMemory, _ learn: UnsafeMutablePointer<LearnCore>,
    _ activity: ActivityWords
  ) -> PluginCore {
    precondition(table.count <= Self.mostParameters, "more parameters than there is room for")
    let changes = CycleChanges(
      CycleChanges.Memory(
        changes: changes, spare: changes + Self.mostChanges, capacity: Self.mostChanges, contexts: contexts,
        contextCapacity: Self.mostContexts, last: last, lastModulation: last + Self.mostParameters))
    let keys = HostKeys.Memory(
      keys: keys, chained: divided, unprocessed: divided + Self.mostEvents, capacity: Self.mostEvents)
    let memory = PluginCore.Memory(
      port: port.port, changes: changes, output: NoteOutput(output.memory),
      keys: HostKeys(keys, soundsBypassed: !isSampler), bypassDelay: BypassDelay(bypassed.port), channels: channels,
      mapped: mapped, known: known, moved: moved, modulation: modulation, learn: learn)
    return PluginCore(kernel, effects.core, table, memory, activity)
  }

  private var isSampler: Bool { if case .sampler = part { true } else { false } }

  private var kernel: PluginKernel {
    switch part {
    case .sampler(let sampler):
      .sampler(SamplerKernel(synth: sampler.synth.core, endings: buffer))
    case .effects: .effects
    case .sequencer(let sequencer, _):
      .sequencer(SequencerKernel(sequencer: sequencer.core, buffer: buffer, pattern: pattern))
    }
  }

  /// The chain of MIDI effects.
  var effects: ChainProcessor {
    switch part {
    case .sampler(let sampler): sampler.midiEffects
    case .effects(let effects): effects
    case .sequencer(_, let effects): effects
    }
  }
}
