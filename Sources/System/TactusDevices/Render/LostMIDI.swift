import TactusMIDI

/// The notes, pedals and clocks that may still be on in a receiver because the messages that end them were lost.
///
/// - Thread: any, one at a time
package struct LostMIDI {
  /// The channels whose notes, and sustain, sostenuto and hold 2 pedals, may hang, one bit each.
  private var notes: UInt16 = 0
  private var sustain: UInt16 = 0
  private var sostenuto: UInt16 = 0
  private var hold: UInt16 = 0
  private var isClockRunning = false

  package init() {}

  /// Whether nothing hangs.
  var isEmpty: Bool { notes | sustain | sostenuto | hold == 0 && !isClockRunning }

  /// Adds a lost message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ message: ChannelMessage) {
    if message.isSystem, message.status == 0xFC { isClockRunning = true }
    guard message.isForChannel else { return }
    let channel: UInt16 = 1 &<< UInt16(message.channel)
    if message.endsNote || message.endsAllNotes { notes |= channel }
    if message.isPedal && !message.isPedalDown || message.resetsControllers { sustain |= channel }
    let isSostenuto = message.status & 0xF0 == 0xB0 && message.data1 == 66
    if isSostenuto && !message.isPedalDown || message.resetsControllers { sostenuto |= channel }
    let isHold = message.status & 0xF0 == 0xB0 && message.data1 == 69
    if isHold && !message.isPedalDown || message.resetsControllers { hold |= channel }
  }

  /// Returns the next message that ends something; nil if nothing hangs.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func next() -> ChannelMessage? {
    if sustain != 0 { return ChannelMessage(status: 0xB0 | Self.first(sustain), 64, 0) }
    if sostenuto != 0 { return ChannelMessage(status: 0xB0 | Self.first(sostenuto), 66, 0) }
    if hold != 0 { return ChannelMessage(status: 0xB0 | Self.first(hold), 69, 0) }
    if notes != 0 { return ChannelMessage(status: 0xB0 | Self.first(notes), 123, 0) }
    return isClockRunning ? ChannelMessage(system: 0xFC) : nil
  }

  /// Removes what ``next()`` ends.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func removeNext() {
    if sustain != 0 {
      sustain &= sustain &- 1
    } else if sostenuto != 0 {
      sostenuto &= sostenuto &- 1
    } else if hold != 0 {
      hold &= hold &- 1
    } else if notes != 0 {
      notes &= notes &- 1
    } else {
      isClockRunning = false
    }
  }

  private static func first(_ channels: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: channels.trailingZeroBitCount) }
}
