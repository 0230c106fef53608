import CCLAP
import TactusMIDI

/// The tunings of a host (`clap.tuning/2`, a draft): tables of 128 pitches for each channel, which events choose.
///
/// A note gets the pitch that the host's table has for its key on the note's frame. A table that changes later applies
/// from the next note on.
/// - Thread: audio
struct HostTuning {
  /// The host's tables; nil if it has none.
  var tables: UnsafePointer<clap_host_tuning>?
  /// The space of the events that choose a table.
  var space: UInt16 = 0
  /// The table of each channel; `none` for equal temperament.
  let ids: UnsafeMutablePointer<UInt32>

  static var channelCount: Int { 16 }
  static var none: UInt32 { .max }

  /// Processes an event that chooses a table for a channel, or for all.
  func choose(_ event: UnsafePointer<clap_event_tuning>) {
    let channel = event.pointee.channel
    guard event.pointee.port_index <= 0, channel < Int16(Self.channelCount) else { return }
    if channel >= 0 {
      ids[Int(channel)] = event.pointee.tunning_id
    } else {
      for index in 0..<Self.channelCount { ids[index] = event.pointee.tunning_id }
    }
  }

  /// Returns whether a note should play: a table may leave keys out.
  func plays(_ host: UnsafePointer<clap_host>, _ channel: Int16, _ key: Int16) -> Bool {
    guard let tables, ids[Int(channel)] != Self.none else { return true }
    return clap_should_play(tables, host, ids[Int(channel)], Int32(channel), Int32(key))
  }

  /// Returns the message that tunes the next note of a key; nil for equal temperament.
  func message(
    _ host: UnsafePointer<clap_host>, _ channel: Int16, _ key: Int16, at offset: UInt32
  ) -> ChannelMessage? {
    guard let tables, ids[Int(channel)] != Self.none else { return nil }
    let semitones = clap_relative_tuning(tables, host, ids[Int(channel)], Int32(channel), Int32(key), offset)
    guard semitones.isFinite, semitones != 0 else { return nil }
    return NoteExpressionMessage.bendMessage(
      semitones, channel: UInt8(truncatingIfNeeded: channel), key: UInt8(truncatingIfNeeded: key))
  }
}
