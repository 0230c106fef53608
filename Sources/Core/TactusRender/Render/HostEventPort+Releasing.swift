import TactusMIDI

// Releases the notes of channels on which a note-off was dropped.

extension HostEventPort {
  mutating func releaseLater(_ message: ChannelMessage) {
    let bit = UInt64(1) &<< (UInt64(message.port & 3) &* 16 &+ UInt64(message.channel))
    switch message.port &>> 2 {
    case 0: mustRelease.0 |= bit
    case 1: mustRelease.1 |= bit
    case 2: mustRelease.2 |= bit
    default: mustRelease.3 |= bit
    }
  }

  /// Sends "all notes off" to each channel on which a note-off was dropped.
  ///
  /// - Parameter offset: the offset of the cycle's last frame.
  mutating func releaseChannels(at offset: Int32, _ count: inout Int) {
    releaseChannels(&mustRelease.0, firstPort: 0, at: offset, &count)
    releaseChannels(&mustRelease.1, firstPort: 4, at: offset, &count)
    releaseChannels(&mustRelease.2, firstPort: 8, at: offset, &count)
    releaseChannels(&mustRelease.3, firstPort: 12, at: offset, &count)
  }

  private func releaseChannels(_ bits: inout UInt64, firstPort: UInt8, at offset: Int32, _ count: inout Int) {
    while bits != 0 {
      let index = UInt8(truncatingIfNeeded: bits.trailingZeroBitCount)
      bits &= bits &- 1
      let message = ChannelMessage(status: 0xB0 | index & 15, 123, 0, port: firstPort &+ index &>> 4)
      (output + count).initialize(to: TimedEvent(offset: offset, message: message))
      count &+= 1
    }
  }
}
