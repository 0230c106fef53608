import TactusDSP

/// A voice's pitch and LFO level offset at one moment.
struct PitchAndLevel {
  var cents = 0.0
  var centibels = 0.0
}

extension Modulation {
  /// Returns the pitch and level at the start and at the end of a lane's ramp of `frames` frames.
  @inline(__always)
  func line(
    _ voice: UnsafeMutablePointer<Voice>, at now: Int64, frames: Double, moves: Bool
  ) -> (from: PitchAndLevel, to: PitchAndLevel) {
    var here = point(voice, at: now, ahead: 0)
    var there = moves ? point(voice, at: now, ahead: frames) : here
    if moves, bends(voice, at: now) { lift(&here, &there, middle: point(voice, at: now, ahead: frames * 0.5)) }
    return (here, there)
  }

  /// Returns pitch and level `ahead` frames after a frame.
  @inline(__always)
  private func point(_ voice: UnsafeMutablePointer<Voice>, at now: Int64, ahead: Double) -> PitchAndLevel {
    let age = voice.pointee.age(at: now) + ahead
    guard now < voice.pointee.ramp.end else { return point(voice, &voice.pointee.ramp.to, age) }
    var parameters = staticParameters(voice, at: now, ahead: ahead)
    return point(voice, &parameters, age)
  }

  private func point(
    _ voice: UnsafeMutablePointer<Voice>, _ parameters: UnsafePointer<StaticParameters>, _ age: Double
  ) -> PitchAndLevel {
    let motion = motion(voice, parameters, at: age)
    return PitchAndLevel(cents: parameters.pointee.cents + motion.cents, centibels: motion.centibels)
  }

  /// Shifts a linear segment to the mean of the parabola that it replaces, so that the sample phase is correct at its
  /// end. The chord itself would add a small error of the same sign with every segment.
  @inline(__always)
  private func lift(_ here: inout PitchAndLevel, _ there: inout PitchAndLevel, middle: PitchAndLevel) {
    let cents = (middle.cents - (here.cents + there.cents) * 0.5) * (2.0 / 3)
    let centibels = (middle.centibels - (here.centibels + there.centibels) * 0.5) * (2.0 / 3)
    here.cents += cents
    there.cents += cents
    here.centibels += centibels
    there.centibels += centibels
  }
}
