import CVST3
import PluginHosting

/// What a host sends in a block.
package enum VST3HostEvent {
  case noteOn(key: Int, velocity: Float = 0.75, channel: Int = 0, number: Int = -1, tuning: Float = 0)
  case noteOff(key: Int, channel: Int = 0, number: Int = -1)
  case pressure(key: Int, channel: Int = 0, Float)
  case expression(type: Int, number: Int, Double)
  case exclusive([UInt8])
  /// A normalized value.
  case parameter(UInt32, Double)
  /// A MIDI controller, through the plug-in's mapping: the number and a value from 0 to 1.
  case controller(Int, channel: Int = 0, Double)
  /// An event of another type or bus.
  case foreign(type: Int, bus: Int)
}

extension HostTransport {
  func context(rate: Double, frame: Int) -> ProcessContext {
    var context = ProcessContext()
    let flags = kTempoValid | kProjectTimeMusicValid | kTimeSigValid | kBarPositionValid
    let loops = loop != nil ? kCycleActive | kCycleValid : 0
    context.state = UInt32(flags | loops | (isPlaying ? kPlaying : 0))
    (context.sampleRate, context.projectTimeSamples) = (rate, Int64(frame))
    (context.projectTimeMusic, context.tempo) = (beat, tempo)
    context.barPositionMusic = (beat / 4).rounded(.down) * 4
    (context.cycleStartMusic, context.cycleEndMusic) = (loop?.lowerBound ?? 0, loop?.upperBound ?? 0)
    (context.timeSigNumerator, context.timeSigDenominator) = (4, 4)
    return context
  }
}

/// An event of a plug-in, at its frame since the beginning.
package struct VST3Heard: Hashable, BitwiseCopyable {
  package var frame: Int
  package var type: Int
  package var channel = 0
  /// The key, or the number of a controller.
  package var key = 0
  /// The velocity, or the value of a controller.
  package var value: Float = 0
  /// The number of bytes of an exclusive message, and a sum that depends on all of them.
  package var count = 0
  package var sum: UInt32 = 0

  package var startsNote: Bool { type == kNoteOnEvent }
  package var endsNote: Bool { type == kNoteOffEvent }
  /// Channel and key.
  package var position: Int { channel * 128 + key }

  init(_ event: Event, from firstFrame: Int) {
    (frame, type) = (firstFrame + Int(event.sampleOffset), Int(event.type))
    switch type {
    case kNoteOnEvent:
      (channel, key, value) = (Int(event.noteOn.channel), Int(event.noteOn.pitch), event.noteOn.velocity)
    case kNoteOffEvent:
      (channel, key, value) = (Int(event.noteOff.channel), Int(event.noteOff.pitch), event.noteOff.velocity)
    case kPolyPressureEvent:
      (channel, key) = (Int(event.polyPressure.channel), Int(event.polyPressure.pitch))
      value = event.polyPressure.pressure
    case kLegacyMIDICCOutEvent:
      let message = event.midiCCOut
      (channel, key) = (Int(message.channel), Int(message.controlNumber))
      value = Float(message.value) + 128 * Float(message.value2)
    case kDataEvent:
      count = Int(event.data.size)
      sum = Self.sum(UnsafeBufferPointer(start: event.data.bytes, count: count))
    default: break
    }
  }

  static func sum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
