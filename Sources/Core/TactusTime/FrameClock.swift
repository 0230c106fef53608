/// A tempo map at a sample rate: converts ticks to frames and back.
///
/// - **Frame law.** `frame(atTick: t)` = ⌊x + ½⌋, where x is the exact position in frames. Positions are rounded once,
///   and distances never, so the error is at most half a frame, however long the song is.
/// - **Order.** t ≤ u ⟹ frame(t) ≤ frame(u).
/// - **Inverse.** `tick(atFrame: f)` is the last tick whose frame is not after f: frame(tick(f)) ≤ f < frame(tick(f) +
///   1), and tick(frame(t)) ≥ t, with equality wherever the next tick has a later frame.
///
/// No value of tempo, division, tick or sample rate can cause a trap: ticks are clamped to ±2⁵³, and frames saturate at
/// the limits of `Int64` (where the inverse laws no longer hold). Tick 0 is frame 0.
///
/// A clock is immutable. Queries take O(log segments) time, or O(1) with a ``FrameCursor`` if they are in ascending
/// order.
/// - Thread: any
public struct FrameClock: Sendable {
  /// The tempo map.
  public let map: TempoMap
  /// The sample rate.
  public let sampleRate: SampleRate
  private let storage: Storage

  /// Creates a clock for `map` at a sample rate.
  public init(map: TempoMap, sampleRate: SampleRate) {
    self.map = map
    self.sampleRate = sampleRate
    storage = Storage(map, sampleRate: sampleRate)
  }

  /// Creates a clock for `map` at a sample rate in frames per second (clamped to 1…2²⁰).
  public init(map: TempoMap, sampleRate: Int) { self.init(map: map, sampleRate: SampleRate(sampleRate)) }

  /// Returns a cursor at the start. The clock must outlive the cursor.
  public func makeCursor() -> FrameCursor { storage.cursor }

  /// Returns the frame of a tick: the exact position, rounded half up.
  public func frame(atTick tick: Tick) -> Int64 {
    withExtendedLifetime(storage) {
      var cursor = storage.cursor
      return cursor.frame(atTick: tick)
    }
  }

  /// Returns the last tick whose frame is not after `frame`.
  public func tick(atFrame frame: Int64) -> Tick {
    withExtendedLifetime(storage) {
      var cursor = storage.cursor
      return cursor.tick(atFrame: frame)
    }
  }

  /// Returns the exact position of a tick in seconds.
  public func seconds(atTick tick: Tick) -> ExactSeconds { map.seconds(atTick: tick) }

  /// Returns the last tick that is not after a time; see ``TempoMap/tick(atSeconds:)``.
  public func tick(atSeconds seconds: ExactSeconds) -> Tick { map.tick(atSeconds: seconds) }

  /// The segments in memory that the audio thread can read without retaining an object.
  private final class Storage: @unchecked Sendable {  // written in init only, freed in deinit
    let cursor: FrameCursor

    init(_ map: TempoMap, sampleRate: SampleRate) {
      let doubledRate = 2 * Int64(sampleRate.numerator)
      let divisor = 2 * map.unitsPerSecond * Int64(sampleRate.denominator)
      let memory = UnsafeMutableBufferPointer<FrameSegment>.allocate(capacity: map.segments.count)
      for (index, segment) in map.segments.enumerated() {
        memory.initializeElement(at: index, to: FrameSegment(segment, doubledRate: doubledRate, divisor: divisor))
      }
      // a map always has a segment, so the buffer has an address
      cursor = FrameCursor(
        segments: UnsafePointer(memory.baseAddress!), count: memory.count, doubledRate: doubledRate, divisor: divisor,
        rateDenominator: Int64(sampleRate.denominator))
    }

    deinit { cursor.segments.deallocate() }
  }
}
