import TactusRealtime
import TactusRender
import TactusSynth

/// What sets the channels before a range, as ``BounceRun`` plays it unheard.
struct BouncePreRoll {
  /// How many frames are rendered at a time.
  static var cycle: Int { 4_096 }
  /// The synthesizer's grids repeat after so many frames; a range begins at the same place of them as in the song.
  static var grid: Int64 { 1_024 }

  let settings: [TimedEvent]
  let frameCount: Int

  /// Nothing for a range that begins with the song.
  init(_ bouncer: Bouncer) {
    let first = bouncer.renderRange.first
    guard first > 0 else {
      (settings, frameCount) = ([], 0)
      return
    }
    settings = RangeOpening(bouncer.timeline, before: first).settings
    // long enough for all that they set in motion to arrive
    frameCount = Int(first % Self.grid + Self.grid)
  }

  /// Plays it on a synthesizer that has been prepared.
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
