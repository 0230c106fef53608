import TactusEngine
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// A song that JavaScript plays live.
final class WebPlayer {
  static let mostFrames = 4_096
  static let mostEvents = 1_024

  let player: SongPlayer
  let block = WebBlock(channelCount: 2, frameCount: WebPlayer.mostFrames)
  let events = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: WebPlayer.mostEvents)
  var eventCount = 0
  var frame: Int64 = 0

  init(_ player: SongPlayer) { self.player = player }

  deinit { events.deallocate() }
}

/// Creates a player, stopped at the song's start; null if the song cannot be played.
@_cdecl("web_player_new")
package func newPlayer(
  _ bank: UnsafeMutableRawPointer, _ song: UnsafeMutableRawPointer, _ rate: Int32, _ quality: Int32
) -> UnsafeMutableRawPointer? {
  guard let bouncer = bouncer(bank, song, rate: rate, quality: quality) else { return nil }
  do throws(SampleDecoderMissing) { return hold(WebPlayer(try SongPlayer(bouncer))) } catch {
    return fail(error.description)
  }
}

/// Plays from the current position.
@_cdecl("web_player_play")
package func play(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).player.play() }

/// Stops; sounding notes ring out.
@_cdecl("web_player_pause")
package func pause(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).player.pause() }

/// Moves to a frame.
@_cdecl("web_player_seek")
package func seek(_ player: UnsafeMutableRawPointer, _ frame: Double) {
  held(player, WebPlayer.self).player.seek(toFrame: Int64(frame))
}

/// Repeats the frames from `start` to before `end`; nothing if both are equal. Returns 0 if the loop is too short.
@_cdecl("web_player_loop")
package func loop(_ player: UnsafeMutableRawPointer, _ start: Double, _ end: Double) -> Int32 {
  let frames = end > start ? Int64(start)..<Int64(end) : nil
  return held(player, WebPlayer.self).player.loop(frames) ? 1 : 0
}

/// The frame that is heard next.
@_cdecl("web_player_frame")
package func playerFrame(_ player: UnsafeMutableRawPointer) -> Double {
  Double(held(player, WebPlayer.self).player.location.frame)
}

/// The number of frames of the song.
@_cdecl("web_player_length")
package func playerLength(_ player: UnsafeMutableRawPointer) -> Double {
  Double(held(player, WebPlayer.self).player.frames.upperBound)
}

/// The number of sounding voices.
@_cdecl("web_player_voices")
package func playerVoices(_ player: UnsafeMutableRawPointer) -> Int32 {
  held(player, WebPlayer.self).player.location.voices
}

/// Whether the song has ended and nothing sounds anymore.
@_cdecl("web_player_has_ended")
package func playerHasEnded(_ player: UnsafeMutableRawPointer) -> Int32 {
  let location = held(player, WebPlayer.self).player.location
  return location.isAtEnd && location.isQuiet ? 1 : 0
}

/// Adds a MIDI message to the next cycle, at an offset in frames. Offsets ascend. Returns 0 if there is no room.
@_cdecl("web_player_send")
package func send(
  _ player: UnsafeMutableRawPointer, _ offset: Int32, _ status: Int32, _ data1: Int32, _ data2: Int32
) -> Int32 {
  let player = held(player, WebPlayer.self)
  guard player.eventCount < WebPlayer.mostEvents else { return 0 }
  let message = ChannelMessage(
    status: UInt8(truncatingIfNeeded: status), UInt8(truncatingIfNeeded: data1 & 127),
    UInt8(truncatingIfNeeded: data2 & 127), port: 0)
  player.events[player.eventCount] = TimedEvent(offset: offset, message: message)
  player.eventCount += 1
  return 1
}

/// Renders the next cycle, at most 4,096 frames. The right channel's samples are 4,096 floats after the left one's.
@_cdecl("web_player_render")
package func render(_ player: UnsafeMutableRawPointer, _ frames: Int32) -> UnsafeMutablePointer<Float> {
  let player = held(player, WebPlayer.self)
  let count = min(max(0, Int(frames)), WebPlayer.mostFrames)
  let cycle = RenderCycle(firstFrame: player.frame, frameCount: count)
  player.player.render(
    cycle, events: EventList(rebasing: player.events[..<player.eventCount]), into: player.block.frames(count))
  player.eventCount = 0
  player.frame &+= Int64(count)
  return player.block.samples
}
