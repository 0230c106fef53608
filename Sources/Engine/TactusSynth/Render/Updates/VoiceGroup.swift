import CTactusKernels

/// Eight voices side by side, as the audio plane sees them: one lane each, every quantity an eight-lane vector.
///
///     points ──► row of each lane ──► filter eight lanes ──► × levels × gains ──► dry and send buses
///
/// The control plane writes lanes at exact frames; between these the group runs by itself, each frame computed from
/// the frame before it, or from its age, alone. So it does not matter where a render cycle ends: the law of partitions
/// holds by construction.
/// - Thread: audio
struct VoiceGroup {
  /// What the kernels filter, and what they mix with: in this order.
  private(set) var filters = FilterLanes()
  var gains = GainLanes()

  /// Bit per lane: sounds.
  private(set) var active: UInt8 = 0
  /// Bit per lane: its filter runs; its coefficients move, or did at the lane's end.
  private(set) var filtered: UInt8 = 0
  private(set) var sweeping: UInt8 = 0
  /// Bit per lane: its filter has run in the row that was filled last, if only in a part of it.
  private(set) var filteredInRow: UInt8 = 0
  /// Bit per lane: its filter is in the path.
  private(set) var inPath: UInt8 = 0
  /// Bit per lane: its filter is to run, as the last event that reached it has it; when it does so depends on how far the
  /// lane's row has been filled, and so on where a cycle ends.
  private(set) var filteredKinds: UInt8 = 0
  /// Bit per lane: a gain or a send is on its way to another value, or was at the lane's end.
  var ramping: UInt8 = 0
  /// Whether any lane feeds the reverb, and the chorus.
  var feedsReverb = false
  var feedsChorus = false
}

/// The filters of a group, in the order of `TactusFilters`; see there.
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
  /// Which of them are heard.
  var through = LaneMasks()
}

/// The gains of a group to the two sides, and what of that goes to the effects, in the order of `TactusGains`.
struct GainLanes {
  var left = LaneFloats()
  var leftStep = LaneFloats()
  var right = LaneFloats()
  var rightStep = LaneFloats()
  var reverb = LaneFloats()
  var reverbStep = LaneFloats()
  var chorus = LaneFloats()
  var chorusStep = LaneFloats()
  /// For how many frames a lane's gains have moved at the first frame that is mixed.
  var rampAge = LaneCounts()
}

/// A lane's filter, and how it moves each frame.
struct LaneFilter {
  var b: Float = 0
  var bStep: Float = 0
  var c: Float = 0
  var cStep: Float = 0
  var h: Float = 0
  var hStep: Float = 0
  var gain: Float = 1
  var gainStep: Float = 0
  /// Whether what it gives is heard.
  var isInPath = false

  @inline(__always)
  var moves: Bool { bStep != 0 || cStep != 0 || hStep != 0 || gainStep != 0 }

  /// The same as a change of a lane, 0…15, at a frame of a row.
  @inline(__always)
  func change(at frame: Int, lane: Int) -> TactusFilterChange {
    TactusFilterChange(
      frame: Int32(truncatingIfNeeded: frame), lane: Int32(truncatingIfNeeded: lane), b: b, b_step: bStep, c: c,
      c_step: cStep, h: h, h_step: hStep, gain: gain, gain_step: gainStep, through: isInPath ? .max : 0)
  }
}

/// Where a group adds its sound: six channels of one stripe.
typealias VoiceBuses = TactusBuses

extension TactusBuses {
  /// The same buses, `count` frames later.
  @inline(__always)
  func advanced(by count: Int) -> TactusBuses {
    TactusBuses(
      left: left + count, right: right + count, reverb_left: reverb_left + count, reverb_right: reverb_right + count,
      chorus_left: chorus_left + count, chorus_right: chorus_right + count)
  }
}

/// Room for the rows of three groups: of two that are filtered side by side, and of one that is not; and for what of the
/// rows of each group is held.
///
/// - Thread: audio
struct LaneRows {
  let rows: UnsafeMutablePointer<Float>
  /// The lanes' levels, behind one another as the rows.
  let levels: UnsafeMutablePointer<Float>
  /// The phases of a lane that glides.
  let phases: UnsafeMutablePointer<Int64>
  let sinc: SincRoom
  /// What the filters in the rows of the first two groups become on the way, and those of the third.
  let changes: UnsafeMutablePointer<TactusFilterChange>
  let loneChanges: UnsafeMutablePointer<TactusFilterChange>
  /// The rows and levels of all lanes that are held, and the changes in them by groups.
  let heldRows: UnsafeMutablePointer<Float>
  let heldLevels: UnsafeMutablePointer<Float>
  let heldChanges: UnsafeMutablePointer<TactusFilterChange>

  /// How many rows there are, besides those that are held.
  static var count: Int { 24 }
  /// The length of a row that is held: kernels write whole blocks of sixteen from wherever they begin, and the next row
  /// may have been filled before.
  static var heldLength: Int { SynthLimits.gridFrames + 16 }
  /// How many changes of a group there are: one for each lane and frame at the most. While rows are held there may be
  /// fewer, but twice those of a lane.
  static var changesPerGroup: Int { 8 * SynthLimits.gridFrames }
  static var heldChangesPerGroup: Int { 2 * SynthLimits.gridFrames }

  /// The frames of a lane, 0…23.
  @inline(__always)
  subscript(lane: Int) -> UnsafeMutablePointer<Float> { rows + lane &* SynthLimits.gridFrames }

  /// The levels of a lane, 0…23.
  @inline(__always)
  func levels(_ lane: Int) -> UnsafeMutablePointer<Float> { levels + lane &* SynthLimits.gridFrames }

  /// What is held of a voice's row, and of its levels.
  @inline(__always)
  func heldRow(_ voice: Int) -> UnsafeMutablePointer<Float> { heldRows + voice &* Self.heldLength }
  @inline(__always)
  func heldLevels(_ voice: Int) -> UnsafeMutablePointer<Float> { heldLevels + voice &* Self.heldLength }
}

extension VoiceGroup {
  /// The bit of a lane.
  @inline(__always) static func bit(_ lane: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: lane) }

  /// Whether the fields lie where the kernels look for them.
  static var matchesKernels: Bool {
    MemoryLayout<VoiceGroup>.offset(of: \.filters) == 0
      && MemoryLayout<FilterLanes>.offset(of: \.b) == MemoryLayout<TactusFilters>.offset(of: \.b)
      && MemoryLayout<FilterLanes>.offset(of: \.gainStep) == MemoryLayout<TactusFilters>.offset(of: \.gain_step)
      && MemoryLayout<FilterLanes>.offset(of: \.memory2) == MemoryLayout<TactusFilters>.offset(of: \.memory2)
      && MemoryLayout<FilterLanes>.offset(of: \.through) == MemoryLayout<TactusFilters>.offset(of: \.through)
      && MemoryLayout<VoiceGroup>.offset(of: \.gains) == MemoryLayout<TactusFilters>.size
      && MemoryLayout<TactusGains>.offset(of: \.chorus_step) == 7 * MemoryLayout<LaneFloats>.size
      && MemoryLayout<GainLanes>.offset(of: \.chorusStep) == 7 * MemoryLayout<LaneFloats>.size
      && MemoryLayout<GainLanes>.offset(of: \.rampAge) == 8 * MemoryLayout<LaneFloats>.size
  }

  /// Lets a lane sound, from a filter that has heard nothing.
  @inline(__always)
  mutating func begin(_ lane: Int) {
    active |= Self.bit(lane)
    set(LaneFilter(), lane)
    filters.memory1[lane] = 0
    filters.memory2[lane] = 0
  }

  /// Takes note that a row begins, before anything happens in it.
  @inline(__always)
  mutating func beginRow(at frame: Int64) {
    if frame & (SynthLimits.resyncFrames &- 1) == 0, filtered != 0 { settle() }
    filteredInRow = filtered
  }

  /// Takes note that a lane has ended, on its frame; what it is set to still serves for the frames before it in the row.
  @inline(__always)
  mutating func end(_ lane: Int) {
    active &= ~Self.bit(lane)
    filtered &= ~Self.bit(lane)
    filteredKinds &= ~Self.bit(lane)
  }

  /// Says whether a lane is one of those whose filter is to run; see `filteredKinds`.
  @inline(__always)
  mutating func setKind(_ lane: Int, isFiltered: Bool) {
    filteredKinds = isFiltered ? filteredKinds | Self.bit(lane) : filteredKinds & ~Self.bit(lane)
  }

  /// Says whether a lane's filter runs, and whether it moves.
  @inline(__always)
  mutating func setFilter(_ lane: Int, runs: Bool, moves: Bool) {
    let bit = Self.bit(lane)
    filtered = runs ? filtered | bit : filtered & ~bit
    if runs { filteredInRow |= bit }
    sweeping = moves ? sweeping | bit : sweeping & ~bit
  }

  /// Says whether a lane's filter is in the path from some frame of the row on.
  @inline(__always)
  mutating func setInPath(_ lane: Int, _ isInPath: Bool) {
    inPath = isInPath ? inPath | Self.bit(lane) : inPath & ~Self.bit(lane)
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
    setInPath(lane, filter.isInPath)
  }

  /// Sets filter memories to zero that nobody can hear, before they become subnormal numbers; called on the absolute
  /// grid only.
  @inline(__always)
  private mutating func settle() {
    for lane in 0..<8 {
      if filters.memory1[lane].magnitude < 1e-12 { filters.memory1[lane] = 0 }
      if filters.memory2[lane].magnitude < 1e-12 { filters.memory2[lane] = 0 }
    }
  }
}
