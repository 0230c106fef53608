import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The part of a song's events that `--from`, `--to` and `--channels` select.
struct EventSelection {
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
  }

  private let start: Limit?
  /// The first position after the selected events.
  private let end: Limit?
  /// The channels, each as port · 16 + channel; nil for all events.
  private let channels: Set<Int>?

  /// - Parameters:
  ///   - name: the name of the song in messages.
  ///   - clock: the clock of the song, for the sample rate of the list.
  /// - Throws: an error if the song has nothing between the positions, or if a position lies beyond its bar.
  init(
    of song: MIDIFile, named name: String, from: SongPosition?, to: SongPosition?, channels: ChannelOption?,
    _ clock: FrameClock
  ) throws(ToolError) {
    let meters = song.meterMap(.concatenated)
    for position in [from, to] {
      guard case .bar(let bar)? = position, !meters.has(bar) else { continue }
      let meter = meters.meter(atTick: meters.tick(ofBar: bar.bar))
      throw ToolError(name, "\(BounceError.beyondBar(.bar(bar), meter: meter))")
    }
    start = from.map { Limit($0, clock, meters) }
    end = to.map { Limit($0, clock, meters) }
    self.channels = channels?.ofSong
    guard let from, let start else { return }
    let last = MergedEvents(song, choice: .concatenated).reduce(Tick(0)) { max($0, $1.tick) }
    let isEmpty = end.map { start.isAtOrAfter($0, clock) } ?? false
    if isEmpty || start.isAfter(tick: last, frame: clock.frame(atTick: last)) {
      let seconds = clock.seconds(atTick: last).approximate
      throw ToolError(name, "\(BounceError.emptyRange(from: from, to: to, songSeconds: seconds))")
    }
  }

  /// Whether all events are selected.
  var isWhole: Bool { start == nil && end == nil && channels == nil }

  /// Whether an event, and all that follow it, lie after the selected part.
  func isOver(atTick tick: Tick, frame: Int64) -> Bool { end.map { !$0.isAfter(tick: tick, frame: frame) } ?? false }

  /// Whether an event before the end is selected. With channels, only their messages are.
  func contains(_ element: MergedEvents.Element, frame: Int64) -> Bool {
    if let start, start.isAfter(tick: element.tick, frame: frame) { return false }
    guard let channels else { return true }
    guard let message = element.event?.channelMessage else { return false }
    return channels.contains(message.channelIndex)
  }
}
