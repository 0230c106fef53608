import TactusDSP

// Where lanes are aimed: the next corner of what moves, or where a straight line would leave its curve.

extension Modulation {
  /// Where ramps from a frame are aimed, in frames of the voice's life, and whether anything moves on the way.
  ///
  /// Between corners LFOs and envelope are straight lines in cents and decibels, which the lanes follow exactly; so a
  /// ramp ends at the next corner, wherever between two frames it lies, or where the lane is set back on its curve.
  func aim(_ voice: UnsafeMutablePointer<Voice>, from now: Int64) -> (age: Double, moves: Bool) {
    // A corner that has just been reached, but for rounding, is none.
    let age = voice.pointee.age(at: now) + 0.01
    var corner = Double.infinity
    var moves = false
    if voice.pointee.tone.usesModLfo {
      corner = voice.pointee.movers.modLFO.nextCorner(after: age)
      moves = age >= voice.pointee.movers.modLFO.origin
    }
    if voice.pointee.tone.usesVibLfo {
      corner = min(corner, voice.pointee.movers.vibLFO.nextCorner(after: age))
      moves = moves || age >= voice.pointee.movers.vibLFO.origin
    }
    if voice.pointee.tone.usesModEnv {
      corner = min(corner, voice.pointee.movers.envelope.nextCorner(after: age))
      moves = moves || voice.pointee.movers.envelope.isMoving
    }
    if age < voice.pointee.portamento.end {
      corner = min(corner, voice.pointee.portamento.end)
      moves = true
    }
    let isUnderway = now < voice.pointee.ramp.end
    guard moves || isUnderway else { return (max(age, corner), false) }
    return (max(age, min(corner, Double(nextStop(voice, after: now) &- voice.pointee.start))), true)
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
    if voice.pointee.tone.usesModLfo { slope += 4 * voice.pointee.movers.modLFO.rate }
    if voice.pointee.tone.usesVibLfo { slope += 4 * voice.pointee.movers.vibLFO.rate }
    if voice.pointee.tone.usesModEnv, voice.pointee.movers.envelope.isMoving {
      // The attack is a logarithm; it has corners of its own, but none that know of the depth.
      guard voice.pointee.movers.envelope.stage != .attack else { return 4 }
      slope += voice.pointee.movers.envelope.rate
    }
    let speed = bend / Double(voice.pointee.ramp.end &- voice.pointee.ramp.start) * slope
    var piece = Int64(SynthLimits.gridFrames)
    while piece > 4, Double(piece &* piece) * speed > 4 * SynthLimits.straightCents { piece /= 2 }
    return piece
  }

  /// The first whole frame that is not before a corner.
  @inline(__always)
  static func firstFrame(from corner: Double, start: Int64) -> Int64 {
    guard corner < 0x1p60 else { return .max }
    let whole = ExactMath.integer(corner)
    return start &+ (Double(whole) < corner ? whole &+ 1 : whole)
  }
}
