import TactusMIDI
import TactusTime

/// Ends tracks before implausible delta times, which result from damage.
///
/// A damaged delta time can extend a song from minutes to days. A track is cut off before a delta time of more than an
/// hour if
/// - data before it in the track could not be decoded, or
/// - it leads to a time more than two hours after the ends of all other tracks with notes, or
/// - no other track has notes, the delta time exceeds two hours, and little follows it. That is the case if no channel
///   message follows and no note is still sounding. It is also the case if at least ten notes end before the event and
///   at most a tenth of the track's notes end later or never.
///
/// Strict reading and the option `keepsLongDeltas` accept every delta time.
struct MIDITimeRepair {
  private static let hour = 3_600.0
  private static let farBeyond = 7_200.0

  private let reading: MIDIReading
  private let clock: MIDIStepClock

  /// Corrects a song.
  ///
  /// - Parameter deltas: the long delta times of each track.
  static func repair(_ file: inout MIDIFile, _ deltas: [[MIDILongDelta]], _ reading: MIDIReading) {
    guard !reading.options.isStrict, !reading.options.keepsLongDeltas, deltas.contains(where: { !$0.isEmpty }) else {
      return
    }
    guard file.format == .independent else {
      let repair = MIDITimeRepair(reading: reading, clock: MIDIStepClock(file))
      return repair.repair(&file.tracks, deltas, numbers: 0)
    }
    for index in file.tracks.indices where !deltas[index].isEmpty {
      var song = MIDIFile(format: .single, division: file.division, tracks: [file.tracks[index]])
      let repair = MIDITimeRepair(reading: reading, clock: MIDIStepClock(song))
      repair.repair(&song.tracks, [deltas[index]], numbers: index)
      file.tracks[index] = song.tracks[0]
    }
  }

  /// Corrects tracks that play simultaneously; `numbers` is the index of the first track.
  private func repair(_ tracks: inout [MIDIFile.Track], _ deltas: [[MIDILongDelta]], numbers: Int) {
    for index in tracks.indices {
      guard let delta = deltas[index].first(where: { $0.isAfterDamage && lasts($0) > Self.hour }) else { continue }
      end(&tracks[index], before: delta, number: numbers + index)
    }
    let hasNotes = tracks.map { $0.events.contains { $0.channelMessage?.startsNote ?? false } }
    let order = tracks.indices.sorted { (tracks[$0].endTick, $1) > (tracks[$1].endTick, $0) }
    // for each position in the order: the latest end of the tracks with notes from this position onwards
    var later = [Int64](repeating: -1, count: order.count + 1)
    for position in order.indices.reversed() {
      later[position] = max(later[position + 1], hasNotes[order[position]] ? tracks[order[position]].endTick : -1)
    }
    var repaired: Int64 = -1
    for (position, index) in order.enumerated() {
      let others = max(later[position + 1], repaired)
      let endTick = tracks[index].endTick
      let notes = others < 0 && !deltas[index].isEmpty ? MIDINoteEnds(tracks[index]) : nil
      if let delta = deltas[index].first(where: { isBeyond($0, others, endTick, notes) }) {
        end(&tracks[index], before: delta, number: numbers + index)
        if hasNotes[index] { repaired = max(repaired, tracks[index].endTick) }
      } else if hasNotes[index] {
        return  // the other tracks end before this one
      }
    }
  }

  private func lasts(_ delta: MIDILongDelta) -> Double { clock.seconds(delta.after) - clock.seconds(delta.before) }

  /// Whether a delta time leads far beyond all other events. `others` is the latest end of the other tracks with notes;
  /// if there are none, it is −1, and the decision depends on the track's own notes.
  private func isBeyond(_ delta: MIDILongDelta, _ others: Int64, _ endTick: Int64, _ notes: MIDINoteEnds?) -> Bool {
    guard delta.before < endTick, lasts(delta) > Self.hour else { return false }
    guard others < 0, let notes else { return clock.seconds(delta.after) > clock.seconds(others) + Self.farBeyond }
    return lasts(delta) > Self.farBeyond && notes.isLittle(after: delta)
  }

  private func end(_ track: inout MIDIFile.Track, before delta: MIDILongDelta, number: Int) {
    let count = track.events.count
    let seconds = lasts(delta)
    track.end(at: delta.before)
    let defect = MIDIFile.Defect.longDelta(
      seconds: Int(clamping: Int64(min(seconds, 0x1p62))), isAfterDamage: delta.isAfterDamage,
      events: count - track.events.count)
    reading.report(defect, at: delta.offset, track: number)
  }
}

/// The notes of a track, summed up once: a damaged track may have as many long delta times as events.
private struct MIDINoteEnds {
  private var notes = 0
  /// The tick of the last channel message; −1 if there is none.
  private var last: Int64 = -1
  /// The ticks of the messages that end notes, in ascending order.
  private var ends: [Int64] = []

  init(_ track: MIDIFile.Track) {
    for event in track.events {
      guard let message = event.channelMessage else { continue }
      last = event.tick
      if message.startsNote { notes += 1 }
      if message.endsNote { ends.append(event.tick) }
    }
  }

  /// Whether little follows a delta time.
  func isLittle(after delta: MIDILongDelta) -> Bool {
    let ended = ends.partitioningIndex { $0 > delta.before }
    return last < delta.after && ended >= notes || ended >= 10 && (notes - ended) * 10 <= notes
  }
}

/// Converts ticks to approximate times in floating point; the tempo changes in steps.
private struct MIDIStepClock {
  private var ticks: [Int64] = [0]
  private var seconds: [Double] = [0]
  private var lengths: [Double]

  init(_ file: MIDIFile) {
    if let rate = file.division.ticksPerSecond {
      lengths = [Double(rate.denominator) / Double(rate.numerator)]
      return
    }
    var division = MIDIFile.assumedTicksPerQuarter
    if case .ticksPerQuarter(let ticks) = file.division { division = max(1, ticks) }
    lengths = [0.5 / Double(division)]
    for change in file.tempoChanges() {
      seconds.append(seconds(change.tick))
      ticks.append(change.tick)
      lengths.append(Double(change.tenNanoseconds) / 1e8 / Double(division))
    }
  }

  func seconds(_ tick: Int64) -> Double {
    var (low, high) = (0, ticks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ticks[middle] <= tick { low = middle } else { high = middle }
    }
    return seconds[low] + Double(tick - ticks[low]) * lengths[low]
  }
}
