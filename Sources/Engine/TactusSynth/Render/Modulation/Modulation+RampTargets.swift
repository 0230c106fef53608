import TactusDSP

// Ramp targets: the next breakpoint of an envelope or LFO, or the point where a linear ramp would deviate too far from
// its curve.

extension Modulation {
  /// Returns the target of ramps that start at a frame, as the voice's age in frames, and whether anything changes
  /// until then.
  ///
  /// Between breakpoints, LFOs and envelopes are linear in cents and decibels, and lanes follow them exactly. A ramp
  /// therefore ends at the next breakpoint, which may lie between two frames, or earlier, where the lane is reset to
  /// its curve.
  func rampTarget(_ voice: UnsafeMutablePointer<Voice>, from now: Int64) -> (age: Double, moves: Bool) {
    // Skips a breakpoint that has been reached, but that rounding puts slightly after this frame.
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

  /// Returns the next frame, other than a breakpoint, at which a ramping lane is reset to its exact curve.
  private func nextStop(_ voice: UnsafeMutablePointer<Voice>, after now: Int64) -> Int64 {
    var spacing = SynthLimits.resyncFrames
    if now < voice.pointee.ramp.end {
      spacing = bends(voice, at: now) ? piece(voice) : Int64(SynthLimits.gridFrames)
    }
    return voice.pointee.nextStop(after: now, every: spacing)
  }

  /// Returns whether a modulation depth ramps.
  @inline(__always)
  func bends(_ voice: UnsafeMutablePointer<Voice>, at now: Int64) -> Bool {
    now < voice.pointee.ramp.end && voice.pointee.ramp.to.depthsChange(from: voice.pointee.ramp.from) > 0
  }

  /// Returns the longest linear segment, in frames, while a modulation depth ramps. A ramped depth times a linear LFO
  /// segment is quadratic; over p frames it deviates from its chord by p²/4 · (slope of depth) · (slope of LFO).
  private func piece(_ voice: UnsafeMutablePointer<Voice>) -> Int64 {
    let bend = voice.pointee.ramp.to.depthsChange(from: voice.pointee.ramp.from)
    var slope = 0.0
    if voice.pointee.parameters.usesModLfo { slope += 4 * voice.pointee.movers.modLFO.rate }
    if voice.pointee.parameters.usesVibLfo { slope += 4 * voice.pointee.movers.vibLFO.rate }
    if voice.pointee.parameters.usesModEnv, voice.pointee.movers.envelope.isMoving {
      // The attack is logarithmic. The envelope divides it into segments without regard to the depth's ramp, so the
      // shortest segments are used here.
      guard voice.pointee.movers.envelope.stage != .attack else { return 4 }
      slope += voice.pointee.movers.envelope.rate
    }
    let speed = bend / Double(voice.pointee.ramp.end &- voice.pointee.ramp.start) * slope
    var piece = Int64(SynthLimits.gridFrames)
    while piece > 4, Double(piece &* piece) * speed > 4 * SynthLimits.straightCents { piece /= 2 }
    return piece
  }

  /// Returns the first whole frame at or after a breakpoint.
  @inline(__always)
  static func firstFrame(from breakpoint: Double, start: Int64) -> Int64 {
    guard breakpoint < 0x1p60 else { return .max }
    let whole = ExactMath.integer(breakpoint)
    return start &+ (Double(whole) < breakpoint ? whole &+ 1 : whole)
  }
}
