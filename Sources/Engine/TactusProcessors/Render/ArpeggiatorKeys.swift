import TactusMIDI

/// The keys that an arpeggiator plays, in the order in which they were pressed and by pitch.
struct ArpeggiatorKeys {
  static let capacity = 128

  struct Key: BitwiseCopyable {
    var noteOn: ChannelMessage
    /// The number of presses that have not been released; 0 if only a pedal or the latch holds the key.
    var presses: UInt16
  }

  private let keys: UnsafeMutablePointer<Key>
  /// Indices into `keys`, sorted by pitch, the lowest key first.
  private let byHeight: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  /// The number of pressed keys.
  private(set) var pressed = 0

  init(keys: UnsafeMutablePointer<Key>, byHeight: UnsafeMutablePointer<UInt8>) {
    (self.keys, self.byHeight) = (keys, byHeight)
  }

  /// Returns a key by its index in the order of pressing.
  func asPlayed(_ index: Int) -> Key { keys[index] }
  /// Returns a key by its index in ascending order of pitch.
  func ascending(_ index: Int) -> Key { keys[Int(byHeight[index])] }

  private func index(of keyIndex: Int) -> Int? {
    for index in 0..<count where keys[index].noteOn.keyIndex == keyIndex { return index }
    return nil
  }

  /// Adds a pressed key; returns false if there is no room.
  mutating func press(_ noteOn: ChannelMessage) -> Bool {
    if let index = index(of: noteOn.keyIndex) {
      if keys[index].presses == 0 { pressed &+= 1 }
      keys[index].noteOn = noteOn
      if keys[index].presses < .max { keys[index].presses &+= 1 }
      return true
    }
    guard count < Self.capacity else { return false }
    (keys + count).initialize(to: Key(noteOn: noteOn, presses: 1))
    var rank = count
    while rank > 0, keys[Int(byHeight[rank &- 1])].noteOn.data1 > noteOn.data1 {
      byHeight[rank] = byHeight[rank &- 1]
      rank &-= 1
    }
    byHeight[rank] = UInt8(truncatingIfNeeded: count)
    count &+= 1
    pressed &+= 1
    return true
  }

  /// Handles the release of a key; returns false if it was not pressed.
  ///
  /// - Parameter stays: whether a pedal or the latch holds the key after its release.
  mutating func release(_ noteOff: ChannelMessage, stays: Bool) -> Bool {
    guard let index = index(of: noteOff.keyIndex), keys[index].presses > 0 else { return false }
    keys[index].presses &-= 1
    guard keys[index].presses == 0 else { return true }
    pressed &-= 1
    if !stays { remove(index) }
    return true
  }

  /// Whether a key is pressed or held by the pedal of its channel.
  func isAnyHeld(_ pedals: ChannelSet) -> Bool {
    if pressed > 0 { return true }
    for index in 0..<count where pedals.contains(keys[index].noteOn.line) { return true }
    return false
  }

  /// Removes the keys that are no longer pressed, except those of channels whose pedal is down.
  mutating func dropReleased(exceptOn pedals: ChannelSet) {
    guard pressed < count else { return }
    var index = count
    while index > 0 {
      index &-= 1
      if keys[index].presses == 0, !pedals.contains(keys[index].noteOn.line) { remove(index) }
    }
  }

  /// Removes the keys of a channel, because a message has ended all notes of the channel. Their later note-offs are
  /// dropped.
  mutating func drop(channelOf message: ChannelMessage, _ output: inout EventWriter) {
    var index = count
    while index > 0 {
      index &-= 1
      guard keys[index].noteOn.firstKeyIndex == message.firstKeyIndex else { continue }
      if keys[index].presses > 0 { pressed &-= 1 }
      output.dropNoteOffs(of: keys[index].noteOn.keyIndex, keys[index].presses)
      remove(index)
    }
  }

  mutating func removeAll() { (count, pressed) = (0, 0) }

  private mutating func remove(_ index: Int) {
    var rank = 0
    for old in 0..<count {
      let other = Int(byHeight[old])
      if other == index { continue }
      byHeight[rank] = UInt8(truncatingIfNeeded: other > index ? other &- 1 : other)
      rank &+= 1
    }
    count &-= 1
    for next in index..<count { keys[next] = keys[next &+ 1] }
  }
}
