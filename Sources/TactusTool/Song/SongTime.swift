import TactusFiles
import TactusTime

extension MIDIFile {
  /// What a tick is.
  var timeBase: TimeBase {
    switch division {
    case .ticksPerQuarter(let ticks): .ticksPerQuarter(ticks)
    case .timecode(let frames, let ticks): .ticksPerFrame(ticks, TimeBase.FrameRate(code: frames))
    }
  }

  /// The tempi of these tracks together, of equal ticks the later track's and the later event's last.
  func tempoMap(of tracks: [Track]) -> TempoMap {
    var entries: [TempoMap.Entry] = []
    for element in MergedEvents(tracks) {
      guard let event = element.event, case .tempo(let units)? = tracks[element.track].meaning(of: event) else {
        continue
      }
      entries.append(.init(tick: element.tick, tempo: Tempo(tensOfNanoseconds: UInt32(clamping: units))))
    }
    return TempoMap(timeBase: timeBase, entries: entries)
  }
}
