// Filter, envelope and mix: eight lanes at once.

extension VoiceGroup {
  /// Lanes side by side and under their envelopes, where no lane is filtered.
  @inline(__always)
  mutating func turn(_ count: Int, _ rows: LaneRows) {
    var level = self.level
    let factor = levelFactor
    let step = levelStep
    var frame = 0
    while frame < count {
      let (f0, f1, f2, f3) = rows.turned(frame)
      rows.frames[frame] = f0
      rows.frames[frame &+ 1] = f1
      rows.frames[frame &+ 2] = f2
      rows.frames[frame &+ 3] = f3
      frame &+= 4
    }
    for frame in 0..<count {
      rows.frames[frame] *= level
      level = level * factor + step
    }
    self.level = level
  }

  /// The resonant low-pass as a state-variable filter in trapezoidal form, then the envelope.
  ///
  /// The form is well conditioned in 32 bits down to 20 Hz and well behaved while its coefficients move; the transfer
  /// function is the bilinear low-pass. Source: Zavalishin, The Art of VA Filter Design, 2.1.2, ch. 4.
  @inline(__always)
  mutating func filter(_ count: Int, _ rows: LaneRows) {
    var frame = 0
    while frame < count {
      let (f0, f1, f2, f3) = rows.turned(frame)
      rows.frames[frame] = f0
      rows.frames[frame &+ 1] = f1
      rows.frames[frame &+ 2] = f2
      rows.frames[frame &+ 3] = f3
      frame &+= 4
    }
    var a = filterA
    var b = filterB
    var c = filterC
    var s1 = memory1
    var s2 = memory2
    var level = self.level
    let mask = filterMask
    for frame in 0..<count {
      let x = rows.frames[frame]
      let v3 = x - s2
      let v1 = a * s1 + b * v3
      let v2 = s2 + b * s1 + c * v3
      s1 = (v1 + v1) - s1
      s2 = (v2 + v2) - s2
      rows.frames[frame] = x.replacing(with: v2, where: mask) * level
      level = level * levelFactor + levelStep
      a += filterAStep
      b += filterBStep
      c += filterCStep
    }
    filterA = a
    filterB = b
    filterC = c
    memory1 = s1
    memory2 = s2
    self.level = level
  }

  @inline(__always)
  private var filterMask: SIMDMask<SIMD8<Int32>> {
    let bits = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    return (SIMD8(repeating: Int32(filtered)) & bits) .!= 0
  }

  /// Adds the eight lanes to the buses, where gains and sends stand still.
  @inline(__always)
  func mix(_ count: Int, _ rows: LaneRows, into buses: VoiceBuses) {
    add(count, rows, gain: left, to: buses.left)
    add(count, rows, gain: right, to: buses.right)
    if feedsReverb {
      add(count, rows, gain: left * reverb, to: buses.reverbLeft)
      add(count, rows, gain: right * reverb, to: buses.reverbRight)
    }
    if feedsChorus {
      add(count, rows, gain: left * chorus, to: buses.chorusLeft)
      add(count, rows, gain: right * chorus, to: buses.chorusRight)
    }
  }

  @inline(__always)
  private func add(_ count: Int, _ rows: LaneRows, gain: SIMD8<Float>, to bus: UnsafeMutablePointer<Float>) {
    var frame = 0
    while frame &+ 4 <= count {
      let sums = laneSums(
        rows.frames[frame] * gain, rows.frames[frame &+ 1] * gain, rows.frames[frame &+ 2] * gain,
        rows.frames[frame &+ 3] * gain)
      let place = UnsafeMutableRawPointer(bus + frame)
      place.storeBytes(of: place.loadUnaligned(as: SIMD4<Float>.self) + sums, as: SIMD4<Float>.self)
      frame &+= 4
    }
    while frame < count {
      bus[frame] += laneSum(rows.frames[frame] * gain)
      frame &+= 1
    }
  }

  /// The same while gains or sends move.
  @inline(__always)
  mutating func mixRamps(_ count: Int, _ rows: LaneRows, into buses: VoiceBuses) {
    for frame in 0..<count {
      let x = rows.frames[frame]
      let toLeft = x * left
      let toRight = x * right
      buses.left[frame] += laneSum(toLeft)
      buses.right[frame] += laneSum(toRight)
      if feedsReverb {
        buses.reverbLeft[frame] += laneSum(toLeft * reverb)
        buses.reverbRight[frame] += laneSum(toRight * reverb)
      }
      if feedsChorus {
        buses.chorusLeft[frame] += laneSum(toLeft * chorus)
        buses.chorusRight[frame] += laneSum(toRight * chorus)
      }
      left += leftStep
      right += rightStep
      reverb += reverbStep
      chorus += chorusStep
    }
  }
}

/// The sum of eight lanes, in the order in which `laneSums` adds them.
@inline(__always)
private func laneSum(_ lanes: SIMD8<Float>) -> Float {
  let v = lanes.lowHalf + lanes.highHalf
  return (v[0] + v[2]) + (v[1] + v[3])
}

/// The lane sums of four frames.
@inline(__always)
private func laneSums(
  _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>
) -> SIMD4<Float> {
  let (l0, l1, l2, l3) = transposed(
    a.lowHalf + a.highHalf, b.lowHalf + b.highHalf, c.lowHalf + c.highHalf, d.lowHalf + d.highHalf)
  return (l0 + l2) + (l1 + l3)
}
