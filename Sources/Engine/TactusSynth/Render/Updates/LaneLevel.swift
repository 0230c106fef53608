import CTactusKernels

/// The gain of a lane's volume envelope and tremolo as a function of time.
///
/// Each frame's gain is computed from the time since the level was set. Rounding errors do not accumulate, so the gain
/// is as exact after minutes as at the start.
/// - Thread: audio
struct LaneLevel {
  /// `one`: a constant gain of 1. `curve`: an exponential curve, stored with the other curves of the group. `line`: a
  /// linear ramp times an exponential. `due`: not set yet; see ``postpone(at:)``.
  enum Kind { case one, curve, line, due }

  /// The steepest slope of a curve, in octaves per frame. The kernel extends a curve back to the start of a block of
  /// sixteen frames, where its value must still be finite.
  private static var steepest: Float { 4 }

  private(set) var kind = Kind.one
  /// The level during the attack, or during a decay that is too steep for a curve.
  private var line = TactusLine(level: 1, slope: 0, octaves: 0, fall: 0)
  /// The frame on which `line` starts, or on which the level should have been set.
  private(set) var since: Int64 = 0

  /// Sets the level to the envelope and the tremolo at a frame; a curve is stored with the other curves of the group.
  mutating func set(
    _ envelope: EnvelopeLevel, _ tremolo: LaneTremolo, at frame: Int64, _ curves: UnsafeMutablePointer<TactusCurves>,
    _ lane: Int
  ) {
    let octaves = Float(envelope.octaves + tremolo.octaves)
    let fall = Float(envelope.fall + tremolo.fall)
    if envelope.slope != 0 || fall.magnitude > Self.steepest {
      kind = .line
      line = TactusLine(level: Float(envelope.level), slope: Float(envelope.slope), octaves: octaves, fall: fall)
      since = frame
    } else if envelope.level != 1 || octaves != 0 || fall != 0 {
      kind = .curve
      ctactus_set_curve(curves, Int32(truncatingIfNeeded: lane), Float(envelope.level), octaves, fall, frame)
    } else {
      kind = .one
    }
  }

  /// Notes that the level changes on a frame, for a voice that is not rendered now. It must be set before it is written.
  mutating func postpone(at frame: Int64) { (kind, since) = (.due, frame) }

  /// Writes the gains of `count` frames, starting at `frame`. The buffer has room for `count` rounded up to a
  /// multiple of sixteen.
  func write(
    _ count: Int, from frame: Int64, _ curves: UnsafePointer<TactusCurves>, _ lane: Int,
    into buffer: UnsafeMutablePointer<Float>
  ) {
    let frames = Int32(truncatingIfNeeded: count)
    switch kind {
    case .one: buffer.update(repeating: 1, count: count)
    case .due:
      assert(false, "the level has not been set")
      buffer.update(repeating: 1, count: count)
    case .curve: ctactus_curve(curves, Int32(truncatingIfNeeded: lane), frame, frames, buffer)
    case .line:
      let age = Int32(truncatingIfNeeded: min(frame &- since, 1 &<< 30))
      withUnsafePointer(to: line) { ctactus_line($0, age, frames, buffer) }
    }
  }
}

/// An envelope segment starting at a frame: (level + slope · n) · 2^(octaves + fall · n) after n frames.
struct EnvelopeLevel {
  var level = 1.0
  var slope = 0.0
  var octaves = 0.0
  var fall = 0.0
}

/// The gain offset of the LFO at a frame, in octaves of amplitude, and its change per frame.
struct LaneTremolo {
  var octaves = 0.0
  var fall = 0.0
}
