import TactusFiles
import TactusTime

extension MIDIFile {
  /// The time base, which defines the duration of a tick in this file.
  public var timeBase: TimeBase {
    switch division {
    case .ticksPerQuarter(let ticks): .ticksPerQuarter(ticks)
    case .timecode(let frames, let ticks): .ticksPerFrame(ticks, TimeBase.FrameRate(code: frames))
    }
  }

  /// Returns the tempi of all tracks that `choice` selects; if there are several at one tick, the last one in the order
  /// of tracks and events applies.
  /// - Thread: control
  public func tempoMap(_ choice: SequenceChoice = .first) -> TempoMap {
    var entries: [TempoMap.Entry] = []
    forEachMeta(0x51, choice) { tick, meaning in
      switch meaning {
      case .tempo(let units):
        entries.append(.init(tick: tick, tempo: Tempo(tensOfNanoseconds: UInt32(clamping: units))))
      case nil: entries.append(.init(tick: tick, tempo: .standard))
      default: break
      }
    }
    return TempoMap(timeBase: timeBase, entries: entries)
  }

  /// Returns the time signatures of all tracks that `choice` selects; an invalid one counts as 4/4.
  /// - Thread: control
  public func meterMap(_ choice: SequenceChoice = .first) -> MeterMap {
    var entries: [MeterMap.Entry] = []
    forEachMeta(0x58, choice) { tick, meaning in
      switch meaning {
      case .timeSignature(let signature):
        let meter = Meter(numerator: signature.rawNumerator, denominatorPower: signature.denominatorPower)
        entries.append(.init(tick: tick, meter: meter ?? .common))
      case nil: entries.append(.init(tick: tick, meter: .common))
      default: break
      }
    }
    return MeterMap(timeBase: timeBase, entries: entries)
  }

  /// Calls `body` with the meta events of a type, track by track, and with nil where one song follows another.
  private func forEachMeta(_ wanted: UInt8, _ choice: SequenceChoice, _ body: (Tick, Meta?) -> Void) {
    for (number, (index, offset)) in TrackSelection(self, choice).tracks.enumerated() {
      let track = tracks[index]
      if format == .independent, number > 0 { body(offset, nil) }
      for event in track.events where !event.isChannelMessage {
        switch event.content {
        case .meta(wanted, _): break
        case .tempo where wanted == 0x51: break
        default: continue
        }
        if let meaning = track.meaning(of: event) { body(TrackSelection.shift(event.tick, by: offset), meaning) }
      }
    }
  }
}
