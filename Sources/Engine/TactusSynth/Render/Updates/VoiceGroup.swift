import CTactusKernels

/// The signal data of eight voices, one lane each: every quantity is a vector of eight.
///
///     points ──► buffer of each lane ──► filter eight lanes ──► × levels × gains ──► dry and send buses
///
/// `VoiceUpdates` writes lanes at exact frames. Between updates, each frame is computed only from the frame before it
/// or from the lane's age. So the result does not depend on where a render cycle ends.
/// - Thread: audio
struct VoiceGroup {
  /// The filter data. The kernels expect the gains directly after it.
  private(set) var filters = FilterLanes()
  var gains = GainLanes()

  /// One bit per lane: the lane has a sounding voice.
  private(set) var active: UInt8 = 0
  /// One bit per lane: the filter is running.
  private(set) var filtered: UInt8 = 0
  /// One bit per lane: the filter's coefficients are ramping, or were still ramping when the lane's voice ended.
  private(set) var sweeping: UInt8 = 0
  /// One bit per lane: the filter has run for at least part of the most recent block.
  private(set) var filteredInBlock: UInt8 = 0
  /// One bit per lane: the filter is to run, according to the last event that changed the voice. The frame at which the
  /// filter actually starts depends on how far the lane has been rendered, and therefore on where a cycle ends. Lane
  /// allocation must not depend on that, so it reads this field instead of `filtered`.
  private(set) var filteredKinds: UInt8 = 0
  /// One bit per lane: a gain or a send is ramping, or was still ramping when the lane's voice ended.
  var ramping: UInt8 = 0
  /// Whether any lane feeds the reverb.
  var feedsReverb = false
  /// Whether any lane feeds the chorus.
  var feedsChorus = false
  /// Whether any lane feeds the delay.
  var feedsDelay = false
  /// One bit for each insertion effect that a lane feeds.
  var feedsInsertions: UInt8 = 0
  /// One bit per lane: the lane has an equalizer.
  var equalized: UInt8 = 0
  var delays = DelayLanes()
}

/// The sends of a group to the delay. They are apart from the other gains because few songs use them: the kernels get
/// them instead of the reverb sends.
struct DelayLanes {
  var send = LaneFloats()
  var step = LaneFloats()
}

/// The filters of a group, in the order of `TactusFilters`.
struct FilterLanes {
  var b = LaneFloats()
  var bStep = LaneFloats()
  var c = LaneFloats()
  var cStep = LaneFloats()
  var h = LaneFloats()
  var hStep = LaneFloats()
  var gain = LaneFloats(1)
  var gainStep = LaneFloats()
  var memory1 = LaneFloats()
  var memory2 = LaneFloats()
  /// Which of the filters are in the signal path.
  var through = LaneMasks()
}

/// The gains of a group to left and right, and the effect sends, in the order of `TactusGains`.
struct GainLanes {
  var left = LaneFloats()
  var leftStep = LaneFloats()
  var right = LaneFloats()
  var rightStep = LaneFloats()
  var reverb = LaneFloats()
  var reverbStep = LaneFloats()
  var chorus = LaneFloats()
  var chorusStep = LaneFloats()
  /// The number of frames for which each lane's gains have already ramped at the first frame of the block.
  var rampAge = LaneCounts()
}

/// A lane's filter, and the change of its coefficients per frame.
struct LaneFilter {
  var b: Float = 0
  var bStep: Float = 0
  var c: Float = 0
  var cStep: Float = 0
  var h: Float = 0
  var hStep: Float = 0
  var gain: Float = 1
  var gainStep: Float = 0
  /// Whether the filter is in the signal path.
  var isInPath = false

  @inline(__always)
  var moves: Bool { bStep != 0 || cStep != 0 || hStep != 0 || gainStep != 0 }

  /// Returns the filter change that sets a lane (0…15) to this filter at a frame of the block.
  @inline(__always)
  func change(at frame: Int, lane: Int) -> TactusFilterChange {
    TactusFilterChange(
      frame: Int32(truncatingIfNeeded: frame), lane: Int32(truncatingIfNeeded: lane), b: b, b_step: bStep, c: c,
      c_step: cStep, h: h, h_step: hStep, gain: gain, gain_step: gainStep, through: isInPath ? .max : 0)
  }
}

/// The buses of a partial mix.
typealias VoiceBuses = TactusBuses

extension TactusBuses {
  /// The same buses, `count` frames later.
  @inline(__always)
  func advanced(by count: Int) -> TactusBuses {
    TactusBuses(
      left: left + count, right: right + count, reverb_left: reverb_left + count, reverb_right: reverb_right + count,
      chorus_left: chorus_left + count, chorus_right: chorus_right + count, delay_left: delay_left + count,
      delay_right: delay_right + count)
  }
}

/// The block buffers of three groups, and buffers for the partially rendered blocks of all voices.
///
/// Two of the groups are filtered side by side; the third needs no filter or is rendered alone.
///
/// - Thread: audio
struct LaneBuffers {
  let frames: UnsafeMutablePointer<Float>
  /// The lanes' gains, laid out like their frames.
  let levels: UnsafeMutablePointer<Float>
  /// The phases of a lane whose playback rate ramps.
  let phases: UnsafeMutablePointer<Int64>
  let sinc: SincRoom
  /// The changes of filter coefficients inside the blocks of the first two groups.
  let changes: UnsafeMutablePointer<TactusFilterChange>
  /// The changes of filter coefficients inside the block of the third group.
  let loneChanges: UnsafeMutablePointer<TactusFilterChange>
  /// The partially rendered blocks of all voices.
  let partialBlocks: UnsafeMutablePointer<Float>
  /// The gains of the partially rendered blocks.
  let partialLevels: UnsafeMutablePointer<Float>
  /// The filter changes in the partially rendered blocks, by group.
  let partialChanges: UnsafeMutablePointer<TactusFilterChange>

  /// The number of block buffers, apart from those for partially rendered blocks.
  static var count: Int { 24 }
  /// The length of a buffer for a partially rendered block, with a margin of sixteen frames: kernels write sixteen
  /// frames at a time from any first frame, and must not overwrite the next voice's buffer, which may already contain
  /// frames.
  static var partialLength: Int { SynthLimits.blockFrames + 16 }
  /// The greatest number of filter changes of a group: one for each lane and frame.
  static var changesPerGroup: Int { 8 * SynthLimits.blockFrames }
  /// If the partially rendered blocks of a group contain more filter changes, the whole group is rendered.
  static var mostPartialChanges: Int { 64 }
  /// The capacity for filter changes in the partially rendered blocks of a group: one lane may add one for each frame.
  static var partialChangesPerGroup: Int { mostPartialChanges + SynthLimits.blockFrames }

  /// The frames of a lane, 0…23.
  @inline(__always)
  subscript(lane: Int) -> UnsafeMutablePointer<Float> { frames + lane &* SynthLimits.blockFrames }

  /// The gains of a lane, 0…23.
  @inline(__always)
  func levels(_ lane: Int) -> UnsafeMutablePointer<Float> { levels + lane &* SynthLimits.blockFrames }

  /// The partially rendered block of a voice; `partialLevels(_:)` returns its gains.
  @inline(__always)
  func partialBuffer(_ voice: Int) -> UnsafeMutablePointer<Float> { partialBlocks + voice &* Self.partialLength }
  @inline(__always)
  func partialLevels(_ voice: Int) -> UnsafeMutablePointer<Float> { partialLevels + voice &* Self.partialLength }
}

extension VoiceGroup {
  /// The bit of a lane.
  @inline(__always) static func bit(_ lane: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: lane) }

  /// Activates a lane and clears the state of its filter.
  @inline(__always)
  mutating func begin(_ lane: Int) {
    active |= Self.bit(lane)
    equalized &= ~Self.bit(lane)
    ramping &= ~Self.bit(lane)
    set(LaneFilter(), lane)
    filters.memory1[lane] = 0
    filters.memory2[lane] = 0
  }

  /// Marks a lane's gains as ramping before the lane's next update sets the ramp. The ramp begins with the next block.
  @inline(__always)
  mutating func announceRamp(_ lane: Int) { ramping |= Self.bit(lane) }

  /// Prepares for a block that begins at a frame, before any lane is rendered.
  @inline(__always)
  mutating func beginBlock(at frame: Int64) {
    if frame & (SynthLimits.resyncFrames &- 1) == 0, filtered != 0 { settle() }
    filteredInBlock = filtered
  }

  /// Deactivates a lane when its voice ends. Its settings stay valid for the earlier frames of the block.
  @inline(__always)
  mutating func end(_ lane: Int) {
    active &= ~Self.bit(lane)
    filtered &= ~Self.bit(lane)
    filteredKinds &= ~Self.bit(lane)
  }

  /// Sets whether a lane's filter is to run; see `filteredKinds`.
  @inline(__always)
  mutating func setKind(_ lane: Int, isFiltered: Bool) {
    filteredKinds = isFiltered ? filteredKinds | Self.bit(lane) : filteredKinds & ~Self.bit(lane)
  }

  /// Sets whether a lane's filter runs, and whether its coefficients ramp.
  @inline(__always)
  mutating func setFilter(_ lane: Int, runs: Bool, moves: Bool) {
    let bit = Self.bit(lane)
    filtered = runs ? filtered | bit : filtered & ~bit
    if runs { filteredInBlock |= bit }
    sweeping = moves ? sweeping | bit : sweeping & ~bit
  }

  /// Sets a lane's filter.
  @inline(__always)
  mutating func set(_ filter: LaneFilter, _ lane: Int) {
    filters.b[lane] = filter.b
    filters.bStep[lane] = filter.bStep
    filters.c[lane] = filter.c
    filters.cStep[lane] = filter.cStep
    filters.h[lane] = filter.h
    filters.hStep[lane] = filter.hStep
    filters.gain[lane] = filter.gain
    filters.gainStep[lane] = filter.gainStep
    filters.through[lane] = filter.isInPath
  }

  /// Whether a lane's filter is in the signal path at the end of the most recent block.
  mutating func isInPath(_ lane: Int) -> Bool { filters.through[lane] }

  /// Returns the coefficients and the memory of a lane's filter at the end of the most recent block.
  mutating func filterValues(_ lane: Int) -> (filter: LaneFilter, memory1: Float, memory2: Float) {
    var filter = LaneFilter()
    (filter.b, filter.bStep) = (filters.b[lane], filters.bStep[lane])
    (filter.c, filter.cStep) = (filters.c[lane], filters.cStep[lane])
    (filter.h, filter.hStep) = (filters.h[lane], filters.hStep[lane])
    (filter.gain, filter.gainStep) = (filters.gain[lane], filters.gainStep[lane])
    filter.isInPath = filters.through[lane]
    return (filter, filters.memory1[lane], filters.memory2[lane])
  }

  /// Clears filter states that have become inaudible, before they become subnormal numbers. Called only at multiples of
  /// 512 frames (`SynthLimits.resyncFrames`), so that the result does not depend on the cycles.
  @inline(__always)
  private mutating func settle() {
    for lane in 0..<8 {
      if filters.memory1[lane].magnitude < 1e-12 { filters.memory1[lane] = 0 }
      if filters.memory2[lane].magnitude < 1e-12 { filters.memory2[lane] = 0 }
    }
  }
}
