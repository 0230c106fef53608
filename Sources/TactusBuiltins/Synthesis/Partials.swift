import TactusDSP

/// One sine of an additive sound, with a two-stage decay as coupled strings and struck bars have it.
struct Partial {
  /// Cycles per point.
  var frequency: Double
  /// Phase at the start, in turns.
  var phase = 0.0
  var level: Double
  /// How fast the prompt sound falls, dB per second.
  var decay = 0.0
  /// The share of the level that belongs to the aftersound, 0…1, and how fast that falls, dB per second.
  var after = 0.0
  var afterDecay = 0.0
  /// Time constant of the rise, seconds; 0 starts at full level.
  var rise = 0.0
  /// Slow beating of several strings: depth 0…1 and cycles per second.
  var beatDepth = 0.0
  var beatRate = 0.0
}

/// Additive synthesis: any number of sines, each with its own decay.
///
/// Levels move in straight lines between the edges of 128-point blocks, and every block starts at the exact phase, so
/// that a partial that lies on a loop's grid closes without a seam however long it has sounded. Eight points are
/// computed at once: the lanes hold the sine at eight successive points, and one rotation moves all of them on.
enum Additive {
  static let block = 128

  /// Adds the partials to `points`, which count as starting at time zero.
  ///
  /// - Parameter frozenFrom: from this point on, a multiple of 128, all levels stay as they are, for a loop to follow.
  static func add(_ partials: [Partial], to points: inout [Float], rate: Double, frozenFrom: Int = .max) {
    let blocks = (points.count + block - 1) / block
    points.append(contentsOf: repeatElement(0, count: blocks * block - points.count))
    points.withUnsafeMutableBufferPointer { buffer in
      for partial in partials where partial.frequency > 0 && partial.frequency < 0.49 {
        add(partial, to: buffer.baseAddress!, blocks: blocks, rate: rate, frozenBlock: frozenFrom / block)
      }
    }
  }

  private static func add(
    _ partial: Partial, to out: UnsafeMutablePointer<Float>, blocks: Int, rate: Double, frozenBlock: Int
  ) {
    let seconds = Double(block) / rate
    var prompt = partial.level * (1 - partial.after)
    var after = partial.level * partial.after
    var rising = partial.rise > 0 ? 1.0 : 0.0
    let promptFactor = ExactMath.gain(decibels: -partial.decay * seconds)
    let afterFactor = ExactMath.gain(decibels: -partial.afterDecay * seconds)
    let riseFactor = partial.rise > 0 ? ExactMath.exp2(-seconds / partial.rise * 1.4427) : 0
    var level = (prompt + after) * (1 - rising)
    let oscillator = Oscillator(partial.frequency)
    for b in 0..<blocks {
      var target = level
      if b < frozenBlock {
        prompt *= promptFactor
        after *= afterFactor
        rising *= riseFactor
        target = (prompt + after) * (1 - rising)
        if partial.beatDepth > 0 {
          let turn = ExactMath.cosTurns(partial.beatRate * Double(b + 1) * seconds + partial.phase)
          target *= 1 - partial.beatDepth * (0.5 - 0.5 * turn)
        }
      }
      if abs(level) > 2e-5 || abs(target) > 2e-5 {
        oscillator.add(
          at: partial.phase + partial.frequency * Double(b * block), from: level, to: target, out + b * block)
      } else if rising < 0.01 && partial.beatDepth == 0 {
        return
      }
      level = target
    }
  }

  /// A sine of one frequency, eight points at a time.
  private struct Oscillator {
    /// How far the lanes are ahead of the first, and how far eight points are, as points on the circle.
    private var laneSines = SIMD8<Float>()
    private var laneCosines = SIMD8<Float>()
    private let turnSine: Float
    private let turnCosine: Float
    private static let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)

    /// `frequency` in cycles per point.
    init(_ frequency: Double) {
      for lane in 0..<8 {
        laneSines[lane] = Float(ExactMath.sinTurns(frequency * Double(lane)))
        laneCosines[lane] = Float(ExactMath.cosTurns(frequency * Double(lane)))
      }
      turnSine = Float(ExactMath.sinTurns(frequency * 8))
      turnCosine = Float(ExactMath.cosTurns(frequency * 8))
    }

    /// One block of the sine from a phase in turns on, its level moving in a straight line.
    @inline(__always)
    func add(at phase: Double, from: Double, to: Double, _ out: UnsafeMutablePointer<Float>) {
      let sine = Float(ExactMath.sinTurns(phase))
      let cosine = Float(ExactMath.cosTurns(phase))
      var sines = laneCosines * sine + laneSines * cosine
      var cosines = laneCosines * cosine - laneSines * sine
      let slope = Float((to - from) / Double(block))
      var levels = Self.lanes * slope + Float(from)
      let step = slope * 8
      let raw = UnsafeMutableRawPointer(out)
      for i in 0..<(block / 8) {
        let here = raw + i * 32
        let sum = here.loadUnaligned(as: SIMD8<Float>.self) + sines * levels
        here.storeBytes(of: sum, as: SIMD8<Float>.self)
        let nextSines = sines * turnCosine + cosines * turnSine
        cosines = cosines * turnCosine - sines * turnSine
        sines = nextSines
        levels += step
      }
    }
  }
}
