import TactusFiles
import TactusTime

/// What `tactus inspect` says about a song.
struct SongInspection {
  let name: String
  let byteCount: Int
  let song: MIDIFile
  let survey: SongSurvey
  /// A tempo map for each song: one, or in format 2 one for each track.
  let tempoMaps: [TempoMap]

  init(name: String, byteCount: Int, song: MIDIFile) {
    self.name = name
    self.byteCount = byteCount
    self.song = song
    survey = SongSurvey(song)
    tempoMaps = song.songs.map { song.tempoMap(of: Array(song.tracks[$0])) }
  }

  var isManySongs: Bool { song.format == .independent && song.tracks.count > 1 }

  /// The map that a track plays by.
  func tempoMap(ofTrack track: Int) -> TempoMap { tempoMaps[song.format == .independent ? track : 0] }

  /// The length of the song, or in format 2 of all songs together.
  var seconds: Double {
    guard isManySongs else { return tempoMaps.first?.seconds(atTick: song.endTick).approximate ?? 0 }
    return song.tracks.indices.reduce(0) {
      $0 + tempoMap(ofTrack: $1).seconds(atTick: song.tracks[$1].endTick).approximate
    }
  }

  var meterMap: MeterMap {
    MeterMap(
      timeBase: song.timeBase,
      entries: survey.meters.compactMap { meter in
        Meter(numerator: meter.signature.rawNumerator, denominatorPower: meter.signature.denominatorPower).map {
          MeterMap.Entry(tick: meter.tick, meter: $0)
        }
      })
  }

  /// How many bars the song touches.
  var barCount: Int { song.endTick > 0 ? meterMap.position(atTick: song.endTick - 1).bar : 0 }

  /// The channels of a track as people count them: "1, 2, 10", with the port where there are several.
  func channelText(_ channels: Set<Int>) -> String {
    channels.sorted().map { channel in
      (song.portNumbers.count > 1 ? "\(portNumber(channel / 16)):" : "") + "\(channel % 16 + 1)"
    }.joined(separator: ", ")
  }

  /// The number that the file gives a port, counted from 1.
  func portNumber(_ port: Int) -> Int {
    song.portNumbers.indices.contains(port) ? Int(song.portNumbers[port]) + 1 : port + 1
  }

  var sounds: [(sound: SongSurvey.Sound, use: SongSurvey.SoundUse)] {
    survey.sounds.map { ($0.key, $0.value) }.sorted { $0.sound.order.lexicographicallyPrecedes($1.sound.order) }
  }

  var kindText: String {
    switch song.container {
    case .plain: "MIDI file"
    case .rmid(let bank): bank == nil ? "RMID file" : "RMID file with a bank of its own"
    case .clip: "MIDI clip file"
    }
  }

  var formatText: String {
    switch song.format {
    case .single: "format 0"
    case .simultaneous: "format 1"
    case .independent: "format 2: each track a song of its own"
    }
  }

  var divisionText: String {
    switch song.division {
    case .ticksPerQuarter(let ticks): "\(ticks.grouped) ticks per quarter note"
    case .timecode(let frames, let ticks): "time code of \(frames) frames per second, \(ticks) ticks each"
    }
  }
}

extension SongSurvey.Sound {
  /// The preset's name in General MIDI.
  var generalMIDIName: String { isDrums ? GeneralMIDI.kitName(program) : GeneralMIDI.programName(program) }
  /// Bank select: "0", or both parts "8:1".
  var bankText: String { bankLSB == 0 ? "\(bankMSB)" : "\(bankMSB):\(bankLSB)" }
}
