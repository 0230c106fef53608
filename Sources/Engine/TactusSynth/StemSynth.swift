import CTactusKernels
import TactusRealtime
import TactusRender

/// A synthesizer that renders one score as stems, with two channels for each group of voices.
///
/// The same voices start, are stolen and are choked as in `SoundFontSynth`. Each stem has its own effects; because
/// effects are linear, the sum is the same as with common effects. Alternatively, the effects form a separate stem, the
/// last. The mix of all stems follows after the stems.
///
/// Messages in the score (`ChannelMessage.stemChoice`) select the stem of a channel's notes.
/// - Thread: control
package final class StemSynth: ScoreInstrument {
  /// How the effects are output: in each stem, or as a separate stem.
  package enum Effects: Sendable { case inEach, apart }

  private let memories: [SynthMemory]
  private let stems: [UnsafeMutablePointer<StemBuses>]
  private let stemMixes: [StemMix]
  private let outputs: [SynthOutput]
  private let stemCount: Int
  private let effects: Effects
  private var release: [() -> Void] = []

  /// Prepares for rendering; `stems` does not count a separate stem for the effects.
  package init(
    bank: SoundBank, settings: SynthSettings, sampleRate: Int, stems count: Int, effects: Effects, replicas: Int
  ) {
    let replicaCount = min(SynthLimits.partialMixes, max(1, replicas))
    var release: [() -> Void] = []
    func allocate<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
      let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
      memory.initialize(repeating: value, count: count)
      release.append { memory.deallocate() }
      return memory
    }
    func buses() -> VoiceBuses {
      VoiceBuses(at: allocate(VoiceBuses.count * SynthLimits.busFrames, Float(0)), partialMix: 0)
    }
    func insertionBuses() -> VoiceBuses { VoiceBuses(dryAt: allocate(2 * SynthLimits.busFrames, Float(0))) }
    let nowhere = buses()  // stands in for mixes that another replica renders; nothing is written to it
    stemCount = count
    self.effects = effects
    memories = (0..<replicaCount).map { _ in
      SynthMemory(of: bank, settings: settings, sampleRate: sampleRate, isTouched: false)
    }
    stems = (0..<replicaCount).map { replica in
      let mixes = allocate(count * PartialMixBuses.count, nowhere)
      let stems = allocate(count, StemBuses(mixes: mixes))
      for stem in 0..<count {
        stems[stem].mixes = mixes + stem * PartialMixBuses.count
        for number in 0..<PartialMixBuses.count
        where number % SynthLimits.partialMixes % replicaCount == replica {
          stems[stem].mixes[number] = number < SynthLimits.partialMixes ? buses() : insertionBuses()
        }
      }
      return stems
    }
    var dry = settings
    (dry.reverb, dry.chorus, dry.delay) = (false, false, false)
    let ownSettings = effects == .inEach ? settings : dry
    outputs = (0...count).map {
      SynthOutput(
        settings: $0 < count ? ownSettings : settings, sampleRate: sampleRate, makesInsertions: false, isTouched: false)
    }
    stemMixes = outputs.map { StemMix(mix: buses(), output: $0.state) }
    self.release = release
    for (replica, memory) in memories.enumerated() {
      memory.core.pointee.voices.pointee.renderer.stems = stems[replica]
      memory.core.pointee.voices.pointee.renderer.updates.ownMixes = VoiceUpdates.ownMixes(
        of: replica, among: replicaCount)
    }
  }

  deinit { for free in release { free() } }

  package func setTracer(_ tracer: VoiceTracer?) { memories[0].setTracer(tracer) }

  package var channelCount: Int { 2 * (stemCount + (effects == .apart ? 2 : 1)) }
  package var counters: SynthCounters { memories[0].core.pointee.counters }
  package var missingPresets: [MissingPreset] { memories[0].core.pointee.state.missingPresets }
  package var voiceCount: Int { memories[0].core.pointee.soundingVoices }
  package var hasVoices: Bool { memories[0].core.pointee.hasVoices }
  package var effectLevel: Float {
    outputs.reduce(outputs[stemCount].state.pointee.level) { max($0, $1.state.pointee.insertionLevel) }
  }

  package func play(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void
  ) {
    var done = 0
    var index = 0
    while done < frames {
      let rest = EventList(rebasing: events[index...])
      let count = memories[0].core.pointee.chunkLength(frames - done, rest, at: done)
      renderVoices(count, rest, base: done, perform)
      index += countEvents(rest, before: done + count)
      finish(count, into: block, at: done, perform)
      done += count
    }
  }

  private func renderVoices(
    _ count: Int, _ events: EventList, base: Int, _ perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    let work = SendableWork(events: events, cores: memories.map { $0.core })
    perform(memories.count) { _ = work.cores[$0].pointee.renderVoices(count, events: work.events, base: base) }
  }

  /// Sums the stems and renders their effects; each sum, and each stem's effects, is one work item.
  private func finish(
    _ count: Int, into block: AudioBlock, at offset: Int, _ perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    let work = SendableMix(
      stems: stems, stemMixes: stemMixes, block: block, stemCount: stemCount, isApart: effects == .apart)
    let first = memories[0].core.pointee.frame - Int64(count)
    followMaster(at: first)
    perform(stemCount) { work.sum(stem: $0, count, from: first) }
    work.mix(count)
    perform(stemCount + 1) { work.finish($0, count, from: first, at: offset) }
  }

  /// Applies the master state of the score to every stem's effects and gain.
  private func followMaster(at first: Int64) {
    let master = memories[0].core.pointee.state.master
    for output in outputs {
      if master.insertions.areUsed { output.makeInsertions() }
      memories[0].core.pointee.state.master = master
      output.state.pointee.follow(&memories[0].core.pointee.state.master, at: first)
    }
  }
}

/// The data that the replicas share while they render.
private struct SendableWork: @unchecked Sendable {  // the events are only read; each worker has its own core
  let events: EventList
  let cores: [UnsafeMutablePointer<SynthCore>]
}

/// The data needed to finish the stems and their mix.
private struct SendableMix: @unchecked Sendable {  // each worker has its own stem, with its buses and channels
  let stems: [UnsafeMutablePointer<StemBuses>]
  let stemMixes: [StemMix]
  let block: AudioBlock
  let stemCount: Int
  let isApart: Bool

  func sum(stem: Int, _ count: Int, from first: Int64) {
    stems.withUnsafeBufferPointer {
      sumPartialMixes(of: stem, $0, to: stemMixes[stem].mix, count)
      addInsertions(isApart ? .ofParts : .all, of: stem, $0, to: stemMixes[stem], count, from: first)
    }
  }

  func mix(_ count: Int) {
    clearBuses(stemMixes[stemCount].mix, count)
    for stem in 0..<stemCount { add(stemMixes[stem].mix, to: stemMixes[stemCount].mix, count) }
  }

  /// Writes a stem's two channels; indices after the last stem are those of separate effects, if any, and of the mix.
  func finish(_ index: Int, _ count: Int, from first: Int64, at offset: Int) {
    func side(_ channel: Int) -> UnsafeMutablePointer<Float> { block[channel] + offset }
    if isApart, index == stemCount {
      finishApart(
        stemMixes[index], count, from: first, effects: (side(2 * index), side(2 * index + 1)),
        mix: (side(2 * index + 2), side(2 * index + 3)))
    } else {
      TactusSynth.finish(stemMixes[index], count, from: first, into: side(2 * index), side(2 * index + 1))
    }
  }
}
