import Foundation
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// A synthesizer under test: sends it messages, renders it, and keeps its output.
package final class Stage {
  package let synth: SoundFontSynth
  /// All output so far.
  package private(set) var left: [Float] = []
  package private(set) var right: [Float] = []
  private var waiting: [TimedEvent] = []

  /// - Parameter isLoud: whether channel 1 starts with full volume, all to the left side, so that one voice at full
  ///   level comes out left as it is, times `unit`.
  package init(
    _ bank: SoundBank, sampleRate: Int = 48_000, settings: SynthSettings = .dry, isLoud: Bool = true
  ) {
    synth = SoundFontSynth(bank: bank, settings: settings)
    synth.prepare(sampleRate: sampleRate, maximumFrameCount: 8_192)
    if isLoud { send(.controller(7, 127), .controller(10, 0)) }
  }

  /// The output value of a sample point of 32,768 at full level, panned to one side.
  package static var unit: Float { 0.25 }

  /// Messages that take effect on the next frame to be rendered.
  package func send(_ messages: ChannelMessage...) {
    waiting += messages.map { TimedEvent(offset: 0, message: $0) }
  }

  /// The same, as lists.
  package func send(_ messages: [ChannelMessage]...) {
    for message in messages.joined() { send(message) }
  }

  /// A message of the MIDI Tuning Standard that takes effect on the next frame to be rendered.
  @discardableResult package func tune(_ bytes: [UInt8], port: Int = 0) -> Bool {
    bytes.withUnsafeBufferPointer { synth.tune($0, port: port) }
  }

  /// Renders a cycle and returns its left channel.
  @discardableResult package func render(_ frames: Int, events: [TimedEvent] = []) -> [Float] {
    let first = left.count
    let sound = synth.rendered(frames, from: first, events: waiting + events)
    waiting = []
    left += sound.left
    right += sound.right
    return sound.left
  }

  /// Plays a score from its beginning, in cycles of these lengths and then one of what remains.
  package func perform(_ score: Score, cycles: [Int] = []) {
    var frame = 0
    var next = 0
    for wanted in cycles + [score.length] where frame < score.length {
      let count = min(wanted, score.length - frame)
      var events: [TimedEvent] = []
      while next < score.events.count, score.events[next].frame < frame + count {
        let event = score.events[next]
        events.append(TimedEvent(offset: Int32(event.frame - frame), message: event.message))
        next += 1
      }
      render(count, events: events)
      frame += count
    }
  }
}

extension Instrument {
  /// Both channels of a cycle.
  package func rendered(_ frames: Int, from first: Int = 0, events: [TimedEvent] = []) -> (
    left: [Float], right: [Float]
  ) {
    var (left, right) = ([Float](repeating: .nan, count: frames), [Float](repeating: .nan, count: frames))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        var channels = [left.baseAddress!, right.baseAddress!]
        channels.withUnsafeMutableBufferPointer { channels in
          let block = AudioBlock(channels: channels.baseAddress!, channelCount: 2, frameCount: frames)
          events.withUnsafeBufferPointer { events in
            render(RenderCycle(firstFrame: Int64(first), frameCount: frames), events: events, into: block)
          }
        }
      }
    }
    return (left, right)
  }
}

extension SynthSettings {
  /// Without effects, and with the note-offs where they are.
  package static var dry: SynthSettings {
    var settings = SynthSettings()
    settings.reverb = false
    settings.chorus = false
    settings.delay = false
    settings.shortestNote = 0
    return settings
  }
}

/// Messages with their frames, ascending, and how long to listen.
package struct Score: Sendable {
  package var events: [(frame: Int, message: ChannelMessage)] = []
  package var length: Int

  package init(length: Int) { self.length = length }
}

extension Array<Float> {
  /// The greatest magnitude.
  package var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }
  /// The greatest step from one element to the next.
  package var steepest: Float { zip(self, dropFirst()).reduce(0) { Swift.max($0, abs($1.1 - $1.0)) } }
}

/// Decibels of a ratio of amplitudes.
package func decibels(_ ratio: Float) -> Double { 20 * log10(Double(ratio)) }
