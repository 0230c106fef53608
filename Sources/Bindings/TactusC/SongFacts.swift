import CTactus
import Tactus

/// The description of a song for callers: its properties, the names of its tracks, and its defects.
final class SongFacts: Sendable {
  let info: tactus_song_info
  let trackNames: CallerTexts
  let defects: CallerTexts

  init(_ song: Song) {
    let file = song.file
    var info = tactus_song_info()
    info.format = Int32(file.format.rawValue)
    info.tracks = Int32(clamping: file.tracks.count)
    if case .ticksPerQuarter(let ticks) = file.division { info.ticks_per_quarter = Int32(ticks) }
    for element in MergedEvents(file, choice: .concatenated) {
      info.end_tick = max(info.end_tick, element.tick)
      if element.event?.channelMessage?.startsNote == true { info.notes += 1 }
    }
    let tempi = file.tempoMap(.concatenated)
    info.duration = tempi.seconds(atTick: info.end_tick).approximate
    info.tempo = tempi.tempo(atTick: 0).bpm
    info.has_bank = song.ownBank == nil ? 0 : 1
    info.defects = Int32(clamping: file.diagnostics.kept.count)
    self.info = info
    trackNames = CallerTexts(file.tracks.map { $0.name ?? "" })
    defects = CallerTexts(file.diagnostics.kept.map(\.description))
  }
}

@_cdecl("tactus_song_get")
package func tactus_song_get(_ song: OpaquePointer?, _ info: UnsafeMutablePointer<tactus_song_info>?) -> Int32 {
  status { try Song.kind.object(song).facts.info.write(to: required(info, "info"), "info") }
}

@_cdecl("tactus_song_track_name")
package func tactus_song_track_name(_ song: OpaquePointer?, _ track: Int32) -> UnsafePointer<CChar>? {
  text { try Song.kind.object(song).facts.trackNames.text(at: track, "track") }
}

@_cdecl("tactus_song_defect")
package func tactus_song_defect(_ song: OpaquePointer?, _ index: Int32) -> UnsafePointer<CChar>? {
  text { try Song.kind.object(song).facts.defects.text(at: index, "defect") }
}
