import CTactusKernels
import TactusDSP

/// The memory of one `SynthCore`, allocated once.
///
/// - Thread: control; the rendering thread uses the core in it
final class SynthMemory {
  let core: UnsafeMutablePointer<SynthCore>
  private let longestList: Int
  private let buses: PartialMixBuses
  private let channels: ChannelMemory
  private let memory: Allocations

  /// Allocates the memory for banks whose modulator lists have at most `longestList` modulators.
  ///
  /// - Parameters:
  ///   - longestList: the maximum number of modulators of a region.
  ///   - isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  init(bank: BankTables, longestList: Int, settings: SynthSettings, sampleRate: Int, isTouched: Bool = true) {
    buses = PartialMixBuses(isTouched: isTouched)
    channels = ChannelMemory(isTouched: isTouched)
    memory = Allocations(isTouched: isTouched)
    let polyphony = settings.clampedPolyphony
    let lanes = polyphony + SynthLimits.fadingVoices(polyphony: polyphony)
    let groupCount = (lanes + 7) / 8
    let memory = memory
    func allocate<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> { memory.allocate(count, value) }
    func zeros<T: Numeric & BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<T> { memory.zeros(count) }
    let silence = UnsafeRawPointer(allocate(8, Int16(0)))
    let loopWindows: UnsafeMutablePointer<Int16> = zeros(groupCount * 8 * UnrolledLoopWindow.points)
    func lists(_ count: Int) -> VoiceLists {
      VoiceLists(heads: allocate(count, Int32(-1)), links: allocate(groupCount * 8, VoiceLink()))
    }
    let concave = allocate(128, Double(0))
    for step in 0..<128 { concave[step] = ModulationCurves.concave(Double(step) / 127) }
    let highestCutoff = Modulation.highestCutoff(sampleRate: Double(sampleRate))
    let filterPoints = allocate(SynthLimits.filterCount, FilterPoint())
    for step in 0..<SynthLimits.filterCount {
      let hertz = Modulation.hertz(cents: min(1_500 + SynthLimits.filterStep * Double(step), highestCutoff))
      filterPoints[step] = FilterPoint(hertz: hertz, sampleRate: Double(sampleRate))
    }
    // Above 11,300 cents, the delay falls as the cutoff rises; where it is negative, its magnitude stays under an
    // eighth of a frame.
    let high = (490..<SynthLimits.filterCount - 1).map { (step: $0, delay: filterPoints[$0].delay.magnitude) }
    let wake = high.min { $0.delay < $1.delay }?.step ?? SynthLimits.filterCount - 2
    var modulation = Modulation(
      channels: UnsafePointer(channels.channels), tunings: channels.tunings, values: allocate(Gen.count, Double(0)),
      links: allocate(longestList + 1, Double(0)), concave: UnsafePointer(concave),
      filterPoints: UnsafePointer(filterPoints))
    modulation.sampleRate = Double(sampleRate)
    modulation.highestCutoff = highestCutoff
    modulation.wakeCutoff = 1_500 + SynthLimits.filterStep * Double(wake)
    modulation.baseAngle = 6.28318530717958648 * Modulation.hertz(cents: 0) / Double(sampleRate)
    let gain = ExactMath.gain(decibels: min(48, max(-96, settings.gain)))
    modulation.unitGain = gain * SynthLimits.voiceGain / 32_768
    modulation.noiseFloor = min(-60, max(-200, settings.noiseFloor)) * 0.166096404744368117
    modulation.shortestNote = min(1, max(0, settings.shortestNote)) * modulation.sampleRate
    let table = VoiceTable(
      voices: allocate(groupCount * 8 + 1, Voice()), scores: allocate(groupCount * 8, StealScore()),
      channelLists: lists(SynthLimits.channels), keyLists: lists(SynthLimits.keyLists))
    let buffers = LaneBuffers(
      frames: zeros(SynthLimits.blockFrames * LaneBuffers.count + 16),
      levels: zeros(SynthLimits.blockFrames * LaneBuffers.count + 16),
      phases: zeros(Int(SynthLimits.resyncFrames)),
      sinc: SincRoom(
        bands: settings.interpolation == .sinc ? SincKernels.shared.bands : nil,
        points: allocate(settings.interpolation == .sinc ? SincRoom.capacity : 1, Float(0))),
      changes: memory.reserve(2 * LaneBuffers.changesPerGroup, TactusFilterChange()),
      loneChanges: memory.reserve(LaneBuffers.changesPerGroup, TactusFilterChange()),
      partialBlocks: zeros(groupCount * 8 * LaneBuffers.partialLength),
      partialLevels: zeros(groupCount * 8 * LaneBuffers.partialLength),
      partialChanges: memory.reserve(groupCount * LaneBuffers.partialChangesPerGroup, TactusFilterChange()))
    let updates = VoiceUpdates(
      table: table, modulation: modulation, groups: allocate(groupCount, VoiceGroup()),
      readers: allocate(
        groupCount * 8,
        LaneReader(
          LaneSample(points: silence, length: 0, end: 0, loopStart: 0, loopEnd: 0, readable: 0), loopWindow: loopWindows
        )),
      loopWindows: loopWindows, equalizers: allocate(groupCount * 8, LaneEqualizer()),
      levels: allocate(groupCount * 8, LaneLevel()),
      curves: allocate(groupCount, TactusCurves()),
      nextUpdates: allocate(groupCount * 8 + 1, Int64.max), updateLimits: allocate(groupCount * 8, Int64.max),
      groupUpdateLimits: allocate(groupCount, Int64.max), nextFilterUpdates: allocate(groupCount * 8 + 1, Int64.max),
      buffers: buffers,
      partialBlocks: allocate(groupCount, PartialBlock()))
    let renderer = VoiceRenderer(
      updates: updates, interpolation: settings.interpolation.interpolation, groupCount: groupCount,
      groupFrames: allocate(groupCount, Int64(0)), laneFrames: allocate(groupCount * 8, Int64(0)), buses: buses.sets,
      mix: buses.mix, unused: allocate(2 * LaneBuffers.partialLength, Float(0)))
    let pool = allocate(
      1,
      VoicePool(
        renderer: renderer, channels: UnsafePointer(channels.channels), expressions: channels.expressions, bank: bank,
        polyphony: polyphony))
    core = allocate(
      1,
      SynthCore(
        state: ChannelState(
          channels, presets: bank.presets, startSystem: SoundSystem(settings.bankSelect),
          voices: PoolCommands(pool: pool)),
        voices: pool))
    core.pointee.state.reverbSend = min(127, settings.reverbSend)
    core.pointee.state.hasDelay = settings.delay
    core.pointee.state.hasInsertions = settings.insertions
    self.longestList = longestList
    core.pointee.reset()
  }

  /// Allocates the memory for a bank that never changes.
  convenience init(of bank: SoundBank, settings: SynthSettings, sampleRate: Int, isTouched: Bool = true) {
    self.init(
      bank: bank.tables, longestList: bank.longestModulatorList, settings: settings, sampleRate: sampleRate,
      isTouched: isTouched)
  }

  /// Restarts with another bank, as if created for it. Returns false, and does nothing, if the bank's modulator lists
  /// do not fit.
  func begin(with bank: SoundBank) -> Bool {
    guard bank.longestModulatorList <= longestList else { return false }
    core.pointee.setBank(bank.tables, number: core.pointee.voices.pointee.bankNumber)
    core.pointee.reset()
    return true
  }
}

extension SynthSettings.Interpolation {
  fileprivate var interpolation: LaneInterpolation {
    switch self {
    case .linear: .linear
    case .cubic: .cubic
    case .sinc: .sinc
    }
  }
}
