import TactusEngine
import TactusRealtime
import TactusRender
import TestSupport

/// A player and its output.
final class PlayedSong {
  let player: SongPlayer
  private(set) var sound = BouncedSound()

  init(_ player: SongPlayer) { self.player = player }

  var onsets: [Int] { sound.channels[0].indices.filter { sound.channels[0][$0] != 0 } }

  func render(_ count: Int, _ events: [TimedEvent] = []) {
    var left = [Float](repeating: .nan, count: count)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let channels = [left.baseAddress!, right.baseAddress!]
        channels.withUnsafeBufferPointer { channels in
          let block = AudioBlock(channels: channels.baseAddress!, channelCount: 2, frameCount: count)
          events.withUnsafeBufferPointer {
            player.render(RenderCycle(firstFrame: Int64(sound.count), frameCount: count), events: $0, into: block)
          }
          sound.append(block)
        }
      }
    }
  }
}
