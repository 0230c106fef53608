import TactusDSP
import TactusRealtime
import TactusRender

/// A SoundFont synthesizer: sixteen MIDI channels on each of sixteen ports, played with the presets of a `SoundBank`.
///
/// What comes out depends only on the bank, the settings, the sample rate and the events with their frames: not on how
/// the frames are cut into cycles, nor on how many threads render them.
///
///     let synth = SoundFontSynth(bank: SoundBank(font))
///     synth.prepare(sampleRate: 48_000, maximumFrameCount: 512)
///     synth.render(cycle, events: events, into: block)
///
/// - Thread: made, prepared and freed on the control side; rendered and reset by one audio thread
public final class SoundFontSynth: Instrument {
  /// The bank it plays.
  public private(set) var bank: SoundBank
  /// The choices it was made with.
  public let settings: SynthSettings
  private var memories: [SynthMemory] = []
  private var preparedRate = 0
  private var output: SynthOutput?
  /// Where voices sound while what they have sounded before gets its effects; only where several threads render.
  private var spareBuses: PartialMixBuses?

  /// A synthesizer for a bank; silent until prepared.
  /// - Thread: control
  public init(bank: SoundBank, settings: SynthSettings = SynthSettings()) {
    self.bank = bank
    self.settings = settings
  }

  /// Makes ready for rendering at a sample rate of 8,000…768,000 frames per second (others are clamped).
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    prepare(sampleRate: sampleRate, replicas: 1)
  }

  /// Makes ready for rendering by several threads at once: each plays the whole score, but sounds only the mixes of
  /// voices that fall to it.
  /// - Thread: control
  package func prepare(sampleRate: Int, replicas: Int) {
    let (rate, count) = Self.clamped(sampleRate, replicas)
    preparedRate = rate
    memories = (0..<count).map { _ in SynthMemory(of: bank, settings: settings, sampleRate: rate) }
    for (index, memory) in memories.enumerated() {
      memory.core.pointee.voices.pointee.renderer.ownMixes = (0..<UInt32(SynthLimits.partialMixes))
        .reduce(0) { $1 % UInt32(count) == UInt32(index) ? $0 | 1 << $1 : $0 }
    }
    output = SynthOutput(settings: settings, sampleRate: rate)
    spareBuses = count > 1 ? PartialMixBuses() : nil
  }

  /// Makes ready for another score, perhaps with another bank, in the memory that is there where that fits: afterwards
  /// all is as in a new synthesizer that has been prepared so.
  /// - Thread: control, while nobody renders
  package func prepare(for bank: SoundBank, sampleRate: Int, replicas: Int) {
    self.bank = bank
    let (rate, count) = Self.clamped(sampleRate, replicas)
    guard rate == preparedRate, count == memories.count, let output, memories.allSatisfy({ $0.begin(with: bank) })
    else {
      return prepare(sampleRate: sampleRate, replicas: replicas)
    }
    output.reset()
  }

  private static func clamped(_ sampleRate: Int, _ replicas: Int) -> (rate: Int, count: Int) {
    (min(768_000, max(8_000, sampleRate)), min(SynthLimits.partialMixes, max(1, replicas)))
  }

  var firstCore: UnsafeMutablePointer<SynthCore>? { memories.first?.core }

  /// What renders it on an audio thread; nil before it is prepared. To be asked again after each `prepare`.
  /// - Thread: control
  package var renderer: SynthRenderer? {
    guard let core = memories.first?.core, let output else { return nil }
    return SynthRenderer(core: core, output: output.state)
  }

  /// Silences everything and returns to the state after `prepare`.
  /// - Thread: audio
  public func reset() {
    for memory in memories { memory.core.pointee.reset() }
    output?.reset()
  }

  /// Renders a cycle of any length: left and right to the block's first two channels, their mean to a single one,
  /// zeros to further ones.
  /// - Thread: audio
  public func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    guard let core = memories.first?.core, let output else { return }
    renderSynth(core, output.state, frames: cycle.frameCount, events: events, into: block)
  }

  /// Renders a cycle with all replicas, and the effects of each chunk beside the voices of the next; `perform` calls its
  /// argument once for each number below its first argument, in any order and on any threads, and returns when all are
  /// done.
  /// - Thread: control
  package func render(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    guard let output, let spare = spareBuses else {
      return render(RenderCycle(firstFrame: 0, frameCount: frames), events: events, into: block)
    }
    let cores = memories.map { SendableCore(core: $0.core) }
    let first = cores[0].core
    let shared = SendableEvents(events: events)
    var sounded: PendingChunk?
    var done = 0
    var index = 0
    while done < frames {
      let rest = SendableEvents(events: EventList(rebasing: shared.events[index...]))
      let count = chunkLength(first, frames - done, rest.events, at: done)
      let base = done
      let waiting = sounded
      perform(cores.count + (waiting == nil ? 0 : 1)) { item in
        if item < cores.count {
          _ = cores[item].core.pointee.renderVoices(count, events: rest.events, base: base)
        } else {
          waiting?.finish()
        }
      }
      index += countEvents(rest.events, before: base + count)
      for core in cores.dropFirst() {
        first.pointee.voices.pointee.renderer.takeMixes(from: &core.core.pointee.voices.pointee.renderer)
      }
      sounded = PendingChunk(chunk: first.pointee.takeChunk(count), output: output.state, block: block, offset: done)
      swap(&first.pointee.voices.pointee.renderer.buses, &spare.sets)
      done += count
    }
    sounded?.finish()
  }

  /// Takes a message of the MIDI Tuning Standard, at the next frame to be rendered.
  ///
  /// - Parameters:
  ///   - message: its bytes, with or without F0 and F7.
  ///   - port: 0…15: whose channels it means; tuning programs belong to all.
  /// - Returns: whether it was such a message, and well formed.
  /// - Thread: audio
  package func tune(_ message: UnsafeBufferPointer<UInt8>, port: Int = 0) -> Bool {
    guard let bytes = message.baseAddress else { return false }
    var isTaken = false
    for memory in memories { isTaken = memory.core.pointee.tune(bytes, message.count, port: port) }
    return isTaken
  }

  /// What has happened since the last reset.
  /// - Thread: any, while nobody renders
  public var counters: SynthCounters { memories.first?.core.pointee.counters ?? SynthCounters() }
  /// How many voices sound now, those fading out not counted.
  /// - Thread: any, while nobody renders
  public var voiceCount: Int { memories.first?.core.pointee.soundingVoices ?? 0 }
  /// Whether no voice sounds and the effects have fallen asleep.
  /// - Thread: any, while nobody renders
  public var isSilent: Bool {
    guard let core = memories.first?.core, let output else { return true }
    return !core.pointee.hasVoices && output.state.pointee.isSilent
  }
  /// How loud the effects may still be, as a factor of full scale; for finding the end of a tail.
  /// - Thread: any, while nobody renders
  public var effectLevel: Float { output?.state.pointee.level ?? 0 }
  /// Whether any voice sounds or fades.
  /// - Thread: any, while nobody renders
  public var hasVoices: Bool { memories.first?.core.pointee.hasVoices ?? false }
}

/// A core in the hands of exactly one worker at a time.
private struct SendableCore: @unchecked Sendable {  // each worker touches its own core only, between two joins
  let core: UnsafeMutablePointer<SynthCore>
}

/// A chunk whose effects are rendered beside the voices of the next one.
private struct PendingChunk: @unchecked Sendable {  // one worker finishes it, between two joins
  let chunk: RenderedChunk
  let output: UnsafeMutablePointer<OutputState>
  let block: AudioBlock
  let offset: Int

  func finish() {
    var chunk = chunk
    TactusSynth.finish(&chunk, output, into: block, at: offset)
  }
}

private struct SendableEvents: @unchecked Sendable {  // read only while the cycle lasts
  let events: EventList
}
