import TactusDSP

/// A tone's pitch and level at one moment.
struct TonePoint {
  var cents = 0.0
  var centibels = 0.0
}

extension Modulation {
  /// Pitch and level between which a lane ramps over so many frames.
  @inline(__always)
  func line(
    _ voice: UnsafeMutablePointer<Voice>, at now: Int64, frames: Double, moves: Bool
  ) -> (from: TonePoint, to: TonePoint) {
    var here = point(voice, at: now, ahead: 0)
    var there = moves ? point(voice, at: now, ahead: frames) : here
    if moves, bends(voice, at: now) { lift(&here, &there, middle: point(voice, at: now, ahead: frames * 0.5)) }
    return (here, there)
  }

  /// The tone at a frame, or some frames ahead of it.
  @inline(__always)
  private func point(_ voice: UnsafeMutablePointer<Voice>, at now: Int64, ahead: Double) -> TonePoint {
    let age = voice.pointee.age(at: now) + ahead
    guard now < voice.pointee.ramp.end else { return point(voice, &voice.pointee.ramp.to, age) }
    var standing = standing(voice, at: now, ahead: ahead)
    return point(voice, &standing, age)
  }

  private func point(
    _ voice: UnsafeMutablePointer<Voice>, _ standing: UnsafePointer<StandingTone>, _ age: Double
  ) -> TonePoint {
    let motion = motion(voice, standing, at: age)
    return TonePoint(cents: standing.pointee.cents + motion.cents, centibels: motion.centibels)
  }

  /// Puts a line where the parabola between its ends is in the mean, so that the phase is right where the line ends: a
  /// chord would lose a little with each piece, and always on the same side.
  @inline(__always)
  private func lift(_ here: inout TonePoint, _ there: inout TonePoint, middle: TonePoint) {
    let cents = (middle.cents - (here.cents + there.cents) * 0.5) * (2.0 / 3)
    let centibels = (middle.centibels - (here.centibels + there.centibels) * 0.5) * (2.0 / 3)
    here.cents += cents
    there.cents += cents
    here.centibels += centibels
    there.centibels += centibels
  }
}
