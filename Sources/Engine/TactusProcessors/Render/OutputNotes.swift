import TactusMIDI

/// The notes that an effect has started, counted for each output key.
///
/// An effect may send two notes with the same key: two incoming keys mapped to one, or a delayed note that starts
/// before the last one of its key has ended. The first of them is then ended before the second starts, and the next
/// note-off for the key is not sent: the key sounds until the note-offs of both have arrived.
struct OutputNotes {
  /// The number of sounding notes of each key.
  private let sounding: UnsafeMutablePointer<UInt16>
  /// For each key, the number of notes that were ended early and whose note-offs are still to come.
  private let ended: UnsafeMutablePointer<UInt16>
  /// The number of sounding notes.
  private(set) var count = 0
  /// Whether note-offs of notes that never started may be counted in `ended`.
  private var expectsLooseEnds = false

  /// Creates the counts in memory of `ChannelMessage.keyIndexCount` zeros each.
  init(sounding: UnsafeMutablePointer<UInt16>, ended: UnsafeMutablePointer<UInt16>) {
    (self.sounding, self.ended) = (sounding, ended)
  }

  /// Returns the number of notes of a key whose note-offs are still to come.
  func held(_ keyIndex: Int) -> Int { Int(sounding[keyIndex]) &+ Int(ended[keyIndex]) }

  /// Writes a note-on if there is room.
  ///
  /// - Parameter endsEarlier: whether the notes that sound on the same key are ended first.
  mutating func start(_ noteOn: ChannelMessage, endsEarlier: Bool, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOn.keyIndex
    guard output.hasRoom(), sounding[keyIndex] < .max else {
      output.drop()
      return
    }
    while endsEarlier, sounding[keyIndex] > 0, ended[keyIndex] < .max {
      output.write(noteOn.noteOff, at: offset)
      sounding[keyIndex] &-= 1
      count &-= 1
      ended[keyIndex] &+= 1
    }
    guard output.write(noteOn, at: offset) else { return }
    sounding[keyIndex] &+= 1
    count &+= 1
  }

  /// Writes a note-off, unless its note-on was dropped or has already been ended.
  mutating func end(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOff.keyIndex
    if ended[keyIndex] > 0 {
      ended[keyIndex] &-= 1
      return
    }
    guard sounding[keyIndex] > 0 else { return }
    output.write(noteOff, at: offset)
    sounding[keyIndex] &-= 1
    count &-= 1
  }

  /// Drops the next note-off of a note's key, because the note will not be started.
  mutating func expectLooseEnd(of noteOn: ChannelMessage) {
    guard ended[noteOn.keyIndex] < .max else { return }
    ended[noteOn.keyIndex] &+= 1
    expectsLooseEnds = true
  }

  /// Ends all notes of a range of keys; the note-offs that are still to come are not sent.
  mutating func endAll(_ start: Int, before end: Int, at offset: Int32, _ output: inout EventWriter) {
    guard count > 0 || expectsLooseEnds else { return }
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    for keyIndex in start..<end where sounding[keyIndex] > 0 || ended[keyIndex] > 0 {
      ended[keyIndex] = 0
      let address = UInt32(truncatingIfNeeded: keyIndex)
      let head = (address &>> 11) &<< 24 | (address &>> 7 & 15) &<< 16 | (address & 127) &<< 8
      while sounding[keyIndex] > 0 { self.end(noteOff.moved(to: head), at: offset, &output) }
    }
  }

  /// Clears the counts without writing note-offs.
  mutating func reset() {
    guard count > 0 || expectsLooseEnds else { return }
    for keyIndex in 0..<ChannelMessage.keyIndexCount { (sounding[keyIndex], ended[keyIndex]) = (0, 0) }
    (count, expectsLooseEnds) = (0, false)
  }
}
