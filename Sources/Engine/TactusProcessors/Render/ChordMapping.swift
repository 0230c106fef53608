import TactusMIDI

/// A note of a chord.
struct CompiledChordNote: BitwiseCopyable {
  let interval: Int32
  /// The delay in frames.
  let delay: Int64
  /// The velocity factor in units of 1/65,536.
  let velocityScale: UInt32
}

/// The notes of a key's chord, as a range of `ChordMapping.notes`.
struct ChordRange: BitwiseCopyable {
  let first: Int32
  let count: Int32
}

/// Runs ``ChordMemory`` in a chain.
struct ChordMapping: DelayMapping {
  /// The chords of the 128 keys.
  let ranges: UnsafePointer<ChordRange>
  let notes: UnsafePointer<CompiledChordNote>
  /// A bit for each channel: whether chords are played on it.
  let channels: UInt16
  /// The index in ``ChordChoice`` of the chord for all keys; if there is no such choice, the chords in the chain's
  /// document apply.
  var choice: Int32 = .max

  init(ranges: UnsafePointer<ChordRange>, notes: UnsafePointer<CompiledChordNote>, channels: UInt16) {
    (self.ranges, self.notes, self.channels) = (ranges, notes, channels)
  }

  func map(_ noteOn: ChannelMessage, _ cycle: StageCycle, at offset: Int32, _ targets: inout DelayTargets) {
    guard channels &>> UInt16(noteOn.channel) & 1 == 1 else {
      targets.add(noteOn)
      return
    }
    if choice < ChordChoice.count { return addChoice(noteOn, &targets) }
    let range = ranges[Int(noteOn.data1)]
    for index in Int(range.first)..<Int(range.first &+ range.count) {
      let note = notes[index]
      let key = Int32(noteOn.data1) &+ note.interval
      guard key >= 0, key < 128 else { continue }
      let louder = noteOn.scaled(by: note.velocityScale)
      targets.add(louder.with(key: UInt8(truncatingIfNeeded: key)), onDelay: note.delay, offDelay: note.delay)
    }
  }

  private func addChoice(_ noteOn: ChannelMessage, _ targets: inout DelayTargets) {
    let (intervals, count) = ChordChoice.intervals(Int(choice))
    for index in 0..<count {
      let key = Int32(noteOn.data1) &+ intervals[index]
      if key < 128 { targets.add(noteOn.with(key: UInt8(truncatingIfNeeded: key))) }
    }
  }
}

extension ChannelMessage {
  /// Returns the note with its velocity multiplied by a factor; the velocity of a note-on never becomes 0.
  ///
  /// - Parameter factor: the factor in units of 1/65,536.
  func scaled(by factor: UInt32) -> ChannelMessage {
    if factor == 65_536 { return self }
    if isMIDI1 {
      let velocity = min(127, (UInt64(data2) &* UInt64(factor) &+ 32_768) &>> 16)
      let least: UInt32 = startsNote ? 1 : 0
      return ChannelMessage(word0: word0 & ~0x7F | max(least, UInt32(truncatingIfNeeded: velocity)), word1: 0)
    }
    let velocity = min(65_535, (UInt64(velocity16) &* UInt64(factor) &+ 32_768) &>> 16)
    return with(velocity16: UInt16(truncatingIfNeeded: max(512, velocity)))
  }
}
