import CTactusKernels

/// How loud a lane is: what its envelope and its level's oscillator give, as a function of time from a frame on. Nothing
/// adds up from frame to frame, so it is as exact after minutes as at the start.
///
/// - Thread: audio
struct LaneLevel {
  /// One; a curve, which is kept with those of its group; a line, times what it falls.
  enum Kind { case one, curve, line }

  /// The greatest change of a curve in a frame, in octaves: its value a block earlier must still be a number.
  private static var steepest: Float { 4 }

  private(set) var kind = Kind.one
  /// The attack, or what falls faster than a curve can, and the frame that it is given for.
  private var line = TactusLine(level: 1, slope: 0, octaves: 0, fall: 0)
  private var since: Int64 = 0

  /// Sets the level to what envelope and swell are at a frame; a curve is kept with those of its group.
  mutating func set(
    _ envelope: EnvelopeLevel, _ swell: LaneSwell, at frame: Int64, _ curves: UnsafeMutablePointer<TactusCurves>,
    _ lane: Int
  ) {
    let octaves = Float(envelope.octaves + swell.octaves)
    let fall = Float(envelope.fall + swell.fall)
    if envelope.slope != 0 || fall.magnitude > Self.steepest {
      kind = .line
      line = TactusLine(level: Float(envelope.level), slope: Float(envelope.slope), octaves: octaves, fall: fall)
      since = frame
    } else if envelope.level != 1 || octaves != 0 || fall != 0 {
      kind = .curve
      tactus_set_curve(curves, Int32(truncatingIfNeeded: lane), Float(envelope.level), octaves, fall, frame)
    } else {
      kind = .one
    }
  }

  /// Writes the levels of `count` frames from a frame on; the row has room for `count` rounded up to sixteen.
  func write(
    _ count: Int, from frame: Int64, _ curves: UnsafePointer<TactusCurves>, _ lane: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    let frames = Int32(truncatingIfNeeded: count)
    switch kind {
    case .one: row.update(repeating: 1, count: count)
    case .curve: tactus_curve(curves, Int32(truncatingIfNeeded: lane), frame, frames, row)
    case .line:
      let age = Int32(truncatingIfNeeded: min(frame &- since, 1 &<< 30))
      withUnsafePointer(to: line) { tactus_line($0, age, frames, row) }
    }
  }
}

/// An envelope at a frame: (level + slope · n) · 2^(octaves + fall · n) after n frames.
struct EnvelopeLevel {
  var level = 1.0
  var slope = 0.0
  var octaves = 0.0
  var fall = 0.0
}

/// What an oscillator gives of level at a frame, in octaves of amplitude, and how that moves each frame.
struct LaneSwell {
  var octaves = 0.0
  var fall = 0.0
}
