import Synchronization
import TactusMIDI
import TactusRender

/// The held keys of each channel, with ports 0…15 combined.
struct ChordDetectorState {
  /// The number of channels times the number of keys.
  static let keyIndexCount = 16 * 128
  let counts: UnsafeMutablePointer<UInt8>
  /// Whether each key was released while the pedal of its channel was down.
  let sustained: UnsafeMutablePointer<Bool>
  var pedals: UInt16 = 0
  /// The frame of the last change that has not been reported; −1 for none.
  var changed: Int64 = -1

  init(counts: UnsafeMutablePointer<UInt8>, sustained: UnsafeMutablePointer<Bool>) {
    (self.counts, self.sustained) = (counts, sustained)
  }

  /// Returns the held pitches as a word; for its format see ``HeldPitches/init(word:)``.
  func word(countsSustained: Bool) -> Int {
    var (classes, lowest) = (0, 128)
    for keyIndex in 0..<Self.keyIndexCount where counts[keyIndex] > 0 || countsSustained && sustained[keyIndex] {
      let key = keyIndex & 127
      classes |= 1 &<< (key % 12)
      if key < lowest { lowest = key }
    }
    return classes | lowest &<< 16
  }

  mutating func removeAll() {
    for keyIndex in 0..<Self.keyIndexCount { (counts[keyIndex], sustained[keyIndex]) = (0, false) }
    (pedals, changed) = (0, -1)
  }
}

/// Runs a ``ChordDetector`` in a chain.
struct ChordDetectorStage: EffectStage {
  /// A bit for each channel: whether its keys count.
  let channels: UInt16
  let countsSustained: Bool
  /// The settling time in frames.
  let settling: Int64
  var isBypassed: Bool
  let state: UnsafeMutablePointer<ChordDetectorState>
  let heldWord: UnsafeMutablePointer<Atomic<Int>>

  /// Processes a cycle's events.
  func listen(_ cycle: StageCycle, _ input: EventList) {
    for event in input where watch(event.message) {
      state.pointee.changed = cycle.firstFrame &+ Int64(max(0, event.offset))
    }
    let end = cycle.firstFrame &+ Int64(cycle.frames)
    guard state.pointee.changed >= 0, end &- state.pointee.changed >= settling else { return }
    state.pointee.changed = -1
    publish()
  }

  private func publish() {
    heldWord.pointee.store(state.pointee.word(countsSustained: countsSustained), ordering: .releasing)
  }

  /// Tracks a message, and returns whether it changes the set of held keys.
  private func watch(_ message: ChannelMessage) -> Bool {
    guard message.isForChannel else { return false }
    let isOurs = channels &>> UInt16(message.channel) & 1 == 1
    let keyIndex = message.keyIndex & (ChordDetectorState.keyIndexCount &- 1)
    if message.startsNote {
      guard isOurs else { return false }
      if state.pointee.counts[keyIndex] < .max { state.pointee.counts[keyIndex] &+= 1 }
      state.pointee.sustained[keyIndex] = false
      return true
    }
    if message.endsNote {
      guard state.pointee.counts[keyIndex] > 0 else { return false }
      state.pointee.counts[keyIndex] &-= 1
      if state.pointee.pedals &>> UInt16(message.channel) & 1 == 1 { state.pointee.sustained[keyIndex] = true }
      return true
    }
    if message.isPedal && (isOurs || !message.isPedalDown) || message.resetsControllers { return pedal(message) }
    guard message.endsAllNotes else { return false }
    forget(channelOf: keyIndex)
    return true
  }

  private func pedal(_ message: ChannelMessage) -> Bool {
    let bit = UInt16(1) &<< UInt16(message.channel)
    if message.isPedal, message.isPedalDown {
      state.pointee.pedals |= bit
      return false
    }
    state.pointee.pedals &= ~bit
    let first = Int(message.channel) &<< 7
    for keyIndex in first..<first &+ 128 { state.pointee.sustained[keyIndex] = false }
    return true
  }

  private func forget(channelOf keyIndex: Int) {
    let first = keyIndex & ~127
    for keyIndex in first..<first &+ 128 {
      (state.pointee.counts[keyIndex], state.pointee.sustained[keyIndex]) = (0, false)
    }
  }

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    listen(cycle, input)
    for event in input { output.pass(event.message, at: event.offset) }
  }

  func release(_ output: inout EventWriter) { reset() }

  func reset() {
    state.pointee.removeAll()
    publish()
  }

  func isIdle() -> Bool { true }
}
