import Tactus

/// The tempo of a player: the file's tempo multiplied by a factor, or a tempo that the program has set.
enum PlayerTempo: Equatable {
  /// The file's tempo times a factor.
  case file(factor: Double)
  /// A constant tempo in units of 10 ns per quarter note.
  case constant(tenNanoseconds: UInt32)

  /// Returns the tempo map with which a song plays.
  func map(_ song: TempoMap) -> TempoMap {
    switch self {
    case .file(1): return song
    case .file(let factor):
      let entries = song.entries.map { entry in
        let length = (Double(entry.tempo.tensOfNanoseconds) / factor).rounded()
        return TempoMap.Entry(tick: entry.tick, tempo: Self.tempo(length), curve: entry.curve)
      }
      return TempoMap(timeBase: song.timeBase, entries: entries)
    case .constant(let length):
      return TempoMap(timeBase: song.timeBase, entries: [.init(tick: 0, tempo: Self.tempo(Double(length)))])
    }
  }

  private static func tempo(_ tenNanoseconds: Double) -> Tempo {
    Tempo(tensOfNanoseconds: UInt32(min(Double(UInt32.max), max(1, tenNanoseconds))))
  }
}

extension PlayerSong {
  /// Returns the tempo map with another tempo, in units of 10 ns per quarter note, which applies until the next tempo
  /// event.
  ///
  /// - Parameter next: the index of the first event that has not been sent.
  func tempoMap(with tempo: UInt32, beforeEventsFrom next: Int) -> TempoMap {
    let end = events[next...].first { $0.isTempo }?.tick ?? .max
    let first = TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: tempo))
    return TempoMap(timeBase: tempoMap.timeBase, entries: [first] + tempoMap.entries.filter { $0.tick >= end })
  }
}

extension Tempo {
  /// The microseconds per quarter note; a fraction is truncated, as in FluidSynth, so that 90 beats per minute remain 90.
  var wholeMicroseconds: Int32 { Int32(clamping: tensOfNanoseconds / 100) }
}

/// The time of a song that plays: on which frame of the synthesizer a tick is due.
///
/// At the file's own tempo, the events have exactly the distances, in frames, that they have in a bounced file.
struct PlayerClock {
  private var clock: FrameClock
  /// The frame of the synthesizer at which tick 0 was or would have been played.
  private var origin: Int64
  /// The tick with which the clock has started, and the frame of that tick.
  private let start: (tick: Int64, frame: Int64)

  /// Starts a song at a tick that is due on a frame.
  init(_ map: TempoMap, sampleRate: Int, tick: Int64, at frame: Int64) {
    clock = FrameClock(map: map, sampleRate: sampleRate)
    origin = frame - Self.frame(atTick: tick, clock)
    start = (tick, frame)
  }

  func frame(atTick tick: Int64) -> Int64 { origin + Self.frame(atTick: tick, clock) }

  /// Returns the frame of a tick in the song, limited so that sums of frames do not overflow: a file can state ticks and
  /// tempi that last for millions of years.
  private static func frame(atTick tick: Int64, _ clock: FrameClock) -> Int64 {
    min(1 << 60, max(-1 << 60, clock.frame(atTick: tick)))
  }

  /// Returns the last tick that is due at or before a frame.
  func tick(atFrame frame: Int64) -> Int64 { clock.tick(atFrame: frame - origin) }

  /// Returns the tempo at a tick, in microseconds per quarter note.
  func microseconds(atTick tick: Int64) -> Int32 { clock.map.tempo(atTick: tick).wholeMicroseconds }

  /// Changes to another tempo map or sample rate at a frame, in the middle of the tick that is being played.
  mutating func change(to map: TempoMap, sampleRate: Int, at frame: Int64) {
    let new = FrameClock(map: map, sampleRate: sampleRate)
    guard frame > start.frame else {
      (clock, origin) = (new, start.frame - Self.frame(atTick: start.tick, new))
      return
    }
    let tick = tick(atFrame: frame)
    let length = self.frame(atTick: tick + 1) - self.frame(atTick: tick)
    let passed = length > 0 ? Double(frame - self.frame(atTick: tick)) / Double(length) : 0
    let newStart = Self.frame(atTick: tick, new)
    let newLength = Double(Self.frame(atTick: tick + 1, new) - newStart)
    origin = frame - newStart - Int64((passed * newLength).rounded())
    clock = new
  }
}
