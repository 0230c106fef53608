import TactusEngine
import TactusFiles
import TactusSequencer
import TactusTime

/// The part of a song that `--from` and `--to` select.
struct SongPart {
  /// A position that events are compared with.
  private enum Limit {
    case tick(Tick)
    /// The frame of a time: as in a bounce, a time is rounded to a frame.
    case frame(Int64)

    init(_ position: SongPosition, _ clock: FrameClock, _ meters: MeterMap) {
      switch position {
      case .time: self = .frame(position.frame(clock, meters))
      case .bar, .tick: self = .tick(position.tick(clock, meters))
      }
    }

    /// Whether an event lies before the position.
    func isAfter(tick: Tick, frame: Int64) -> Bool {
      switch self {
      case .tick(let limit): tick < limit
      case .frame(let limit): frame < limit
      }
    }

    /// Whether another position is the same or lies before this one.
    func isAtOrAfter(_ other: Limit, _ clock: FrameClock) -> Bool {
      if case .tick(let tick) = self, case .tick(let other) = other { return tick >= other }
      return frame(clock) >= other.frame(clock)
    }

    private func frame(_ clock: FrameClock) -> Int64 {
      switch self {
      case .tick(let tick): clock.frame(atTick: tick)
      case .frame(let frame): frame
      }
    }

    /// Returns the first tick that does not lie before the position.
    func firstTick(_ clock: FrameClock) -> Tick {
      switch self {
      case .tick(let tick): tick
      case .frame(let frame): frame > 0 ? clock.tick(atFrame: frame - 1) + 1 : 0
      }
    }
  }

  private let start: Limit?
  /// The first position after the part.
  private let end: Limit?

  /// - Parameters:
  ///   - name: the name of the song in messages.
  ///   - clock: the clock of the song, which rounds times to its frames.
  /// - Throws: an error if the song has nothing between the positions, or if a position lies beyond its bar.
  init(
    of song: MIDIFile, named name: String, from: SongPosition?, to: SongPosition?, _ clock: FrameClock
  ) throws(ToolError) {
    let meters = song.meterMap(.concatenated)
    for position in [from, to] { try position?.checkBar(meters, named: name) }
    start = from.map { Limit($0, clock, meters) }
    end = to.map { Limit($0, clock, meters) }
    guard start != nil || end != nil else { return }
    let first = start ?? .tick(0)
    let last = MergedEvents(song, choice: .concatenated).reduce(Tick(0)) { max($0, $1.tick) }
    let isEmpty = end.map { first.isAtOrAfter($0, clock) } ?? false
    if isEmpty || first.isAfter(tick: last, frame: clock.frame(atTick: last)) {
      let seconds = clock.seconds(atTick: last).approximate
      throw ToolError(name, "\(BounceError.emptyRange(from: from ?? .tick(0), to: to, songSeconds: seconds))")
    }
  }

  /// Whether the part is the whole song.
  var isWhole: Bool { start == nil && end == nil }

  /// Returns whether an event lies before the part.
  func isAhead(ofTick tick: Tick, frame: Int64) -> Bool { start?.isAfter(tick: tick, frame: frame) ?? false }

  /// Returns whether an event, and all that follow it, lie after the part.
  func isOver(atTick tick: Tick, frame: Int64) -> Bool { end.map { !$0.isAfter(tick: tick, frame: frame) } ?? false }

  /// Returns the ticks of the part, which has no end without `--to`.
  func ticks(_ clock: FrameClock) -> Range<Tick> {
    let first = start?.firstTick(clock) ?? 0
    return first..<max(first, end?.firstTick(clock) ?? .max)
  }
}

extension SongPosition {
  /// Throws an error if the position refers to a beat or a tick that its bar does not have.
  func checkBar(_ meters: MeterMap, named name: String) throws(ToolError) {
    guard case .bar(let bar) = self, !meters.has(bar) else { return }
    let meter = meters.meter(atTick: meters.tick(ofBar: bar.bar))
    throw ToolError(name, "\(BounceError.beyondBar(self, meter: meter))")
  }
}
