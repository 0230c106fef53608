import TactusMIDI
import TactusTime

extension CompiledTrack {
  /// Returns a message on the compiled track's port and channel.
  func placed(_ message: ChannelMessage) -> ChannelMessage {
    var message = message
    if port >= 0 { message.word0 = message.word0 & 0xF0FF_FFFF | UInt32(UInt8(bitPattern: port & 15)) &<< 24 }
    if channel >= 0, !message.isSystemExclusive {
      message.word0 = message.word0 & 0xFFF0_FFFF | UInt32(UInt8(bitPattern: channel & 15)) &<< 16
    }
    return message
  }

  /// Returns a note-on on the track's port and channel, transposed; nil if its key is outside 0…127.
  func transposed(_ noteOn: ChannelMessage) -> ChannelMessage? {
    let key = Int(noteOn.data1) &+ Int(transpose)
    guard key >= 0, key <= 127 else { return nil }
    var message = placed(noteOn)
    message.word0 = message.word0 & 0xFFFF_80FF | UInt32(truncatingIfNeeded: key) &<< 8
    return message
  }

  /// Whether a sounding note ends when another starts on its key.
  var retriggers: Bool {
    if case .retrigger = overlap { return true }
    return false
  }

  /// Whether the loop also has passes before pass 0.
  var wrapsBeforeStart: Bool {
    if case .wrap = beforeStart { return true }
    return false
  }

  /// Returns the end of a note that started at a tick of a pass.
  func end(of note: CompiledNote, began: Tick, in pass: TrackPass) -> Tick {
    var duration = note.duration
    // the note lasts at most as long as its pass, which may still have the loop length from before an edit
    if loopLength > 0, case .wrap = loopEnd, duration > pass.length { duration = pass.length }
    let (sum, isBeyond) = began.addingReportingOverflow(duration)
    let end = isBeyond ? .max : sum
    if loopLength > 0, case .cut = loopEnd, end > pass.end { return pass.end }
    return end
  }
}

extension ChannelMessage {
  /// Returns the note-off of a note-on.
  ///
  /// - Parameter velocity: 0…127.
  func noteOff(velocity: UInt8) -> ChannelMessage {
    if isMIDI2 { return ChannelMessage(word0: word0 & 0xFF0F_FF00 | 0x0080_0000, word1: UInt32(velocity & 127) &<< 25) }
    return ChannelMessage(word0: word0 & 0xFF0F_FF00 | 0x0080_0000 | UInt32(velocity & 127), word1: 0)
  }
}
