import TactusFiles
import TactusSequencer
import TactusTime

extension SongInspection {
  /// The report as JSON.
  package var json: JSON {
    [
      "kind": "song", "file": .string(name), "bytes": JSON(byteCount), "format": JSON(song.format.rawValue),
      "container": .string(kindText), "division": division, "lengthTicks": JSON(timeline.endTick),
      "lengthSeconds": exactSeconds(timeline.endTick), "bars": JSON(barCount), "eventCount": JSON(song.eventCount),
      "noteCount": JSON(timeline.noteCount), "maximumPolyphony": JSON(summary.polyphony),
      "endlessNotes": JSON(timeline.hangingNoteCount), "orphanNoteOffs": JSON(summary.orphanOffs),
      "sysExCount": JSON(summary.sysExCount), "lyricCount": JSON(summary.lyricCount),
      "unfollowedMessages": unfollowed.json, "resets": .array(summary.resets.map { .string($0) }),
      "ports": .array(song.portNumbers.map { JSON(Int($0) + 1) }), "tracks": tracks, "sounds": soundList,
      "tempi": tempi, "meters": meters, "keys": list(of: summary.keySignatures, "key"),
      "marks": list(of: summary.marks, "text"), "loop": loop, "findingCount": JSON(song.diagnostics.count),
      "findings": findings,
    ]
  }

  private var loop: JSON {
    guard let loop = song.markedLoop else { return .null }
    return [
      "startTick": JSON(loop.start), "endTick": JSON(loop.end), "marks": .string(loop.marks.rawValue),
    ]
  }

  private var division: JSON {
    switch song.division {
    case .ticksPerQuarter(let ticks): ["ticksPerQuarter": JSON(ticks)]
    case .timecode(let frames, let ticks): ["framesPerSecond": JSON(frames), "ticksPerFrame": JSON(ticks)]
    }
  }

  private var tracks: JSON {
    .array(
      song.tracks.indices.map { index in
        let (track, facts) = (song.tracks[index], summary.tracks[index])
        return [
          "name": .string(facts.name), "eventCount": JSON(track.events.count), "noteCount": JSON(facts.noteCount),
          "endTick": JSON(facts.endTick), "endSeconds": exactSeconds(facts.endTick),
          "channels": .array(
            facts.channels.sorted().map { ["port": JSON($0 / 16 + 1), "channel": JSON($0 % 16 + 1)] }),
        ]
      })
  }

  private var soundList: JSON {
    .array(
      sounds.map { sound in
        [
          "port": JSON(sound.port + 1), "channel": JSON(sound.channel + 1),
          "bankMSB": JSON(sound.bankMSB), "bankLSB": JSON(sound.bankLSB), "program": JSON(sound.program),
          "isDrums": .bool(sound.isDrums), "generalMIDIName": .string(sound.generalMIDIName),
          "noteCount": JSON(sound.notes), "lowestKey": JSON(sound.keys.lowerBound),
          "highestKey": JSON(sound.keys.upperBound),
        ]
      })
  }

  private var tempi: JSON {
    .array(
      tempoMap.entries.map {
        [
          "tick": JSON($0.tick), "seconds": exactSeconds($0.tick),
          "microsecondsPerQuarter": .number(Double($0.tempo.tensOfNanoseconds) / 100), "bpm": .number($0.tempo.bpm),
        ]
      })
  }

  private var meters: JSON {
    .array(
      summary.meters.map {
        [
          "tick": JSON($0.tick), "numerator": JSON($0.signature.rawNumerator),
          "denominatorPower": JSON($0.signature.denominatorPower), "isMeaningful": .bool($0.signature.isMeaningful),
        ]
      })
  }

  private func list(of marks: [SongSummary.Mark], _ name: String) -> JSON {
    .array(
      marks.map { mark in
        .object([.init(name: "tick", value: JSON(mark.tick)), .init(name: name, value: .string(mark.text))])
      })
  }

  private var findings: JSON {
    .array(
      song.diagnostics.kept.map {
        [
          "severity": .string("\($0.severity)"), "offset": JSON($0.offset),
          "track": $0.track.map { JSON($0 + 1) } ?? nil, "found": .string($0.defect.found),
          "done": .string($0.defect.done),
        ]
      })
  }

  private func exactSeconds(_ tick: Tick) -> JSON { .digits(tempoMap.seconds(atTick: tick).text(digits: 9)) }
}
