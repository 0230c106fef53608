import CTactusKernels

/// Eight voices side by side, as the audio plane sees them: one lane each, every quantity an eight-lane vector.
///
///     points ──► interpolate each lane ──► filter eight lanes ──► × envelope × gains ──► dry and send buses
///
/// The control plane writes lanes at exact frames; between these the group runs by itself, each frame computed from
/// the frame before it alone. So it does not matter where a render cycle ends: the law of partitions holds by
/// construction.
/// - Thread: audio
struct VoiceGroup {
  // What the kernels run, in the order of `TactusLanes`.
  /// The volume envelope: level ← level · factor + step.
  var level = LaneFloats()
  var levelFactor = LaneFloats(1)
  var levelStep = LaneFloats()
  /// The level that the modulation LFO gives: swell ← swell · factor.
  var swell = LaneFloats(1)
  var swellFactor = LaneFloats(1)
  // Gains to the two sides, and what of that goes to the effects.
  var left = LaneFloats()
  var leftStep = LaneFloats()
  var right = LaneFloats()
  var rightStep = LaneFloats()
  var reverb = LaneFloats()
  var reverbStep = LaneFloats()
  var chorus = LaneFloats()
  var chorusStep = LaneFloats()
  // The state-variable filter: g = tan(π f / rate) and k = 1/Q, the gain before it, how they move, and its two memories.
  var filterG = LaneFloats(1)
  var filterGFactor = LaneFloats(1)
  var filterK = LaneFloats(1)
  var filterKStep = LaneFloats()
  var filterGain = LaneFloats(1)
  var filterGainStep = LaneFloats()
  var memory1 = LaneFloats()
  var memory2 = LaneFloats()
  /// All ones in each lane that goes through the filter.
  private var filteredLanes = LaneMasks()

  /// Bit per lane: sounds.
  private(set) var active: UInt8 = 0
  /// Bit per lane: its filter runs.
  private(set) var filtered: UInt8 = 0
  /// Bit per lane: its filter's coefficients move; its level swells.
  var sweeping: UInt8 = 0
  var swelling: UInt8 = 0
  /// Bit per lane: a gain or a send is on its way to another value.
  var ramping: UInt8 = 0
  /// Whether any lane feeds the reverb, and the chorus.
  var feedsReverb = false
  var feedsChorus = false
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

/// Room for a grid block of two groups: a row of frames for each lane.
///
/// - Thread: audio
struct LaneRows {
  let rows: UnsafeMutablePointer<Float>
  /// The phases of a lane that glides.
  let phases: UnsafeMutablePointer<Int64>
  let sinc: SincRoom

  /// The frames of a lane, 0…15.
  @inline(__always)
  subscript(lane: Int) -> UnsafeMutablePointer<Float> { rows + lane &* SynthLimits.gridFrames }
}

extension VoiceGroup {
  /// The bit of a lane.
  @inline(__always) static func bit(_ lane: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: lane) }

  /// Whether the fields lie where the kernels look for them.
  static var matchesKernels: Bool {
    MemoryLayout<VoiceGroup>.offset(of: \.level) == MemoryLayout<TactusLanes>.offset(of: \.level)
      && MemoryLayout<VoiceGroup>.offset(of: \.chorusStep) == MemoryLayout<TactusLanes>.offset(of: \.chorus_step)
      && MemoryLayout<VoiceGroup>.offset(of: \.filterGainStep)
        == MemoryLayout<TactusLanes>.offset(of: \.filter_gain_step)
      && MemoryLayout<VoiceGroup>.offset(of: \.filteredLanes) == MemoryLayout<TactusLanes>.offset(of: \.filtered_lanes)
  }

  /// What the kernels have to do.
  @inline(__always)
  var work: TactusWork {
    TactusWork(
      filtered: filtered != 0, sweeping: sweeping != 0, swelling: swelling != 0, ramping: ramping != 0,
      reverb: feedsReverb, chorus: feedsChorus)
  }

  /// Says whether a lane sounds.
  @inline(__always)
  mutating func setActive(_ lane: Int, _ isActive: Bool) {
    active = isActive ? active | Self.bit(lane) : active & ~Self.bit(lane)
  }

  /// Says whether a lane's filter runs, and whether what it gives is heard.
  @inline(__always)
  mutating func setFilter(_ lane: Int, runs: Bool, isInPath: Bool) {
    filtered = runs ? filtered | Self.bit(lane) : filtered & ~Self.bit(lane)
    filteredLanes[lane] = isInPath
  }

  /// Brings a lane that has ended to rest, so that nothing in it grows or decays unheard.
  @inline(__always)
  mutating func clear(_ lane: Int) {
    level[lane] = 0
    levelStep[lane] = 0
    levelFactor[lane] = 1
    swell[lane] = 1
    swellFactor[lane] = 1
    leftStep[lane] = 0
    rightStep[lane] = 0
    reverbStep[lane] = 0
    chorusStep[lane] = 0
    filterG[lane] = 1
    filterGFactor[lane] = 1
    filterK[lane] = 1
    filterKStep[lane] = 0
    filterGain[lane] = 1
    filterGainStep[lane] = 0
    memory1[lane] = 0
    memory2[lane] = 0
    let others = ~Self.bit(lane)
    ramping &= others
    sweeping &= others
    swelling &= others
  }

  /// Sets filter memories to zero that nobody can hear, before they become subnormal numbers; called on the absolute
  /// grid only.
  @inline(__always)
  mutating func settle() {
    for lane in 0..<8 {
      if memory1[lane].magnitude < 1e-12 { memory1[lane] = 0 }
      if memory2[lane].magnitude < 1e-12 { memory2[lane] = 0 }
    }
  }
}
