import Synchronization
import TactusMIDI
import TactusRender

/// The held keys of each channel.
struct ChordDetectorState {
  /// The number of channels on which a pitch is held, and on which it is sustained.
  struct Pitch: BitwiseCopyable {
    var held: UInt16
    var sustained: UInt16

    init() { (held, sustained) = (0, 0) }
  }

  /// The number of held notes of each key.
  let counts: UnsafeMutablePointer<UInt8>
  /// Whether each key was released while the pedal of its channel was down.
  let sustained: UnsafeMutablePointer<Bool>
  /// The 128 pitches.
  let pitches: UnsafeMutablePointer<Pitch>
  var pedals = ChannelSet()
  /// The frame of the last change that has not been reported; −1 for none.
  var changed: Int64 = -1

  init(
    counts: UnsafeMutablePointer<UInt8>, sustained: UnsafeMutablePointer<Bool>,
    pitches: UnsafeMutablePointer<Pitch>
  ) {
    (self.counts, self.sustained, self.pitches) = (counts, sustained, pitches)
  }

  func setCount(_ count: UInt8, of keyIndex: Int) {
    let (was, pitch) = (counts[keyIndex] > 0, keyIndex & 127)
    counts[keyIndex] = count
    if was, count == 0 { pitches[pitch].held &-= 1 } else if !was, count > 0 { pitches[pitch].held &+= 1 }
  }

  func setSustained(_ isSustained: Bool, of keyIndex: Int) {
    guard sustained[keyIndex] != isSustained else { return }
    sustained[keyIndex] = isSustained
    if isSustained { pitches[keyIndex & 127].sustained &+= 1 } else { pitches[keyIndex & 127].sustained &-= 1 }
  }

  /// Returns the held pitches as a word; for its format see ``HeldPitches/init(word:)``.
  func word(countsSustained: Bool) -> Int {
    var (classes, lowest) = (0, 128)
    for key in 0..<128 where pitches[key].held > 0 || countsSustained && pitches[key].sustained > 0 {
      classes |= 1 &<< (key % 12)
      if key < lowest { lowest = key }
    }
    return classes | lowest &<< 16
  }

  mutating func removeAll() {
    for keyIndex in 0..<ChannelMessage.keyIndexCount { (counts[keyIndex], sustained[keyIndex]) = (0, false) }
    for key in 0..<128 { pitches[key] = Pitch() }
    (pedals, changed) = (ChannelSet(), -1)
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
    if message.startsNote || message.endsNote { return isOurs || message.endsNote ? note(message) : false }
    if message.isPedal && (isOurs || !message.isPedalDown) || message.resetsControllers { return pedal(message) }
    guard message.endsAllNotes else { return false }
    endAll(message)
    return true
  }

  private func note(_ message: ChannelMessage) -> Bool {
    let keyIndex = message.keyIndex
    let count = state.pointee.counts[keyIndex]
    if message.startsNote {
      if count < .max { state.pointee.setCount(count &+ 1, of: keyIndex) }
      state.pointee.setSustained(false, of: keyIndex)
      return true
    }
    guard count > 0 else { return false }
    state.pointee.setCount(count &- 1, of: keyIndex)
    if state.pointee.pedals.contains(message.line) { state.pointee.setSustained(true, of: keyIndex) }
    return true
  }

  private func pedal(_ message: ChannelMessage) -> Bool {
    if message.isPedal, message.isPedalDown {
      state.pointee.pedals.insert(message.line)
      return false
    }
    state.pointee.pedals.remove(message.line)
    let first = message.firstKeyIndex
    for keyIndex in first..<first &+ 128 { state.pointee.setSustained(false, of: keyIndex) }
    return true
  }

  /// Ends all notes of a channel. The pedal sustains them, except after "all sound off".
  private func endAll(_ message: ChannelMessage) {
    let (first, isOff) = (message.firstKeyIndex, message.status & 0xF0 == 0xB0 && message.data1 == 120)
    let sustains = !isOff && state.pointee.pedals.contains(message.line)
    for keyIndex in first..<first &+ 128 {
      let isHeld = state.pointee.counts[keyIndex] > 0
      state.pointee.setCount(0, of: keyIndex)
      if isOff { state.pointee.setSustained(false, of: keyIndex) }
      if isHeld, sustains { state.pointee.setSustained(true, of: keyIndex) }
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
