import TactusRealtime
import TactusRender
import TactusSynth

/// The messages that set the channel state for a range. ``BounceRun`` plays them inaudibly before the range starts.
struct BouncePreRoll {
  /// The number of frames rendered at a time.
  static var cycle: Int { 4_096 }
  /// The period of the synthesizer's update grid in frames. The first frame of a range has the same phase in this grid
  /// as in the whole song.
  static var grid: Int64 { 1_024 }

  let settings: [TimedEvent]
  let frameCount: Int

  /// Creates a pre-roll; it is empty for a range that starts with the song.
  init(_ bouncer: Bouncer) {
    let first = bouncer.renderRange.first
    guard first > 0 else {
      (settings, frameCount) = ([], 0)
      return
    }
    settings = RangeOpening(bouncer.timeline, before: first).settings
    // long enough for all resulting parameter ramps to end
    frameCount = Int(first % Self.grid + Self.grid)
  }

  /// Plays the pre-roll on a prepared synthesizer.
  func play(on synth: SynthRenderer) {
    guard frameCount > 0 else { return }
    let sides = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: 2)
    var (left, right) = (sides[0], sides[1])
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let channels = [left.baseAddress, right.baseAddress].compactMap { $0 }
        channels.withUnsafeBufferPointer { channels in
          guard let channels = channels.baseAddress else { return }
          let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frameCount)
          settings.withUnsafeBufferPointer { synth.render(frameCount, events: $0, into: block) }
        }
      }
    }
  }
}
