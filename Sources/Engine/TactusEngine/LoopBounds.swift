import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// Where a loop ends if neither the song nor a range sets its end.
///
/// - Thread: any
public struct UnmarkedLoopEnd: Hashable, Sendable {
  /// The position of the loop's end in bars and beats; nil if ticks are fractions of SMPTE frames, which have no bars.
  public var position: BarPosition?
  /// The tick of End of Track. The loop can end earlier or later: see ``BounceSettings/LoopEnding``.
  public var endOfTrack: Tick
}

/// The loop that is played: the range of the settings; without a range, the loop that the song marks; without marks,
/// the whole song.
struct LoopBounds {
  let loop: SongLoop
  /// The end of the loop, if neither the song nor the range sets it.
  let unmarkedEnd: UnmarkedLoopEnd?

  /// - Parameter tempi: the tempi of the song, or those that replace them.
  init(
    _ song: MIDIFile, _ choice: SequenceChoice, _ settings: BounceSettings, _ tempi: TempoMap
  ) throws(BounceError) {
    guard song.format != .independent || song.tracks.count == 1 else {
      throw .badSetting("a looped song", expected: "a single song; this file holds several (format 2)")
    }
    guard let found = song.markedLoop ?? song.wholeLoop else {
      throw .badSetting("a looped song", expected: "longer than 0 seconds; this one has no length")
    }
    let songEnd = SongEnd(song, choice, settings.loopEnding)
    guard let range = settings.range else {
      let isMarked = found.marks != .none
      loop = isMarked ? found : SongLoop(start: 0, end: songEnd.loopEnd(from: 0))
      unmarkedEnd = isMarked ? nil : songEnd.unmarkedEnd(at: loop.end)
      return
    }
    let clock = FrameClock(map: tempi, sampleRate: settings.sampleRate)
    let start = range.from?.tick(clock, songEnd.meters) ?? 0
    let limit = range.to?.tick(clock, songEnd.meters) ?? .max
    let isSet = limit <= songEnd.nextBarLine
    let end = isSet ? limit : songEnd.loopEnd(from: start)
    guard start >= 0, start < min(end, songEnd.tick) else {
      throw .emptyRange(
        from: range.from ?? .tick(0), to: range.to, songSeconds: clock.seconds(atTick: songEnd.tick).approximate)
    }
    loop = SongLoop(start: start, end: end, marks: found.start == start && found.end == end ? found.marks : .none)
    unmarkedEnd = isSet ? nil : songEnd.unmarkedEnd(at: end)
  }
}

/// The end of a song, and the bar lines next to it.
private struct SongEnd {
  /// The tick of End of Track.
  let tick: Tick
  let meters: MeterMap
  private let song: MIDIFile
  private let ending: BounceSettings.LoopEnding

  init(_ song: MIDIFile, _ choice: SequenceChoice, _ ending: BounceSettings.LoopEnding) {
    (self.song, self.ending) = (song, ending)
    tick = song.endTick
    meters = song.meterMap(choice)
  }

  /// The bar line at or after End of Track. In a time base of SMPTE frames, which has no bars, it is End of Track
  /// itself.
  var nextBarLine: Tick {
    guard song.timeBase.ticksPerQuarter != nil else { return tick }
    let bar = meters.position(atTick: tick).bar
    return meters.tick(ofBar: bar) == tick ? tick : meters.tick(ofBar: bar + 1)
  }

  /// Returns the end of a loop that starts at a tick and whose end is not set.
  func loopEnd(from start: Tick) -> Tick {
    guard ending == .nearestBarLine, let quarter = song.timeBase.ticksPerQuarter else { return tick }
    let bar = meters.position(atTick: tick).bar
    let (previous, next) = (meters.tick(ofBar: bar), meters.tick(ofBar: bar + 1))
    let line = tick - previous <= next - tick ? previous : next
    // a beat is a quarter note, or the beat of the meter if that is shorter
    let beatsPerWhole = Int64(max(4, meters.meter(atTick: tick).noteValue))
    let isNear = abs(line - tick) * beatsPerWhole < 4 * Int64(quarter)
    guard isNear, line > start, line > tick || lastOnset < line else { return tick }
    return line
  }

  /// Returns the report of a loop's end that is not set.
  func unmarkedEnd(at end: Tick) -> UnmarkedLoopEnd {
    let hasBars = song.timeBase.ticksPerQuarter != nil
    return UnmarkedLoopEnd(position: hasBars ? meters.position(atTick: end) : nil, endOfTrack: tick)
  }

  /// The tick of the last note-on; −1 without notes.
  private var lastOnset: Tick {
    song.tracks.reduce(-1) { latest, track in
      let last = track.events.last { $0.channelMessage?.startsNote ?? false }
      return max(latest, last?.tick ?? -1)
    }
  }
}
