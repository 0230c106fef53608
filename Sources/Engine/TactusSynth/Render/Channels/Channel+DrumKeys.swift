// What messages have set of a channel's drum keys, for the voices that play them.

extension Channel {
  /// Returns the settings of a drum key; nil if the channel has no drums, or if no message has changed any of its keys.
  @inline(__always)
  func changedDrumKey(_ key: UInt8) -> UnsafePointer<DrumKey>? {
    guard overrides & ChannelOverrides.hasDrumKeys != 0, isDrums else { return nil }
    return UnsafePointer(drumKeys + Int(key & 127))
  }

  /// Whether a drum key does not receive note-ons.
  @inline(__always)
  func mutes(_ key: UInt8) -> Bool { changedDrumKey(key)?.pointee.isMuted ?? false }

  /// Whether a drum key does not receive note-offs.
  @inline(__always)
  func ignoresNoteOff(_ key: UInt8) -> Bool { changedDrumKey(key)?.pointee.ignoresNoteOff ?? false }

  /// Returns the equalizer that the voices of a key use: on a drum part the key's own, if it is not flat; otherwise that
  /// of the part.
  @inline(__always)
  func equalizer(ofKey key: UInt8) -> PartEqualizer {
    guard let own = changedDrumKey(key)?.pointee.equalizer, !own.isFlat else { return shape.equalizer }
    return own
  }
}
