import TactusRender

/// The settings of an ``Arpeggiator`` as plain numbers, which determine the key that each step plays.
package struct ArpeggiatorPattern: BitwiseCopyable {
  package enum Order: BitwiseCopyable, Sendable {
    case up, down, upDown, upDownInclusive, downUp, asPlayed, random, chord
  }

  var order: Order
  var seed: UInt64
  var octaves = 1
  /// The length of a step in ticks.
  var step = 0.0
  /// The length of a note as a fraction of its step.
  var gate = 0.8
  /// The start of the second step of each pair, as a fraction of the pair.
  var swing = 0.5
  var accents: UnsafePointer<UInt16>?
  var accentCount: Int64 = 0
  /// A fixed velocity; 0 for the velocity of the key.
  var velocity: UInt8 = 0
  var takesLatestVelocity = false
  var restartsWithFirstKey = false
  var restartsWithEveryKey = false
  /// The distance in ticks between the positions at which the pattern restarts; 0 if it does not restart at such
  /// positions.
  var restartTicks = 0.0

  init(order: Order, seed: UInt64) { (self.order, self.seed) = (order, seed) }

  /// Returns the start of a step, in ticks.
  func position(_ step: Int64) -> Double {
    let straight = Double(step) * self.step
    return step & 1 == 0 ? straight : straight + (2 * swing - 1) * self.step
  }

  /// Returns the end of a step's note, in ticks.
  func end(_ step: Int64) -> Double {
    let begin = position(step)
    return begin + gate * (position(step &+ 1) - begin)
  }

  /// Returns the first step at or after a frame.
  func firstStep(notBefore frame: Int64, on line: HostTickMap) -> Int64 {
    var step = HostTickMap.floor(line.tick(atFrame: frame) / self.step) &- 2
    while line.frame(at: position(step)) < frame { step &+= 1 }
    return step
  }

  /// Returns the first step at or after a position.
  func firstStep(from tick: Double) -> Int64 {
    var step = HostTickMap.floor(tick / self.step) &- 2
    while position(step) < tick { step &+= 1 }
    return step
  }

  /// Returns the index of a step within the pattern.
  ///
  /// - Parameters:
  ///   - step: the number of the step, counted from position 0.
  ///   - start: the number of the step with which the pattern began.
  func index(_ step: Int64, from start: Int64) -> Int64 {
    if restartTicks > 0 {
      let span = restartTicks / self.step
      let number = Double(step)
      // steps are counted from the first whole step of the current restart period
      let period = Double(HostTickMap.floor(number / span + 1e-9))
      return step &- HostTickMap.floor(period * span + 0.999_999_999)
    }
    return restartsWithFirstKey ? step &- start : step
  }

  /// Returns the rank, among `count` ordered keys, of the key that a step of the pattern plays, and the number of
  /// octaves by which it is raised.
  func key(_ index: Int64, of count: Int64) -> (rank: Int64, octave: Int64) {
    let total = count &* Int64(octaves)
    let rank: Int64
    switch order {
    case .up, .asPlayed, .chord: rank = Self.modulo(index, total)
    case .down: rank = total &- 1 &- Self.modulo(index, total)
    case .upDown: rank = Self.turning(index, total)
    case .downUp: rank = total &- 1 &- Self.turning(index, total)
    case .upDownInclusive:
      let turn = Self.modulo(index, 2 &* total)
      rank = turn < total ? turn : 2 &* total &- 1 &- turn
    case .random:
      let bits = CountedRandom.bits(seed: seed, number: UInt64(bitPattern: index))
      rank = Int64(truncatingIfNeeded: ((bits &>> 32) &* UInt64(total)) &>> 32)
    }
    return (rank % count, rank / count)
  }

  /// Returns the accent of a step in percent.
  func accent(_ index: Int64) -> UInt32 {
    guard let accents, accentCount > 0 else { return 100 }
    return UInt32(accents[Int(Self.modulo(index, accentCount))])
  }

  private static func turning(_ index: Int64, _ total: Int64) -> Int64 {
    guard total > 1 else { return 0 }
    let turn = modulo(index, 2 &* total &- 2)
    return turn < total ? turn : 2 &* total &- 2 &- turn
  }

  static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let rest = number % divisor
    return rest < 0 ? rest &+ divisor : rest
  }
}
