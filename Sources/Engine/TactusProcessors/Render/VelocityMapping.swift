import TactusMIDI

/// Runs ``VelocityMap`` in a chain.
struct VelocityMapping: NoteMapping {
  /// The index of the table for each key.
  let indices: UnsafePointer<UInt8>
  /// Tables of 128 velocities each, in 16 bits.
  let fine: UnsafePointer<UInt16>
  /// The same tables with seven-bit velocities.
  let coarse: UnsafePointer<UInt8>
  /// A bit for each channel: whether its notes are mapped.
  let channels: UInt16
  let mapsRelease: Bool
  /// A further velocity factor for the notes of ``channels``, in units of 1/65,536.
  var factor: UInt32 = 65_536

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    targets.add(isMapped(noteOn) ? mapped(noteOn).scaled(by: factor) : noteOn)
  }

  func released(_ noteOff: ChannelMessage) -> ChannelMessage {
    // a note-on with velocity 0 carries no release velocity
    mapsRelease && isMapped(noteOff) && !noteOff.isSilentNoteOn ? mapped(noteOff) : noteOff
  }

  private func isMapped(_ note: ChannelMessage) -> Bool { channels &>> UInt16(note.channel) & 1 == 1 }

  private func mapped(_ note: ChannelMessage) -> ChannelMessage {
    let start = Int(indices[Int(note.data1)]) &<< 7
    if note.isMIDI1 {
      return ChannelMessage(word0: note.word0 & ~0x7F | UInt32(coarse[start &+ Int(note.data2)]), word1: 0)
    }
    return note.with(velocity16: fineVelocity(note.velocity16, fine + start))
  }

  /// Interpolates linearly between two MIDI 1.0 velocities.
  private func fineVelocity(_ velocity: UInt16, _ table: UnsafePointer<UInt16>) -> UInt16 {
    // above the center, the 16-bit form of a MIDI 1.0 velocity is higher than its seven bits shifted to the left
    var seven = ValueScaling.down7(velocity)
    if ValueScaling.up16(seven) > velocity { seven &-= 1 }
    guard seven < 127 else { return table[127] }
    let (left, right) = (Int(ValueScaling.up16(seven)), Int(ValueScaling.up16(seven &+ 1)))
    let (low, high) = (Int(table[Int(seven)]), Int(table[Int(seven) &+ 1]))
    let step = Int(velocity) &- left
    let value = low &+ (high &- low) &* step / (right &- left)
    return UInt16(truncatingIfNeeded: max(0, min(value, 65_535)))
  }
}
