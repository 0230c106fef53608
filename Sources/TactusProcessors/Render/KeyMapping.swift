import TactusMIDI

/// Other keys for keys: ``Transpose`` and ``Quantise`` at work.
struct KeyMapping: NoteMapping {
  /// The key that each key becomes; −1: none.
  let keys: UnsafePointer<Int16>
  /// A bit for each channel that stays as it is.
  let exempt: UInt16

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    let isExempt = exempt &>> UInt16(noteOn.channel) & 1 == 1
    let key = isExempt ? Int16(noteOn.data1) : keys[Int(noteOn.data1)]
    if key >= 0 { targets.add(noteOn.with(key: UInt8(truncatingIfNeeded: key))) }
  }
}
