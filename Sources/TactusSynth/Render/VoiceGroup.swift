/// Eight voices side by side, as the audio plane sees them: one lane each, every quantity an eight-lane vector.
///
///     points ──► interpolate each lane ──► filter eight lanes ──► × envelope × gains ──► dry and send buses
///
/// The control plane writes lanes at exact frames; between these the group runs by itself, each frame computed from
/// the frame before it alone. So it does not matter where a render cycle ends: the law of partitions holds by
/// construction.
/// - Thread: audio
struct VoiceGroup {
  // Where each lane reads, and how fast it moves on.
  var phase: SIMD8<Int64> = .zero
  var increment: SIMD8<Int64> = .zero
  var incrementStep: SIMD8<Int64> = .zero
  // The volume envelope: level ← level · factor + step.
  var level: SIMD8<Float> = .zero
  var levelFactor: SIMD8<Float> = .one
  var levelStep: SIMD8<Float> = .zero
  // Gains to the two sides, and what of that goes to the effects.
  var left: SIMD8<Float> = .zero
  var leftStep: SIMD8<Float> = .zero
  var right: SIMD8<Float> = .zero
  var rightStep: SIMD8<Float> = .zero
  var reverb: SIMD8<Float> = .zero
  var reverbStep: SIMD8<Float> = .zero
  var chorus: SIMD8<Float> = .zero
  var chorusStep: SIMD8<Float> = .zero
  // The state-variable filter: coefficients, their slopes, and its two memories.
  var filterA: SIMD8<Float> = .zero
  var filterAStep: SIMD8<Float> = .zero
  var filterB: SIMD8<Float> = .zero
  var filterBStep: SIMD8<Float> = .zero
  var filterC: SIMD8<Float> = .zero
  var filterCStep: SIMD8<Float> = .zero
  var memory1: SIMD8<Float> = .zero
  var memory2: SIMD8<Float> = .zero

  /// Bit per lane: sounds.
  private(set) var active: UInt8 = 0
  /// Bit per lane: goes through the filter.
  private(set) var filtered: UInt8 = 0
  /// The same two, all ones in each lane for which the bit is set.
  private(set) var activeLanes: SIMD8<UInt32> = .zero
  private(set) var filteredLanes: SIMD8<UInt32> = .zero
  /// Bit per lane: wraps at the loop's end.
  var looping: UInt8 = 0
  /// Bit per lane: has wrapped at least once, so that the loop's end precedes its start.
  var wrapped: UInt8 = 0
  /// Bit per lane: a gain or a send is on its way to another value.
  var ramping: UInt8 = 0
  /// Whether any lane feeds the reverb, and the chorus.
  var feedsReverb = false
  var feedsChorus = false
}

/// Where a group adds its sound: six channels of one stripe.
///
/// - Thread: audio
struct VoiceBuses {
  var left: UnsafeMutablePointer<Float>
  var right: UnsafeMutablePointer<Float>
  var reverbLeft: UnsafeMutablePointer<Float>
  var reverbRight: UnsafeMutablePointer<Float>
  var chorusLeft: UnsafeMutablePointer<Float>
  var chorusRight: UnsafeMutablePointer<Float>

  /// The same buses, `count` frames later.
  @inline(__always)
  func advanced(by count: Int) -> VoiceBuses {
    VoiceBuses(
      left: left + count, right: right + count, reverbLeft: reverbLeft + count, reverbRight: reverbRight + count,
      chorusLeft: chorusLeft + count, chorusRight: chorusRight + count)
  }
}

/// Room for a block of eight lanes: first a row of frames for each lane, then a vector of lanes for each frame.
///
/// - Thread: audio
struct LaneRows {
  let rows: UnsafeMutablePointer<Float>
  let frames: UnsafeMutablePointer<SIMD8<Float>>

  /// The frames of a lane.
  @inline(__always)
  subscript(lane: Int) -> UnsafeMutablePointer<Float> { rows + lane &* SynthLimits.gridFrames }

  @inline(__always)
  func clear(_ lane: Int, _ count: Int) {
    let row = self[lane]
    for frame in 0..<count { row[frame] = 0 }
  }

  /// Rows become vectors of lanes, four frames at a time; up to three frames beyond `count` are written too.
  @inline(__always)
  func turn(_ count: Int) {
    var frame = 0
    while frame < count {
      let (f0, f1, f2, f3) = turned(frame)
      frames[frame] = f0
      frames[frame &+ 1] = f1
      frames[frame &+ 2] = f2
      frames[frame &+ 3] = f3
      frame &+= 4
    }
  }

  /// Four frames of the eight lanes, as a vector of lanes each.
  @inline(__always)
  private func turned(_ frame: Int) -> (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) {
    let low = transposed(load(0, frame), load(1, frame), load(2, frame), load(3, frame))
    let high = transposed(load(4, frame), load(5, frame), load(6, frame), load(7, frame))
    return (
      SIMD8(lowHalf: low.0, highHalf: high.0), SIMD8(lowHalf: low.1, highHalf: high.1),
      SIMD8(lowHalf: low.2, highHalf: high.2), SIMD8(lowHalf: low.3, highHalf: high.3)
    )
  }

  @inline(__always)
  private func load(_ lane: Int, _ frame: Int) -> SIMD4<Float> {
    UnsafeRawPointer(self[lane] + frame).loadUnaligned(as: SIMD4<Float>.self)
  }
}

/// Rows become columns.
@inline(__always)
func transposed(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>)
  -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
{
  let ab = SIMD4(a[0], b[0], a[1], b[1])
  let cd = SIMD4(c[0], d[0], c[1], d[1])
  let ab2 = SIMD4(a[2], b[2], a[3], b[3])
  let cd2 = SIMD4(c[2], d[2], c[3], d[3])
  return (
    SIMD4(lowHalf: ab.lowHalf, highHalf: cd.lowHalf), SIMD4(lowHalf: ab.highHalf, highHalf: cd.highHalf),
    SIMD4(lowHalf: ab2.lowHalf, highHalf: cd2.lowHalf), SIMD4(lowHalf: ab2.highHalf, highHalf: cd2.highHalf)
  )
}

extension VoiceGroup {
  /// The bit of a lane.
  @inline(__always) static func bit(_ lane: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: lane) }

  /// Runs the group for `count` frames (at most 64) and adds what sounds to the buses.
  ///
  /// - Parameter samples: what the eight lanes read.
  @inline(__always)
  mutating func run(
    _ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool, rows: LaneRows, into buses: VoiceBuses
  ) {
    guard active != 0 else { return }
    interpolate(count, samples: samples, cubic: cubic, rows: rows)
    if filtered & active != 0 { filter(count, rows) } else { turn(count, rows) }
    if ramping != 0 { mixRamps(count, rows, into: buses) } else { mix(count, rows, into: buses) }
  }

  /// Moves the lanes on without sound: what another replica of the synthesizer renders.
  @inline(__always)
  mutating func skip(_ count: Int, samples: UnsafePointer<LaneSample>) {
    for lane in 0..<8 where active & Self.bit(lane) != 0 {
      advancePhase(lane, count, samples[lane])
    }
  }

  /// Says whether a lane sounds.
  @inline(__always)
  mutating func setActive(_ lane: Int, _ isActive: Bool) {
    active = isActive ? active | Self.bit(lane) : active & ~Self.bit(lane)
    activeLanes[lane] = isActive ? .max : 0
  }

  /// Says whether a lane goes through the filter.
  @inline(__always)
  mutating func setFiltered(_ lane: Int, _ isFiltered: Bool) {
    filtered = isFiltered ? filtered | Self.bit(lane) : filtered & ~Self.bit(lane)
    filteredLanes[lane] = isFiltered ? .max : 0
  }

  /// Brings a lane that has ended to rest, so that nothing in it grows or decays unheard.
  @inline(__always)
  mutating func clear(_ lane: Int) {
    level[lane] = 0
    levelStep[lane] = 0
    levelFactor[lane] = 1
    ramping &= ~Self.bit(lane)
    leftStep[lane] = 0
    rightStep[lane] = 0
    reverbStep[lane] = 0
    chorusStep[lane] = 0
    filterAStep[lane] = 0
    filterBStep[lane] = 0
    filterCStep[lane] = 0
    memory1[lane] = 0
    memory2[lane] = 0
  }

  /// Sets filter memories to zero that nobody can hear, before they become subnormal numbers; called on the absolute
  /// grid only.
  @inline(__always)
  mutating func settle() {
    let inaudible = SIMD8<Float>(repeating: 1e-12)
    memory1.replace(with: SIMD8<Float>(repeating: 0), where: memory1 .< inaudible .& memory1 .> -inaudible)
    memory2.replace(with: SIMD8<Float>(repeating: 0), where: memory2 .< inaudible .& memory2 .> -inaudible)
  }

  /// The phase after `count` frames, in closed form; integers, so the same as step by step.
  @inline(__always)
  mutating func advancePhase(_ lane: Int, _ count: Int, _ sample: LaneSample) {
    let n = Int64(count)
    var at = phase[lane] &+ n &* increment[lane] &+ incrementStep[lane] &* (n &* (n &- 1) / 2)
    if looping & Self.bit(lane) != 0 {
      let end = SamplePhase(point: sample.loopEnd)
      if at >= end {
        let start = SamplePhase(point: sample.loopStart)
        at = start &+ (at &- start) % (end &- start)
        wrapped |= Self.bit(lane)
      }
    }
    phase[lane] = at
    increment[lane] &+= n &* incrementStep[lane]
  }
}
