import TactusMIDI
import TactusRender

// Controllers that control parameters.

extension PluginCore {
  /// Receives a message that may be an assigned controller. It sets its parameters on its frame, before the events of
  /// that frame. Returns whether the message is done with.
  mutating func takeController(_ message: ChannelMessage, at offset: Int) -> Bool {
    let status = message.status & 0xF0
    guard status == 0xB0 || status == 0xD0 || status == 0xE0 else { return false }
    // the order of events decides which values are low bits, so that an event of a later cycle is read there
    if frameCount > 0, offset >= frameCount { return learn.pointee.wait(message, until: offset) }
    guard let source = learn.pointee.reading(message) else { return false }
    if learn.pointee.hear(source) { needsMainThreadRun = true }
    let slots = learn.pointee.slots
    var (isAssigned, isPassedOn) = (false, false)
    for index in 0..<slots.count where slots[index].source == source.word {
      let slot = slots[index]
      isAssigned = true
      isPassedOn = isPassedOn || slot.isPassedOn
      setLearned(slot.parameter, to: slot.from + source.value * (slot.to - slot.from), at: offset)
    }
    return isAssigned && !isPassedOn
  }

  private mutating func setLearned(_ index: Int, to value: Double, at offset: Int) {
    guard index >= 0, index < table.count else { return }
    addChange(index, value, at: offset)
    moved[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
  }

  /// Receives the events that have waited for this cycle.
  mutating func takeWaitingControllers() {
    while let event = learn.pointee.nextWaiting(before: max(1, frameCount)) {
      if !takeController(event.message, at: event.offset) { receiveUnlearned(event.message, at: event.offset) }
    }
  }

  /// Receives the messages in an array of bytes one by one.
  mutating func receiveLearned(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int, port: UInt8) {
    var splitter = PacketSplitter(bytes, count: count, port: port)
    while let part = splitter.next() {
      switch part {
      case .message(let message): receive(message, at: offset)
      case .systemExclusive(let start, let end, _):
        // with the F0 before it and the F7 after it
        receiveUnlearned(bytes + (start &- 1), count: end &- start &+ 2, at: offset, port: port)
      }
    }
  }
}
