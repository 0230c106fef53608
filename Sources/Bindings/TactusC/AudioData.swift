import CTactus
import Tactus

@_cdecl("tactus_audio_get")
package func tactus_audio_get(_ audio: OpaquePointer?, _ view: UnsafeMutablePointer<tactus_audio_view>?) -> Int32 {
  status {
    let audio = try RenderedAudio.kind.object(audio).audio
    var filled = tactus_audio_view()
    filled.channels = Int32(audio.channelCount)
    filled.samples = audio.base
    filled.stride = Int64(audio.stride)
    filled.frames = Int64(audio.frameCount)
    filled.sample_rate = Int32(audio.sampleRate)
    filled.stems = Int32(audio.stems.count)
    try filled.write(to: required(view, "view"), "view")
  }
}

@_cdecl("tactus_audio_stem")
package func tactus_audio_stem(
  _ audio: OpaquePointer?, _ index: Int32, _ stem: UnsafeMutablePointer<tactus_stem>?
) -> Int32 {
  status {
    let rendered = try RenderedAudio.kind.object(audio)
    let stems = rendered.audio.stems
    guard stems.indices.contains(Int(index)) else {
      throw CallFailure.argument("there is no stem \(index); there are \(stems.count), counted from 0")
    }
    var filled = tactus_stem()
    filled.number = Int32(clamping: stems[Int(index)].number)
    filled.notes = Int64(stems[Int(index)].noteCount)
    filled.name = rendered.stemNames[Int(index)]
    try filled.write(to: required(stem, "stem"), "stem")
  }
}

@_cdecl("tactus_audio_notes")
package func tactus_audio_notes(
  _ audio: OpaquePointer?, _ first: Int64, _ notes: UnsafeMutablePointer<tactus_note>?, _ noteSize: Int,
  _ capacity: Int64
) -> Int64 {
  number {
    let rendered = try RenderedAudio.kind.object(audio)
    guard let all = rendered.notes else {
      throw CallFailure.argument("no notes were collected: set `notes` to 1 in the settings")
    }
    guard first >= 0, capacity >= 0 else { throw CallFailure.argument("`first` and `capacity` must be at least 0") }
    let rest = all.dropFirst(Int(clamping: first))
    guard capacity > 0 else { return Int64(rest.count) }
    guard structureSizes.contains(noteSize) else {
      throw CallFailure.argument("`note_size` is \(noteSize); expected sizeof(tactus_note)")
    }
    let target = UnsafeMutableRawPointer(try required(notes, "notes"))
    let common = min(noteSize, MemoryLayout<tactus_note>.size)
    for (index, note) in rest.prefix(Int(clamping: capacity)).enumerated() {
      withUnsafeBytes(of: tactus_note(note, frames: Int64(rendered.audio.frameCount))) {
        let room = target + index * noteSize
        room.copyMemory(from: $0.baseAddress!, byteCount: common)
        // what a newer program has and this library does not know
        (room + common).initializeMemory(as: UInt8.self, repeating: 0, count: noteSize - common)
      }
    }
    return min(Int64(rest.count), capacity)
  }
}

@_cdecl("tactus_audio_free")
package func tactus_audio_free(_ audio: OpaquePointer?) { RenderedAudio.kind.free(audio) }

extension tactus_note {
  /// - Parameter frames: the length of the audio, to which all frames of the note are limited.
  init(_ note: BounceNote, frames: Int64) {
    self.init()
    (onset, key_up) = (min(note.onset, frames), min(note.keyUp, frames))
    (release, end) = (min(note.release, frames), min(note.end, frames))
    track = note.track.map { Int32(clamping: $0) } ?? -1
    stem = note.stem.map { Int32(clamping: $0) } ?? -1
    bank = note.bank.map { Int32(clamping: $0) } ?? -1
    program = note.program.map { Int32(clamping: $0) } ?? -1
    (port, channel, key, velocity) = (note.port, note.channel, note.key, note.velocity)
    is_stolen = note.isStolen ? 1 : 0
  }
}
