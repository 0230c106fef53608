import CCLAP
import PluginHosting

extension HostTransport {
  func event(at time: Int) -> clap_event_transport {
    var flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS_TIMELINE | CLAP_TRANSPORT_HAS_TIME_SIGNATURE
    flags |= (isPlaying ? CLAP_TRANSPORT_IS_PLAYING : 0) | (loop != nil ? CLAP_TRANSPORT_IS_LOOP_ACTIVE : 0)
    var event = clap_event_transport()
    event.header = .init(CLAP_EVENT_TRANSPORT, clap_event_transport.self, at: time)
    event.flags = UInt32(flags)
    event.song_pos_beats = Self.fixed(beat)
    (event.tempo, event.tempo_inc) = (tempo, increment)
    (event.loop_start_beats, event.loop_end_beats) = (
      Self.fixed(loop?.lowerBound ?? 0), Self.fixed(loop?.upperBound ?? 0)
    )
    (event.tsig_num, event.tsig_denom) = (4, 4)
    event.bar_start = Self.fixed((beat / 4).rounded(.down) * 4)
    return event
  }

  private static func fixed(_ beats: Double) -> Int64 { Int64((beats * 0x1p31).rounded()) }
}

/// An event of a host.
package enum HostEvent {
  case noteOn(key: Int, velocity: Double = 0.75, channel: Int = 0, number: Int = -1)
  case noteOff(key: Int, channel: Int = 0, number: Int = -1)
  case choke(key: Int, channel: Int = 0, number: Int = -1)
  case pressure(Double, key: Int, channel: Int = 0)
  case expression(id: Int, Double, key: Int, channel: Int = 0, number: Int = -1)
  /// The host's tuning with a number, for a channel or for all.
  case tuning(UInt32, channel: Int)
  case parameter(UInt32, Double, key: Int = -1)
  /// The amount by which a parameter is modulated.
  case modulation(UInt32, Double)
  case midi(UInt8, UInt8, UInt8)
  case packet(UInt32, UInt32)
  case exclusive([UInt8])
  case transport(HostTransport)
  /// A header with a wrong size or another event space.
  case foreign(size: UInt32, space: UInt16, type: UInt16)
}

extension clap_event_header {
  init<Event>(_ type: Int, _ event: Event.Type, at time: Int) {
    self.init(
      size: UInt32(MemoryLayout<Event>.size), time: UInt32(truncatingIfNeeded: time), space_id: 0, type: UInt16(type),
      flags: 0)
  }
}

/// An event of a plug-in, at its frame since the beginning.
package struct Heard: Hashable, BitwiseCopyable {
  package var frame: Int
  package var type: Int
  package var channel: Int16 = -1
  package var key: Int16 = -1
  /// The host's number of a note, or the id of a parameter.
  package var number: Int32 = -1
  /// A velocity, or the value of a parameter.
  package var value = 0.0
  /// Bytes of MIDI, or the number of bytes of an exclusive message.
  package var bytes: UInt32 = 0

  package var startsNote: Bool { type == CLAP_EVENT_NOTE_ON }
  package var endsNote: Bool { type == CLAP_EVENT_NOTE_OFF }
  /// Channel and key.
  package var position: Int { Int(channel) * 128 + Int(key) }
}
