// Filter, envelope and mix: eight lanes at once.

extension VoiceGroup {
  /// Lanes side by side and under their envelopes, where no lane is filtered.
  @inline(__always)
  mutating func turn(_ count: Int, _ rows: LaneRows) {
    rows.turn(count)
    var level = self.level
    let factor = levelFactor
    let step = levelStep
    for frame in 0..<count {
      rows.frames[frame] *= level
      level = level * factor + step
    }
    self.level = level
  }

  /// The resonant low-pass as a state-variable filter in trapezoidal form.
  ///
  /// The form is well conditioned in 32 bits down to 20 Hz and well behaved while its coefficients move; the transfer
  /// function is the bilinear low-pass. Source: Zavalishin, The Art of VA Filter Design, 2.1.2, ch. 4.
  @inline(__always)
  mutating func filter(_ count: Int, _ rows: LaneRows) {
    rows.turn(count)
    // Four lanes at a time: so the coefficients and both memories stay in registers.
    filterHalf(count, UnsafeMutableRawPointer(rows.frames), high: false)
    if active & 0xF0 != 0 { filterHalf(count, UnsafeMutableRawPointer(rows.frames) + 16, high: true) }
  }

  @inline(__always)
  private mutating func filterHalf(_ count: Int, _ frames: UnsafeMutableRawPointer, high: Bool) {
    var a = half(filterA, high)
    var b = half(filterB, high)
    var c = half(filterC, high)
    let aStep = half(filterAStep, high)
    let bStep = half(filterBStep, high)
    let cStep = half(filterCStep, high)
    var s1 = half(memory1, high)
    var s2 = half(memory2, high)
    var level = half(self.level, high)
    let factor = half(levelFactor, high)
    let step = half(levelStep, high)
    let through = high ? filteredLanes.highHalf : filteredLanes.lowHalf
    let past = ~through
    for frame in 0..<count {
      let place = frames + frame &* 32
      let x = place.loadUnaligned(as: SIMD4<Float>.self)
      let v3 = x - s2
      let v1 = a * s1 + b * v3
      let v2 = s2 + b * s1 + c * v3
      s1 = (v1 + v1) - s1
      s2 = (v2 + v2) - s2
      let chosen = unsafeBitCast(v2, to: SIMD4<UInt32>.self) & through | unsafeBitCast(x, to: SIMD4<UInt32>.self) & past
      place.storeBytes(of: unsafeBitCast(chosen, to: SIMD4<Float>.self) * level, as: SIMD4<Float>.self)
      level = level * factor + step
      a += aStep
      b += bStep
      c += cStep
    }
    setHalf(&filterA, a, high)
    setHalf(&filterB, b, high)
    setHalf(&filterC, c, high)
    setHalf(&memory1, s1, high)
    setHalf(&memory2, s2, high)
    setHalf(&self.level, level, high)
  }

  @inline(__always)
  private func half(_ v: SIMD8<Float>, _ high: Bool) -> SIMD4<Float> { high ? v.highHalf : v.lowHalf }

  @inline(__always)
  private func setHalf(_ v: inout SIMD8<Float>, _ half: SIMD4<Float>, _ high: Bool) {
    if high { v.highHalf = half } else { v.lowHalf = half }
  }

  /// Adds the eight lanes to the buses, where gains and sends stand still.
  ///
  /// Where all lanes send the same part to an effect, as they do unless a bank or a song says otherwise, that part of
  /// the dry sums is what the effect gets.
  @inline(__always)
  func mix(_ count: Int, _ rows: LaneRows, into buses: VoiceBuses) {
    let toReverb = feedsReverb ? commonSend(reverb) : 0
    let toChorus = feedsChorus ? commonSend(chorus) : 0
    add(
      count, rows, gain: left, to: buses.left, buses.reverbLeft, part: toReverb, buses.chorusLeft, part: toChorus)
    add(
      count, rows, gain: right, to: buses.right, buses.reverbRight, part: toReverb, buses.chorusRight, part: toChorus)
    if toReverb < 0 {
      add(count, rows, gain: left * reverb, to: buses.reverbLeft)
      add(count, rows, gain: right * reverb, to: buses.reverbRight)
    }
    if toChorus < 0 {
      add(count, rows, gain: left * chorus, to: buses.chorusLeft)
      add(count, rows, gain: right * chorus, to: buses.chorusRight)
    }
  }

  /// The send that all active lanes have; −1 where they differ.
  @inline(__always)
  private func commonSend(_ sends: SIMD8<Float>) -> Float {
    let first = sends[active.trailingZeroBitCount & 7]
    // Comparisons of vectors go lane by lane, bits do not.
    let other = unsafeBitCast(sends, to: SIMD8<UInt32>.self) ^ first.bitPattern
    let differing = unsafeBitCast(other & activeLanes, to: SIMD4<UInt64>.self)
    return differing[0] | differing[1] | differing[2] | differing[3] == 0 ? first : -1
  }

  @inline(__always)
  private func add(
    _ count: Int, _ rows: LaneRows, gain: SIMD8<Float>, to bus: UnsafeMutablePointer<Float>,
    _ reverb: UnsafeMutablePointer<Float>, part toReverb: Float, _ chorus: UnsafeMutablePointer<Float>,
    part toChorus: Float
  ) {
    var frame = 0
    while frame &+ 4 <= count {
      let sums = rows.sums(frame, gain)
      add(sums, to: bus + frame)
      if toReverb > 0 { add(sums * toReverb, to: reverb + frame) }
      if toChorus > 0 { add(sums * toChorus, to: chorus + frame) }
      frame &+= 4
    }
    while frame < count {
      let sum = laneSum(rows.frames[frame] * gain)
      bus[frame] += sum
      if toReverb > 0 { reverb[frame] += sum * toReverb }
      if toChorus > 0 { chorus[frame] += sum * toChorus }
      frame &+= 1
    }
  }

  @inline(__always)
  private func add(_ count: Int, _ rows: LaneRows, gain: SIMD8<Float>, to bus: UnsafeMutablePointer<Float>) {
    var frame = 0
    while frame &+ 4 <= count {
      add(rows.sums(frame, gain), to: bus + frame)
      frame &+= 4
    }
    while frame < count {
      bus[frame] += laneSum(rows.frames[frame] * gain)
      frame &+= 1
    }
  }

  @inline(__always)
  private func add(_ sums: SIMD4<Float>, to bus: UnsafeMutablePointer<Float>) {
    let place = UnsafeMutableRawPointer(bus)
    place.storeBytes(of: place.loadUnaligned(as: SIMD4<Float>.self) + sums, as: SIMD4<Float>.self)
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

extension LaneRows {
  /// The lane sums of four frames after a gain for each lane.
  @inline(__always)
  fileprivate func sums(_ frame: Int, _ gain: SIMD8<Float>) -> SIMD4<Float> {
    let (l0, l1, l2, l3) = transposed(
      folded(frame, gain), folded(frame &+ 1, gain), folded(frame &+ 2, gain), folded(frame &+ 3, gain))
    return (l0 + l2) + (l1 + l3)
  }

  @inline(__always)
  private func folded(_ frame: Int, _ gain: SIMD8<Float>) -> SIMD4<Float> {
    let lanes = frames[frame] * gain
    return lanes.lowHalf + lanes.highHalf
  }
}
