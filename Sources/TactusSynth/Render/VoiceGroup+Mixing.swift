// Filter and mix: eight lanes at once.

extension VoiceGroup {
  /// The resonant low-pass as a state-variable filter in trapezoidal form: well conditioned in 32 bits down to 20 Hz
  /// and well behaved while its coefficients move.
  ///
  /// Source: Zavalishin, The Art of VA Filter Design, 2.1.2, ch. 4; the transfer function is the bilinear low-pass.
  @inline(__always)
  mutating func filter(_ count: Int, _ scratch: UnsafeMutablePointer<SIMD8<Float>>) {
    var a = filterA
    var b = filterB
    var c = filterC
    var s1 = memory1
    var s2 = memory2
    let aStep = filterAStep
    let bStep = filterBStep
    let cStep = filterCStep
    let mask = filterMask
    for frame in 0..<count {
      let x = scratch[frame]
      let v3 = x - s2
      let v1 = a * s1 + b * v3
      let v2 = s2 + b * s1 + c * v3
      s1 = (v1 + v1) - s1
      s2 = (v2 + v2) - s2
      scratch[frame] = x.replacing(with: v2, where: mask)
      a += aStep
      b += bStep
      c += cStep
    }
    filterA = a
    filterB = b
    filterC = c
    memory1 = s1
    memory2 = s2
  }

  @inline(__always)
  private var filterMask: SIMDMask<SIMD8<Int32>> {
    let bits = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    return (SIMD8(repeating: Int32(filtered)) & bits) .!= 0
  }

  /// Envelope, gains and sends; adds the eight lanes to the buses.
  @inline(__always)
  mutating func mix(_ count: Int, _ scratch: UnsafeMutablePointer<SIMD8<Float>>, into buses: VoiceBuses) {
    if feedsChorus {
      mix(count, scratch, into: buses, reverb: true, chorus: true)
    } else if feedsReverb {
      mix(count, scratch, into: buses, reverb: true, chorus: false)
    } else {
      mix(count, scratch, into: buses, reverb: false, chorus: false)
    }
  }

  @inline(__always)
  private mutating func mix(
    _ count: Int, _ scratch: UnsafeMutablePointer<SIMD8<Float>>, into buses: VoiceBuses, reverb withReverb: Bool,
    chorus withChorus: Bool
  ) {
    var lanes = MixLanes(self)
    var frame = 0
    while frame &+ 4 <= count {
      let f0 = lanes.next(scratch[frame], reverb: withReverb, chorus: withChorus)
      let f1 = lanes.next(scratch[frame &+ 1], reverb: withReverb, chorus: withChorus)
      let f2 = lanes.next(scratch[frame &+ 2], reverb: withReverb, chorus: withChorus)
      let f3 = lanes.next(scratch[frame &+ 3], reverb: withReverb, chorus: withChorus)
      add(f0.left, f1.left, f2.left, f3.left, to: buses.left + frame)
      add(f0.right, f1.right, f2.right, f3.right, to: buses.right + frame)
      if withReverb {
        add(f0.reverbLeft, f1.reverbLeft, f2.reverbLeft, f3.reverbLeft, to: buses.reverbLeft + frame)
        add(f0.reverbRight, f1.reverbRight, f2.reverbRight, f3.reverbRight, to: buses.reverbRight + frame)
      }
      if withChorus {
        add(f0.chorusLeft, f1.chorusLeft, f2.chorusLeft, f3.chorusLeft, to: buses.chorusLeft + frame)
        add(f0.chorusRight, f1.chorusRight, f2.chorusRight, f3.chorusRight, to: buses.chorusRight + frame)
      }
      frame &+= 4
    }
    while frame < count {
      let f = lanes.next(scratch[frame], reverb: withReverb, chorus: withChorus)
      buses.left[frame] += sum(f.left)
      buses.right[frame] += sum(f.right)
      if withReverb {
        buses.reverbLeft[frame] += sum(f.reverbLeft)
        buses.reverbRight[frame] += sum(f.reverbRight)
      }
      if withChorus {
        buses.chorusLeft[frame] += sum(f.chorusLeft)
        buses.chorusRight[frame] += sum(f.chorusRight)
      }
      frame &+= 1
    }
    lanes.store(in: &self)
  }
}

/// The running values of the mix, kept in registers.
private struct MixLanes {
  var level: SIMD8<Float>
  var left: SIMD8<Float>
  var right: SIMD8<Float>
  var reverb: SIMD8<Float>
  var chorus: SIMD8<Float>
  let levelFactor: SIMD8<Float>
  let levelStep: SIMD8<Float>
  let leftStep: SIMD8<Float>
  let rightStep: SIMD8<Float>
  let reverbStep: SIMD8<Float>
  let chorusStep: SIMD8<Float>

  @inline(__always)
  init(_ group: VoiceGroup) {
    level = group.level
    left = group.left
    right = group.right
    reverb = group.reverb
    chorus = group.chorus
    levelFactor = group.levelFactor
    levelStep = group.levelStep
    leftStep = group.leftStep
    rightStep = group.rightStep
    reverbStep = group.reverbStep
    chorusStep = group.chorusStep
  }

  @inline(__always)
  func store(in group: inout VoiceGroup) {
    group.level = level
    group.left = left
    group.right = right
    group.reverb = reverb
    group.chorus = chorus
  }

  /// One frame of all buses, each folded from eight lanes to four.
  struct Frame {
    var left: SIMD4<Float>
    var right: SIMD4<Float>
    var reverbLeft: SIMD4<Float>
    var reverbRight: SIMD4<Float>
    var chorusLeft: SIMD4<Float>
    var chorusRight: SIMD4<Float>
  }

  @inline(__always)
  mutating func next(_ value: SIMD8<Float>, reverb withReverb: Bool, chorus withChorus: Bool) -> Frame {
    let x = value * level
    let toLeft = x * left
    let toRight = x * right
    let reverbLeft = withReverb ? fold(toLeft * reverb) : .zero
    let reverbRight = withReverb ? fold(toRight * reverb) : .zero
    let chorusLeft = withChorus ? fold(toLeft * chorus) : .zero
    let chorusRight = withChorus ? fold(toRight * chorus) : .zero
    level = level * levelFactor + levelStep
    left += leftStep
    right += rightStep
    if withReverb { reverb += reverbStep }
    if withChorus { chorus += chorusStep }
    return Frame(
      left: fold(toLeft), right: fold(toRight), reverbLeft: reverbLeft, reverbRight: reverbRight,
      chorusLeft: chorusLeft, chorusRight: chorusRight)
  }
}

@inline(__always)
private func fold(_ v: SIMD8<Float>) -> SIMD4<Float> { v.lowHalf + v.highHalf }

/// The sum of four lanes, in the order in which four frames at once are summed.
@inline(__always)
private func sum(_ v: SIMD4<Float>) -> Float { (v[0] + v[2]) + (v[1] + v[3]) }

/// Adds the lane sums of four frames to four places.
@inline(__always)
private func add(
  _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, to out: UnsafeMutablePointer<Float>
) {
  let ab = SIMD4(a[0], b[0], a[1], b[1]) + SIMD4(a[2], b[2], a[3], b[3])
  let cd = SIMD4(c[0], d[0], c[1], d[1]) + SIMD4(c[2], d[2], c[3], d[3])
  let sums = SIMD4(lowHalf: ab.lowHalf, highHalf: cd.lowHalf) + SIMD4(lowHalf: ab.highHalf, highHalf: cd.highHalf)
  let place = UnsafeMutableRawPointer(out)
  place.storeBytes(of: place.loadUnaligned(as: SIMD4<Float>.self) + sums, as: SIMD4<Float>.self)
}
