import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// Plays from a tick after a count-in, both in ticks. During the count-in, only tracks play that count in.
@_cdecl("web_player_play_from")
package func play(_ player: UnsafeMutableRawPointer, from tick: Double, countIn: Double) {
  held(player, WebPlayer.self).live.sequencer.play(from: wholeTick(tick), countIn: wholeTick(countIn))
}

/// Sets whether playback continues after the end of the song, so that a take can be longer.
@_cdecl("web_player_set_open_ended")
package func setOpenEnded(_ player: UnsafeMutableRawPointer, _ isOpenEnded: Int32) {
  held(player, WebPlayer.self).isOpenEnded = isOpenEnded != 0
}

/// Moves ticks towards a grid, in place. `strength` is in percent.
@_cdecl("web_quantize")
package func quantize(_ ticks: UnsafeMutablePointer<Double>, _ count: Int32, _ grid: Double, _ strength: Int32) {
  let quantization = Quantization(grid: wholeTick(grid), strength: Int(strength))
  for index in 0..<Int(count) { ticks[index] = Double(max(0, quantization.quantize(wholeTick(ticks[index])))) }
}

/// Records a take into the first track of a document, whose bytes it takes over; ``text()`` then returns an object with
/// `clip`, what the track's clip is afterwards, and `ignored`, the number of notes that it does not contain. Returns 0
/// if the document cannot be read.
///
/// - Parameters:
///   - start: the tick at which recording starts.
///   - end: the tick at which it ends; held notes end there.
///   - replaces: whether the notes over which the recording passes are erased.
///   - grid: the distance of the grid for onsets in ticks; 0 to leave them.
///   - strength: the strength of quantization in percent.
///   - events: four numbers for each message: its tick, its status and its data. With status 0, the transport only
///     reaches the tick, and the data are the first tick and the end of the cycle region in which it plays; without a
///     cycle region, they are equal.
@_cdecl("web_record_take")
package func recordTake(
  _ document: UnsafeMutableRawPointer, _ count: Int32, _ start: Double, _ end: Double, _ replaces: Int32,
  _ grid: Double, _ strength: Int32, _ events: UnsafePointer<Double>, _ eventCount: Int32
) -> Int32 {
  let file = FileBytes(taking: document, count)
  do throws(DocumentError) {
    guard let track = try MIDISequence(reading: file).tracks.first else {
      give("the document has no track to record into")
      return 0
    }
    var recording = Recording(
      into: track, from: wholeTick(start), mode: replaces != 0 ? .replace : .overdub,
      quantization: grid >= 1 ? Quantization(grid: wholeTick(grid), strength: Int(strength)) : nil)
    for index in 0..<Int(eventCount) { take(events + 4 * index, into: &recording) }
    let clip = recording.clip(at: wholeTick(end))
    let result = JSON.object([
      .init(name: "clip", value: clip.json), .init(name: "ignored", value: JSON(recording.ignoredNotes)),
    ])
    give(result.text)
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

private func take(_ event: UnsafePointer<Double>, into recording: inout Recording) {
  let tick = wholeTick(event[0])
  let (status, data1, data2) = (wholeTick(event[1]), wholeTick(event[2]), wholeTick(event[3]))
  guard status > 0 else {
    recording.cycle = data1 < data2 ? data1..<data2 : nil
    return recording.advance(to: tick)
  }
  let message = ChannelMessage(
    status: UInt8(truncatingIfNeeded: status), UInt8(truncatingIfNeeded: data1 & 127),
    UInt8(truncatingIfNeeded: data2 & 127), port: 0)
  recording.take(message, at: tick)
}
