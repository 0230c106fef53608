import TactusDSP

// Where lanes are aimed: the next breakpoint of what moves, or where a straight line would leave its curve.

extension Modulation {
  /// Where ramps from a frame are aimed, in frames of the voice's life, and whether anything moves on the way.
  ///
  /// Between corners LFOs and envelope are straight lines in cents and decibels, which the lanes follow exactly; so a
  /// ramp ends at the next breakpoint, wherever between two frames it lies, or where the lane is set back on its curve.
  func rampTarget(_ voice: UnsafeMutablePointer<Voice>, from now: Int64) -> (age: Double, moves: Bool) {
    // A breakpoint that has just been reached, but for rounding, is none.
    let age = voice.pointee.age(at: now) + 0.01
    var breakpoint = Double.infinity
    var moves = false
    if voice.pointee.parameters.usesModLfo {
      breakpoint = voice.pointee.movers.modLFO.nextBreakpoint(after: age)
      moves = age >= voice.pointee.movers.modLFO.origin
    }
    if voice.pointee.parameters.usesVibLfo {
      breakpoint = min(breakpoint, voice.pointee.movers.vibLFO.nextBreakpoint(after: age))
      moves = moves || age >= voice.pointee.movers.vibLFO.origin
    }
    if voice.pointee.parameters.usesModEnv {
      breakpoint = min(breakpoint, voice.pointee.movers.envelope.nextBreakpoint(after: age))
      moves = moves || voice.pointee.movers.envelope.isMoving
    }
    if age < voice.pointee.portamento.end {
      breakpoint = min(breakpoint, voice.pointee.portamento.end)
      moves = true
    }
    let isUnderway = now < voice.pointee.ramp.end
    guard moves || isUnderway else { return (max(age, breakpoint), false) }
    return (max(age, min(breakpoint, Double(nextStop(voice, after: now) &- voice.pointee.start))), true)
  }

  /// The frame at which a lane that moves is set back on its curve, corners apart.
  private func nextStop(_ voice: UnsafeMutablePointer<Voice>, after now: Int64) -> Int64 {
    var spacing = SynthLimits.resyncFrames
    if now < voice.pointee.ramp.end {
      spacing = bends(voice, at: now) ? piece(voice) : Int64(SynthLimits.gridFrames)
    }
    return voice.pointee.nextStop(after: now, every: spacing)
  }

  /// Whether the depth of something that moves is on its way.
  @inline(__always)
  func bends(_ voice: UnsafeMutablePointer<Voice>, at now: Int64) -> Bool {
    now < voice.pointee.ramp.end && voice.pointee.ramp.to.depthsChange(from: voice.pointee.ramp.from) > 0
  }

  /// How long a lane may take to go in a straight line while a depth is on its way. Such a depth times an oscillator is a
  /// parabola, of which a piece of p frames leaves its chord by p²/4 times the one's speed times the other's.
  private func piece(_ voice: UnsafeMutablePointer<Voice>) -> Int64 {
    let bend = voice.pointee.ramp.to.depthsChange(from: voice.pointee.ramp.from)
    var slope = 0.0
    if voice.pointee.parameters.usesModLfo { slope += 4 * voice.pointee.movers.modLFO.rate }
    if voice.pointee.parameters.usesVibLfo { slope += 4 * voice.pointee.movers.vibLFO.rate }
    if voice.pointee.parameters.usesModEnv, voice.pointee.movers.envelope.isMoving {
      // The attack is a logarithm; it has corners of its own, but none that know of the depth.
      guard voice.pointee.movers.envelope.stage != .attack else { return 4 }
      slope += voice.pointee.movers.envelope.rate
    }
    let speed = bend / Double(voice.pointee.ramp.end &- voice.pointee.ramp.start) * slope
    var piece = Int64(SynthLimits.gridFrames)
    while piece > 4, Double(piece &* piece) * speed > 4 * SynthLimits.straightCents { piece /= 2 }
    return piece
  }

  /// The first whole frame that is not before a breakpoint.
  @inline(__always)
  static func firstFrame(from breakpoint: Double, start: Int64) -> Int64 {
    guard breakpoint < 0x1p60 else { return .max }
    let whole = ExactMath.integer(breakpoint)
    return start &+ (Double(whole) < breakpoint ? whole &+ 1 : whole)
  }
}
