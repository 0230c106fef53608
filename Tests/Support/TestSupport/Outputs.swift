import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// A ``LiveSynth`` with several outputs under test: plays scores, and keeps the sound of all channels.
package final class OutputStage {
  package let synth: LiveSynth
  /// All output so far, by channel.
  package private(set) var channels: [[Float]]

  package init(
    _ bank: SoundBank, _ outputs: SynthOutputs, settings: SynthSettings = SynthSettings(), width: Int? = nil
  ) {
    synth = LiveSynth(sampleRate: 48_000, settings: settings)
    synth.prepare(outputs: outputs)
    synth.publish(bank)
    channels = Array(repeating: [], count: width ?? 2 * outputs.count)
  }

  /// Renders a cycle.
  package func render(_ frames: Int, events: [TimedEvent] = []) {
    let first = Int64(channels.first?.count ?? 0)
    let memory = channels.map { _ in
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frames))
      samples.initialize(repeating: .nan, count: max(1, frames))
      return samples
    }
    memory.withUnsafeBufferPointer { pointers in
      events.withUnsafeBufferPointer { events in
        let block = AudioBlock(channels: pointers.baseAddress!, channelCount: pointers.count, frameCount: frames)
        synth.render(RenderCycle(firstFrame: first, frameCount: frames), events: events, into: block)
      }
    }
    for (index, samples) in memory.enumerated() {
      channels[index] += UnsafeBufferPointer(start: samples, count: frames)
      samples.deallocate()
    }
  }

  /// Plays a score from its beginning, in cycles of these lengths and then one of what remains.
  package func perform(_ score: Score, cycles: [Int] = []) {
    var (frame, next) = (0, 0)
    for wanted in cycles + [score.length] where frame < score.length {
      let count = min(wanted, score.length - frame)
      var events: [TimedEvent] = []
      while next < score.events.count, score.events[next].frame < frame + count {
        events.append(TimedEvent(offset: Int32(score.events[next].frame - frame), message: score.events[next].message))
        next += 1
      }
      render(count, events: events)
      frame += count
    }
  }

  /// The sum of all outputs.
  package var sum: (left: [Double], right: [Double]) {
    func sum(_ side: Int) -> [Double] {
      var sum = [Double](repeating: 0, count: channels[side].count)
      for channel in stride(from: side, to: channels.count, by: 2) {
        for (frame, sample) in channels[channel].enumerated() { sum[frame] += Double(sample) }
      }
      return sum
    }
    return (sum(0), sum(1))
  }

  /// The indices of the outputs that are not silent.
  package var soundingOutputs: Set<Int> {
    Set((0..<channels.count / 2).filter { channels[2 * $0].peak > 0 || channels[2 * $0 + 1].peak > 0 })
  }
}
