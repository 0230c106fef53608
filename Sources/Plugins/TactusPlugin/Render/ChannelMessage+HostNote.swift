import TactusMIDI

extension ChannelMessage {
  /// Creates the note-off of a key of a channel and port, given by ``keyIndex``.
  init(noteOffOfKey keyIndex: Int) {
    let channel = UInt8(truncatingIfNeeded: keyIndex &>> 7 & 15)
    let port = UInt8(truncatingIfNeeded: keyIndex &>> 11 & 15)
    self.init(status: 0x80 | channel, UInt8(truncatingIfNeeded: keyIndex & 127), 64, port: port)
  }

  /// Creates the note-on or note-off of a host whose velocities are fractions: a MIDI 1.0 message if it can represent
  /// the velocity exactly, otherwise a MIDI 2.0 message, whose 16-bit velocity may be 0.
  ///
  /// - Parameters:
  ///   - status: 0x90 or 0x80.
  ///   - channel: 0…15.
  ///   - key: 0…127.
  ///   - velocity: 0…1 (clamped); 0.5 if it is not finite.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(hostNote status: UInt32, channel: Int16, key: Int16, velocity: Double) {
    let velocity = velocity.isFinite ? max(0, min(velocity, 1)) : 0.5
    let address =
      (status | UInt32(truncatingIfNeeded: channel & 15)) &<< 16 | UInt32(truncatingIfNeeded: key & 127) &<< 8
    let nearest = UInt32(velocity * 127 + 0.5)
    if abs(velocity * 127 - Double(nearest)) < 1e-3, nearest > 0 || status == 0x80 {
      self.init(word0: 0x2000_0000 | address | nearest, word1: 0)
    } else {
      self.init(word0: 0x4000_0000 | address, word1: UInt32(velocity * 65_535 + 0.5) &<< 16)
    }
  }
}
