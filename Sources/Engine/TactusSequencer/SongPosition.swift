import TactusTime

/// A position in a song, as users write it.
///
///     83.5   1:23.5   1:02:03        seconds, minutes and seconds, hours too
///     bar17  bar17:3  bar17:3:120    a bar, its beat, ticks after the beat; bars and beats count from 1
///     tick9600                       ticks from the start of the song
///
/// - Thread: any
public enum SongPosition: Hashable, Sendable {
  /// The time from the start of the song, at least 0.
  case time(nanoseconds: Int64)
  /// A bar, counted from 1, with a beat of its meter and ticks after that beat.
  case bar(BarPosition)
  /// The ticks from the start of the song.
  case tick(Tick)

  /// Returns a position in seconds from the start of the song, rounded to nanoseconds and clamped to 0…10⁹ seconds.
  public static func seconds(_ seconds: Double) -> SongPosition {
    .time(nanoseconds: seconds > 0 ? Int64(min(seconds, 1e9) * 1e9 + 0.5) : 0)
  }

  /// Returns the start of a bar.
  public static func bar(_ number: Int) -> SongPosition { .bar(BarPosition(bar: number, beat: 1, tick: 0)) }

  /// Parses a position; nil if the string is not a valid position.
  public init?(_ text: String) {
    let lower = text.lowercased()
    if let number = Self.rest(of: lower, after: "tick") {
      guard let tick = Self.number(number) else { return nil }
      self = .tick(tick)
    } else if let numbers = Self.rest(of: lower, after: "bar") {
      let parts = numbers.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
      guard (1...3).contains(parts.count), let bar = parts[0], bar > 0 else { return nil }
      guard let beat = parts.count > 1 ? parts[1] : 1, beat > 0, let tick = parts.count > 2 ? parts[2] : 0 else {
        return nil
      }
      self = .bar(BarPosition(bar: Int(bar), beat: Int(beat), tick: Int(tick)))
    } else {
      guard let nanoseconds = Self.nanoseconds(lower) else { return nil }
      self = .time(nanoseconds: nanoseconds)
    }
  }

  private static func rest(of text: String, after word: String) -> Substring? {
    text.hasPrefix(word) ? text.dropFirst(word.count) : nil
  }

  /// Parses a whole number of at most nine digits.
  private static func number(_ digits: Substring) -> Int64? {
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(digits)
  }

  /// Parses a time of at most 10⁹ seconds.
  private static func nanoseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var whole: Int64 = 0
    for part in parts.dropLast() {
      guard let value = number(part) else { return nil }
      whole = (whole + value) * 60
    }
    let last = parts[parts.count - 1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let seconds = number(last[0]), whole + seconds < 1_000_000_000 else { return nil }
    guard last.count == 2 else { return (whole + seconds) * 1_000_000_000 }
    guard var fraction = number(last[1]) else { return nil }
    for _ in last[1].utf8.count..<9 { fraction *= 10 }
    return (whole + seconds) * 1_000_000_000 + fraction
  }
}

extension SongPosition: CustomStringConvertible {
  /// The position in the form that ``init(_:)`` parses: "83.5", "bar17:3:120", "tick9600".
  public var description: String {
    switch self {
    case .time(let nanoseconds):
      var text = ExactSeconds(numerator: Int128(nanoseconds), denominator: 1_000_000_000).text()
      while text.hasSuffix("0") { text.removeLast() }
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    case .bar(let position): return "bar\(position)"
    case .tick(let tick): return "tick\(tick)"
    }
  }
}

extension MIDISequence {
  /// Returns the tick of a position, for example to play from bar 17: `sequencer.play(from: sequence.tick(of: .bar(17)))`.
  ///
  /// - Parameter position: for a time, the result is the last tick that is not after it; for a bar, the first tick of
  ///   its beat, plus the position's ticks.
  public func tick(of position: SongPosition) -> Tick {
    switch position {
    case .time(let nanoseconds):
      tempoMap.tick(atSeconds: ExactSeconds(numerator: Int128(nanoseconds), denominator: 1_000_000_000))
    case .bar(let position): meterMap.tick(of: position)
    case .tick(let tick): tick
    }
  }
}

extension SongPosition {
  /// Returns the frame of this position, for example to seek in a song.
  ///
  /// - Parameters:
  ///   - clock: the song's tempo map at a sample rate.
  ///   - meters: the song's meters.
  public func frame(_ clock: FrameClock, _ meters: MeterMap) -> Int64 {
    switch self {
    case .time(let nanoseconds):
      ExactSeconds(numerator: Int128(nanoseconds), denominator: 1_000_000_000).frame(sampleRate: clock.sampleRate)
    case .bar(let position): clock.frame(atTick: meters.tick(of: position))
    case .tick(let tick): clock.frame(atTick: tick)
    }
  }

  /// Returns the tick of this position; for a time, the last tick whose frame is not after that of the time. In a
  /// ``MIDISequence``, ``MIDISequence/tick(of:)`` needs no sample rate.
  ///
  /// - Parameters:
  ///   - clock: the song's tempo map at a sample rate.
  ///   - meters: the song's meters.
  public func tick(_ clock: FrameClock, _ meters: MeterMap) -> Tick {
    switch self {
    case .time: clock.tick(atFrame: frame(clock, meters))
    case .bar(let position): meters.tick(of: position)
    case .tick(let tick): tick
    }
  }
}
