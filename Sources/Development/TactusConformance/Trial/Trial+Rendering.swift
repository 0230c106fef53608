import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// The audio of a trial, as multiples of a voice at full level.
package struct Take: Sendable {
  package let left: [Double]
  package let right: [Double]
  package let sampleRate: Double

  package init(left: [Double], right: [Double], sampleRate: Double) {
    self.left = left
    self.right = right
    self.sampleRate = sampleRate
  }
}

extension Trial {
  /// Renders the trial.
  package func render() throws -> Take {
    var settings = SynthSettings()
    settings.shortestNote = 0  // as the specification has it
    settings.reverb = hasReverb
    settings.chorus = hasChorus
    settings.delay = false
    settings.polyphony = 32
    let synth = SoundFontSynth(bank: try bank(), settings: settings)
    synth.prepare(sampleRate: sampleRate, maximumFrameCount: length)
    var left = [Float](repeating: 0, count: length)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { channels in
          channels[0] = left.baseAddress!
          channels[1] = right.baseAddress!
          let block = AudioBlock(channels: channels.baseAddress!, channelCount: 2, frameCount: length)
          events.withUnsafeBufferPointer {
            synth.render(RenderCycle(firstFrame: 0, frameCount: length), events: $0, into: block)
          }
        }
      }
    }
    // A voice at full level contributes a quarter of full scale.
    let unit = 0.25 * TestWave.amplitude / 32_768
    return Take(
      left: left.map { Double($0) / unit }, right: right.map { Double($0) / unit }, sampleRate: Double(sampleRate))
  }

  private var events: [TimedEvent] {
    var list = [(frame: 0, message: ChannelMessage.controller(7, 127))]
    // Everything is panned hard left, unless the two channels carry different signals.
    if !layers.contains(where: { $0.wave == .pair }) { list.append((0, .controller(10, 0))) }
    list += before.map { (0, $0) }
    list.append((0, ChannelMessage(status: 0x90, key, velocity)))
    var rest = later
    if let noteLength {
      let position = rest.firstIndex { $0.frame > noteLength } ?? rest.endIndex
      rest.insert((noteLength, ChannelMessage(status: 0x80, key, 64)), at: position)
    }
    return (list + rest).map { TimedEvent(offset: Int32($0.frame), message: $0.message) }
  }
}

extension ChannelMessage {
  /// A controller message on channel 1.
  static func controller(_ number: UInt8, _ value: UInt8) -> Self { Self(status: 0xB0, number, value) }
  /// A pitch bend on channel 1, 0…16,383.
  static func pitchBend(_ value: Int) -> Self { Self(status: 0xE0, UInt8(value & 127), UInt8(value >> 7)) }
  /// Channel pressure on channel 1.
  static func pressure(_ value: UInt8) -> Self { Self(status: 0xD0, value) }
  /// Key pressure on channel 1.
  static func keyPressure(_ key: UInt8, _ value: UInt8) -> Self { Self(status: 0xA0, key, value) }
  /// A note-on on channel 1.
  static func noteOn(_ key: UInt8, _ velocity: UInt8 = 127) -> Self { Self(status: 0x90, key, velocity) }
  /// A note-off on channel 1.
  static func noteOff(_ key: UInt8) -> Self { Self(status: 0x80, key, 64) }

  /// Data entry for a registered parameter on channel 1.
  static func registered(_ number: UInt8, coarse: UInt8, fine: UInt8 = 0) -> [Self] {
    [controller(101, 0), controller(100, number), controller(6, coarse), controller(38, fine)]
  }
}
