/// A host's real position, frame by frame, in whole numbers.
///
/// All positions are counted in *units*: 1 / (60 · 10⁶ · 8 · ticks per quarter · n) of a quarter note at n/d frames per
/// second. Tempi are whole millionths of a beat per minute and slopes whole millionths a frame, so that the position is
/// whole at every frame and every half frame, also on ramps, and so is every tick. Nothing is rounded anywhere.
struct Scale: Sendable {
  let numerator: Int128
  let denominator: Int128
  let ticksPerQuarter: Int128

  init(rate numerator: Int, _ denominator: Int = 1, ticksPerQuarter: Int) {
    (self.numerator, self.denominator) = (Int128(numerator), Int128(denominator))
    self.ticksPerQuarter = Int128(ticksPerQuarter)
  }

  var perBeat: Int128 { perTick * ticksPerQuarter }
  var perTick: Int128 { 480_000_000 * numerator }
  /// Units in a frame at one millionth of a beat per minute.
  var perFrame: Int128 { 8 * ticksPerQuarter * denominator }

  func beats(_ units: Int128) -> Double {
    let (whole, rest) = floorDivision(units, perBeat)
    return Double(whole) + Double(rest) / Double(perBeat)
  }
  func units(beats: Int, of parts: Int) -> Int128 { perBeat * Int128(beats) / Int128(parts) }
}

/// Returns the quotient, rounded down, and the remainder, which is not negative.
func floorDivision(_ a: Int128, _ b: Int128) -> (Int128, Int128) {
  let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
  return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
}

func ceilDivision(_ a: Int128, _ b: Int128) -> Int128 { -floorDivision(-a, b).0 }

/// A segment of frames with one tempo or one ramp: position = start + (tempo · n + slope · n² / 2) · units in a frame.
struct Piece: Sendable {
  let frame: Int
  let start: Int128
  /// The units in the first frame, and the increase from each frame to the next.
  let rate: Int128
  let slope: Int128

  /// The position this many half frames after the start. (A slope is a multiple of 8.)
  func position(halfFrames half: Int128) -> Int128 { start + rate / 2 * half + slope / 8 * half * half }
  func position(frame: Int) -> Int128 { position(halfFrames: Int128(2 * (frame - self.frame))) }
}

/// The playback from one start or jump to the next, across the wraps of the cycle region: a single rising position.
struct Roll: Sendable {
  var pieces: [Piece]

  private func piece(_ isBefore: (Piece) -> Bool) -> Piece {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(pieces[middle]) { low = middle } else { high = middle }
    }
    return pieces[low]
  }

  /// The position half a frame before a frame: an event at or after it sounds on that frame or later.
  func position(halfBefore frame: Int) -> Int128 {
    let piece = piece { $0.frame < frame }
    return piece.position(halfFrames: Int128(2 * (frame - piece.frame) - 1))
  }

  func position(frame: Int) -> Int128 { piece { $0.frame <= frame }.position(frame: frame) }

  /// The frame ⌊p + ½⌋ of a position, and the fractional part of p + ½, 0 ..< 1.
  func frame(_ position: Int128) -> (frame: Int, rest: Double) {
    let piece = piece { $0.start <= position }
    let distance = position - piece.start
    guard piece.slope != 0, distance > 0 else {
      let (frames, rest) = floorDivision(2 * distance + piece.rate, 2 * piece.rate)
      return (piece.frame + Int(frames), Double(rest) / Double(2 * piece.rate))
    }
    // an estimate, corrected by the exact positions of half frames
    let (r, s) = (Double(piece.rate), Double(piece.slope))
    let root = (r * r + 2 * s * Double(distance)).squareRoot()
    var half = Int128(4 * Double(distance) / (r + root)) | 1
    while piece.position(halfFrames: half) > position { half -= 2 }
    while piece.position(halfFrames: half + 2) <= position { half += 2 }
    let low = piece.position(halfFrames: half)
    let width = piece.position(halfFrames: half + 2) - low
    return (piece.frame + Int((half + 1) / 2), Double(position - low) / Double(width))
  }
}

/// A segment of the song that a roll plays once: between starts, jumps, stops and wraps.
struct Segment: Sendable {
  /// Which roll.
  var roll: Int
  /// Its start in the roll.
  var start: Int128
  /// The roll's position minus the song's.
  var ahead: Int128
  /// The frame on which it begins, if it begins with a start or a jump; otherwise it begins exactly at `start`.
  var firstFrame: Int?
  /// The frame on which a stop or jump ends it; nil if it ends exactly at `end`.
  var endFrame: Int?
  var end: Int128 = 0
}
