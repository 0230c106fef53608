import TactusRealtime
import TactusRender
import TactusSynth

extension SoundFontSynth {
  /// Renders a score in cycles, with work items that `perform` runs, and returns the bits of both sides.
  package func bits(
    of score: Score, cycles: [Int], perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> [UInt32] {
    var sound = [Float](repeating: 0, count: score.length * 2)
    sound.withUnsafeMutableBufferPointer { sound in
      guard let base = sound.baseAddress else { return }
      var (start, next) = (0, 0)
      for cycle in cycles where start < score.length {
        let count = min(cycle, score.length - start)
        var events: [TimedEvent] = []
        while next < score.events.count, score.events[next].frame < start + count {
          let (frame, message) = score.events[next]
          events.append(TimedEvent(offset: Int32(frame - start), message: message))
          next += 1
        }
        var channels = [base + start, base + score.length + start]
        channels.withUnsafeMutableBufferPointer { channels in
          guard let first = channels.baseAddress else { return }
          let block = AudioBlock(channels: first, channelCount: 2, frameCount: count)
          events.withUnsafeBufferPointer { render(frames: count, events: $0, into: block, perform: perform) }
        }
        start += count
      }
    }
    return sound.map(\.bitPattern)
  }
}

/// Runs work items one after another, in descending order, so that each slice begins before the slice that precedes it.
package func inReverse(_ count: Int, _ body: @Sendable (Int) -> Void) {
  for item in (0..<count).reversed() { body(item) }
}

/// Runs work items one after another.
package func inOrder(_ count: Int, _ body: @Sendable (Int) -> Void) {
  for item in 0..<count { body(item) }
}
