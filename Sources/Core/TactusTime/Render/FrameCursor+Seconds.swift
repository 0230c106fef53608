// Conversions of fractional tick positions, for code that uses times between frames.

extension FrameCursor {
  /// Returns the fractional tick position at a time in seconds from tick 0; 0 for times beyond ±10⁹ seconds.
  @_noAllocation @_noLocks
  package mutating func tick(atSeconds seconds: Double) -> Double {
    guard seconds > -1e9, seconds < 1e9 else { return 0 }
    // numerators include the half frame that is added for rounding
    let frames = seconds * 0.5 * Double(doubledRate) / Double(rateDenominator) + 0.5
    let whole = Int64(frames)
    let frame = Double(whole) > frames ? whole &- 1 : whole
    let tick = tick(atFrame: frame)
    let start = Int128(frame) * Int128(divisor)
    let (before, after) = (numerator(atTick: tick) - start, numerator(atTick: tick &+ 1) - start)
    let wanted = (frames - Double(frame)) * Double(divisor)
    let length = WideDivision.double(after - before)
    return length > 0 ? Double(tick) + (wanted - WideDivision.double(before)) / length : Double(tick)
  }

  /// Returns the fractional tick position at a frame, and the number of frames per tick there. Every tick is delayed
  /// by `shift` / ``numeratorsPerFrame`` frames.
  @_noAllocation @_noLocks
  package mutating func locate(atFrame frame: Int64, shift: Int128) -> (tick: Double, framesPerTick: Double) {
    let tick = firstTick(notBefore: frame, shift: shift)
    let (before, after) = (numerator(atTick: tick &- 1), numerator(atTick: tick))
    // numerators include the half frame that is added for rounding
    let wanted = Int128(frame) * Int128(divisor) + Int128(divisor / 2) - shift
    let length = WideDivision.double(after - before)
    guard length > 0 else { return (Double(tick), 0) }
    return (Double(tick &- 1) + WideDivision.double(wanted - before) / length, length / Double(divisor))
  }

  /// Returns the next frame after `frame` at which the tempo changes (`.max` if there is none), and whether the tempo
  /// ramps until then. Every tick is delayed by `shift` / ``numeratorsPerFrame`` frames.
  @_noAllocation @_noLocks
  package mutating func tempoEnd(atFrame frame: Int64, shift: Int128) -> (frame: Int64, isRamp: Bool) {
    moveToTick(firstTick(notBefore: frame, shift: shift) &- 1)
    let isRamp = segments[index].isRamp
    guard index + 1 < count else { return (.max, isRamp) }
    return (self.frame(atTick: segments[index + 1].firstTick, shift: shift), isRamp)
  }

  /// Returns the time of a fractional tick position, in seconds from tick 0.
  @_noAllocation @_noLocks
  package mutating func seconds(atTick position: Double) -> Double {
    guard position > -9e15, position < 9e15 else { return 0 }
    let whole = Int64(position)
    let tick = Double(whole) > position ? whole &- 1 : whole
    let (before, after) = (numerator(atTick: tick), numerator(atTick: tick &+ 1))
    let part = position - Double(tick)
    let half = Int128(divisor / 2)
    let exact = WideDivision.double(before - half) + part * WideDivision.double(after - before)
    return exact / (Double(divisor) * 0.5 * Double(doubledRate)) * Double(rateDenominator)
  }
}
