import TactusMIDI
import TactusTime

extension SequencerCore {
  /// Starts the notes that began before ``position`` and still sound there, if this is enabled. Notes of earlier passes
  /// may ring into the present one. A note that a later note on its key has cut (``NoteOverlap/retrigger``) does not
  /// sound any more.
  mutating func chaseNotes(at offset: Int64, _ output: inout EventOutput) {
    guard settings.chasesNotes, !isBypassed, let header, let tracks = header.pointee.tracks else { return }
    let count = header.pointee.trackCount
    guard let earliest = clearStarts(tracks, count) else { return }
    findRetriggers(tracks, count, from: earliest)
    for index in 0..<count { startPastNotes(of: tracks + index, index, at: offset, &output) }
  }

  /// The maximum number of notes of each track, up to the position, that are examined.
  private static var mostChasedNotes: Int { 4_096 }

  /// Clears the starts on the keys of notes that last beyond the position; returns the tick at which the first of these
  /// notes starts, or nil if there are none.
  private func clearStarts(_ tracks: UnsafePointer<CompiledTrack>, _ count: Int) -> Tick? {
    var earliest: Tick?
    for index in 0..<count {
      let track = tracks + index
      var past = pastNotes(of: track, index, from: firstLasting(of: track))
      while let (note, pass) = past?.next() {
        guard let noteOn = lastingNoteOn(note, in: pass, of: track) else { continue }
        noteStarts[noteOn.keyIndex] = NoteStart.none
        let began = pass.start &+ track.pointee.notes.unsafelyUnwrapped[note].tick
        earliest = min(earliest ?? began, began)
      }
    }
    return earliest
  }

  /// Finds for each of these keys the last start, up to the position, of a note that cuts earlier notes. Starts before
  /// `earliest` cut none of the notes.
  private func findRetriggers(_ tracks: UnsafePointer<CompiledTrack>, _ count: Int, from earliest: Tick) {
    for index in 0..<count where tracks[index].retriggers {
      let track = tracks + index
      var past = pastNotes(of: track, index, from: earliest)
      while let (note, pass) = past?.next() {
        guard let noteOn = noteOn(note, in: pass, of: track) else { continue }
        let start = NoteStart(of: note, in: pass, of: track, index)
        if noteStarts[noteOn.keyIndex].precedes(start) { noteStarts[noteOn.keyIndex] = start }
      }
    }
  }

  /// Starts the notes of a track that last beyond the position and have not been cut.
  private mutating func startPastNotes(
    of track: UnsafePointer<CompiledTrack>, _ index: Int, at offset: Int64, _ output: inout EventOutput
  ) {
    var past = pastNotes(of: track, index, from: firstLasting(of: track))
    while let (note, pass) = past?.next() {
      guard let noteOn = lastingNoteOn(note, in: pass, of: track) else { continue }
      let begin = NoteStart(of: note, in: pass, of: track, index)
      guard !begin.precedes(noteStarts[noteOn.keyIndex]) else { continue }
      let compiled = track.pointee.notes.unsafelyUnwrapped[note]
      start(noteOn, compiled, track, began: begin.tick, in: pass, at: offset, cutsNotes: false, &output)
    }
  }

  /// Returns the note-on of a note that starts before the position and lasts beyond it; nil for other notes.
  private func lastingNoteOn(
    _ index: Int, in pass: TrackPass, of track: UnsafePointer<CompiledTrack>
  ) -> ChannelMessage? {
    let note = track.pointee.notes.unsafelyUnwrapped[index]
    let began = pass.start &+ note.tick
    guard began < position, track.pointee.end(of: note, began: began, in: pass) > position else { return nil }
    return noteOn(index, in: pass, of: track)
  }

  /// Returns the first tick at which a note of a track may start that lasts beyond the position.
  private func firstLasting(of track: UnsafePointer<CompiledTrack>) -> Tick {
    position &- track.pointee.longestDuration &+ 1
  }

  /// Returns the last notes of a track from a tick up to the position; nil if the track is inaudible or empty, or has
  /// not started.
  private func pastNotes(of track: UnsafePointer<CompiledTrack>, _ index: Int, from earliest: Tick) -> PastNotes? {
    guard track.pointee.isAudible, track.pointee.noteCount > 0,
      track.pointee.playsInCountIn || firstTick <= position
    else { return nil }
    return PastNotes(track, cursors[index], from: earliest, until: position, most: Self.mostChasedNotes)
  }

  /// Returns the note-on of a track's note in a pass; nil if it is not played.
  private func noteOn(
    _ index: Int, in pass: TrackPass, of track: UnsafePointer<CompiledTrack>
  ) -> ChannelMessage? {
    let note = track.pointee.notes.unsafelyUnwrapped[index]
    guard let seed = header?.pointee.seed,
      note.plays(in: pass.number, of: track, seed: seed, isFilling: isFilling)
    else { return nil }
    return track.pointee.transposed(note.noteOn(in: pass.number, of: track, seed: seed))
  }
}
