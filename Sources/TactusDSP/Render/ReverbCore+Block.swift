extension ReverbCore {
  /// Renders one block of the grid.
  @_noAllocation @_noLocks
  mutating func renderBlock() {
    clock &+= 1
    let inputPeak = gate.cleanInput()
    if isAsleep && inputPeak == 0 {
      if isPending { settle() }
      return
    }
    if isAsleep { settle() }
    isAsleep = false
    beginRamp()

    let direct = tuning.direct
    let crossed = tuning.crossed
    stepRamp()
    enter()
    diffuseFirst()
    diffuseSecond()
    damp()
    let outputPeak = mix(fromDirect: direct, crossed: crossed)
    if inputPeak == 0 && outputPeak < Self.floor { hush() } else { quietBlocks = 0 }
    endRamp()
    gate.keepHistory()
    entrance.advance()
    firstDiffuser.advance()
    secondDiffuser.advance()
    room.advance()
    follower.follow(peak: inputPeak > outputPeak ? inputPeak : outputPeak, frames: Self.block)
    if quietBlocks > memoryBlocks { fallAsleep() }
  }

  /// Two low-passes a side, whose difference goes into the entrance.
  @_noAllocation @_noLocks
  private mutating func enter() {
    pass(gate.inputLeft, into: entrance.head(0), states: filterStates + 32)
    pass(gate.inputRight, into: entrance.head(1), states: filterStates + 40)
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func pass(
    _ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>,
    states: UnsafeMutablePointer<Float>
  ) {
    var upper = OnePole(a: tuning.upperGain, p: tuning.upperPole, last: states)
    var lower = OnePole(a: tuning.lowerGain, p: tuning.lowerPole, last: states + 4)
    var i = 0
    while i < Self.block {
      output.setFourFrames((upper.next(input, at: i) - lower.next(input, at: i)).withoutTiny, at: i)
      i &+= 4
    }
    upper.keep(in: states)
    lower.keep(in: states + 4)
  }

  /// Four taps a side of the entrance, mixed into the first diffuser. Even lines take from the left, odd ones from the
  /// right.
  @_noAllocation @_noLocks
  private mutating func diffuseFirst() {
    var line = 0
    while line < 8 {
      sources[line] = source(
        entrance, line & 1, delay: tuning.tapDelays[line], next: target.tapDelays[line], stretch: 8 &+ line)
      line &+= 1
    }
    spread(into: firstDiffuser)
  }

  /// The first diffuser's delays, mixed into the second.
  @_noAllocation @_noLocks
  private mutating func diffuseSecond() {
    var line = 0
    while line < 8 {
      sources[line] = source(
        firstDiffuser, line, delay: tuning.firstDelays[line], next: target.firstDelays[line], stretch: 8 &+ line)
      line &+= 1
    }
    spread(into: secondDiffuser)
  }

  /// The eight sources, each into all eight lines of a bank.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func spread(into bank: DelayBank) {
    let x0 = sources[0]
    let x1 = sources[1]
    let x2 = sources[2]
    let x3 = sources[3]
    let x4 = sources[4]
    let x5 = sources[5]
    let x6 = sources[6]
    let x7 = sources[7]
    let head = bank.head(0)
    let stride = bank.stride
    var i = 0
    while i < Self.block {
      let s = hadamard(
        x0.fourFrames(at: i), x1.fourFrames(at: i), x2.fourFrames(at: i), x3.fourFrames(at: i),
        x4.fourFrames(at: i), x5.fourFrames(at: i), x6.fourFrames(at: i), x7.fourFrames(at: i))
      head.setFourFrames(s.0, at: i)
      head.setFourFrames(s.1, at: i &+ stride)
      head.setFourFrames(s.2, at: i &+ 2 &* stride)
      head.setFourFrames(s.3, at: i &+ 3 &* stride)
      head.setFourFrames(s.4, at: i &+ 4 &* stride)
      head.setFourFrames(s.5, at: i &+ 5 &* stride)
      head.setFourFrames(s.6, at: i &+ 6 &* stride)
      head.setFourFrames(s.7, at: i &+ 7 &* stride)
      i &+= 4
    }
  }

  /// Reads the room's lines and damps them, and adds what comes from the second diffuser, into eight blocks of scratch.
  @_noAllocation @_noLocks
  private mutating func damp() {
    var line = 0
    while line < 8 {
      dampPair(line)
      line &+= 2
    }
  }

  /// Two lines at once, because a line alone would wait for its own recursion.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func dampPair(_ line: Int) {
    let next = line &+ 1
    let x0 = line < 4 ? swung(line) : standing(line)
    let x1 = line < 4 ? swung(next) : standing(next)
    let z0 = arriving(line)
    let z1 = arriving(next)
    let y0 = scratch + line &* Self.block
    let y1 = scratch + next &* Self.block
    let states = filterStates + 4 &* line
    let weight0 = FourFrames(repeating: ReverbTuning.secondWeights[line])
    let weight1 = FourFrames(repeating: ReverbTuning.secondWeights[next])
    var filter0 = OnePole(a: tuning.roomGain[line], p: tuning.roomPole[line], last: states)
    var filter1 = OnePole(a: tuning.roomGain[next], p: tuning.roomPole[next], last: states + 4)
    var i = 0
    while i < Self.block {
      y0.setFourFrames((filter0.next(x0, at: i) + weight0 * z0.fourFrames(at: i)).withoutTiny, at: i)
      y1.setFourFrames((filter1.next(x1, at: i) + weight1 * z1.fourFrames(at: i)).withoutTiny, at: i)
      i &+= 4
    }
    filter0.keep(in: states)
    filter1.keep(in: states + 4)
  }
}
