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
  var level: SIMD8<Float> = .zero
  var levelFactor: SIMD8<Float> = .one
  var levelStep: SIMD8<Float> = .zero
  /// The level that the modulation LFO gives: swell ← swell · factor.
  var swell: SIMD8<Float> = .one
  var swellFactor: SIMD8<Float> = .one
  // Gains to the two sides, and what of that goes to the effects.
  var left: SIMD8<Float> = .zero
  var leftStep: SIMD8<Float> = .zero
  var right: SIMD8<Float> = .zero
  var rightStep: SIMD8<Float> = .zero
  var reverb: SIMD8<Float> = .zero
  var reverbStep: SIMD8<Float> = .zero
  var chorus: SIMD8<Float> = .zero
  var chorusStep: SIMD8<Float> = .zero
  // The state-variable filter: g = tan(π f / rate) and k = 1/Q, how they move, and its two memories.
  var filterG: SIMD8<Float> = .one
  var filterGFactor: SIMD8<Float> = .one
  var filterK: SIMD8<Float> = .one
  var filterKStep: SIMD8<Float> = .zero
  var memory1: SIMD8<Float> = .zero
  var memory2: SIMD8<Float> = .zero
  /// All ones in each lane that goes through the filter.
  private var filteredLanes: SIMD8<UInt32> = .zero

  // Where each lane reads, and how fast it moves on.
  var phase: SIMD8<Int64> = .zero
  var increment: SIMD8<Int64> = .zero
  /// The same for lanes that glide: speed ← speed · factor.
  var speed: SIMD8<Double> = .zero
  var speedFactor: SIMD8<Double> = .one

  /// Bit per lane: sounds.
  private(set) var active: UInt8 = 0
  /// Bit per lane: its filter runs.
  private(set) var filtered: UInt8 = 0
  /// Bit per lane: wraps at the loop's end.
  var looping: UInt8 = 0
  /// Bit per lane: has wrapped at least once, so that the loop's end precedes its start.
  var wrapped: UInt8 = 0
  /// Bit per lane: its pitch moves; its filter's coefficients move; its level swells.
  var gliding: UInt8 = 0
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

/// Room for a block of eight lanes: first a row of frames for each lane, then a vector of lanes for each frame.
///
/// - Thread: audio
struct LaneRows {
  let rows: UnsafeMutablePointer<Float>
  let frames: UnsafeMutablePointer<Float>
  /// The phases of a lane that glides.
  let phases: UnsafeMutablePointer<Int64>

  /// The frames of a lane.
  @inline(__always)
  subscript(lane: Int) -> UnsafeMutablePointer<Float> { rows + lane &* SynthLimits.gridFrames }
}

/// Runs a group for `count` frames (at most 64) and adds what sounds to the buses.
///
/// - Parameter samples: what the eight lanes read.
func run(
  _ group: UnsafeMutablePointer<VoiceGroup>, _ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool,
  rows: LaneRows, into buses: TactusBuses
) {
  group.pointee.interpolate(count, samples: samples, cubic: cubic, rows: rows)
  let lanes = UnsafeMutableRawPointer(group).assumingMemoryBound(to: TactusLanes.self)
  let frames = Int32(truncatingIfNeeded: count)
  let work = group.pointee.work
  tactus_shape(lanes, rows.rows, Int32(SynthLimits.gridFrames), frames, work, rows.frames)
  tactus_mix(lanes, rows.frames, frames, work, buses)
}

extension VoiceGroup {
  /// The bit of a lane.
  @inline(__always) static func bit(_ lane: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: lane) }

  /// Moves the lanes on without sound: what another replica of the synthesizer renders.
  @inline(__always)
  mutating func skip(_ count: Int, samples: UnsafePointer<LaneSample>, rows: LaneRows) {
    for lane in 0..<8 where active & Self.bit(lane) != 0 { skip(lane, count, samples[lane], rows) }
  }

  @inline(__always)
  private mutating func skip(_ lane: Int, _ count: Int, _ sample: LaneSample, _ rows: LaneRows) {
    var at = phase[lane]
    if gliding & Self.bit(lane) != 0 {
      var now = speed[lane]
      at = tactus_glide(at, &now, speedFactor[lane], Int32(truncatingIfNeeded: count), rows.phases)
      speed[lane] = now
    } else {
      at &+= Int64(count) &* increment[lane]
    }
    if looping & Self.bit(lane) != 0, at >= SamplePhase(point: sample.loopEnd) {
      at = sample.wrapped(at)
      wrapped |= Self.bit(lane)
    }
    phase[lane] = at
  }

  /// Whether the fields lie where the kernels look for them.
  static var matchesKernels: Bool {
    MemoryLayout<VoiceGroup>.offset(of: \.level) == MemoryLayout<TactusLanes>.offset(of: \.level)
      && MemoryLayout<VoiceGroup>.offset(of: \.chorusStep) == MemoryLayout<TactusLanes>.offset(of: \.chorus_step)
      && MemoryLayout<VoiceGroup>.offset(of: \.filterKStep) == MemoryLayout<TactusLanes>.offset(of: \.filter_k_step)
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
    filteredLanes[lane] = isInPath ? .max : 0
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
    memory1[lane] = 0
    memory2[lane] = 0
    let others = ~Self.bit(lane)
    ramping &= others
    gliding &= others
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
