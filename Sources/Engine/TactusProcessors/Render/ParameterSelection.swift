import TactusMIDI

/// The parameter that a channel's sender has selected. An effect can set another parameter and then restore this
/// selection.
struct ParameterSelection: BitwiseCopyable {
  private var assembler = ParameterAssembler()
  private var isSelecting = false
  private var isRegistered = false
  private var most: UInt8 = 127
  private var least: UInt8 = 127
  /// Whether the upper half of the number was received last.
  private var isMostLast = false
  /// The number of the other kind, which receivers keep.
  private var otherMost: UInt8 = 127
  private var otherLeast: UInt8 = 127

  /// Creates a selection without a parameter.
  init() {}

  /// Processes a MIDI 1.0 controller. Returns the parameter that it sets; nil if it sets none.
  mutating func take(_ message: ChannelMessage) -> ParameterChange? {
    guard message.isMIDI1, message.status & 0xF0 == 0xB0 else { return nil }
    let (number, value) = (message.data1, message.data2)
    if number == 121 { self = ParameterSelection() }
    if number >= 98, number <= 101 {
      if isSelecting, isRegistered != (number >= 100) {
        (most, otherMost) = (otherMost, most)
        (least, otherLeast) = (otherLeast, least)
      }
      (isSelecting, isRegistered) = (true, number >= 100)
      if number & 1 == 1 { most = value } else { least = value }
      isMostLast = number & 1 == 1
    }
    return ParameterAssembler.isParameterController(number) ? assembler.take(controller: number, value) : nil
  }

  /// Writes messages that set a parameter, with the protocol and channel of `pattern`, then restores the sender's
  /// selection.
  ///
  /// - Parameter value: the value in 32 bits.
  func set(
    _ number: UInt16, isRegistered: Bool, to value: UInt32, as pattern: ChannelMessage, at offset: Int32,
    _ output: inout EventWriter
  ) {
    let (high, low) = (UInt8(truncatingIfNeeded: number &>> 7), UInt8(truncatingIfNeeded: number & 127))
    if pattern.isMIDI2 {
      let head = pattern.sibling(isRegistered ? 0x20 : 0x30, high, value: value)
      output.write(ChannelMessage(word0: head.word0 | UInt32(low), word1: value), at: offset)
      // a MIDI 2.0 sender selects no parameters, but one that also sends MIDI 1.0 messages may
      if isSelecting { writeSelection(after: isRegistered, pattern, offset, &output) }
      return
    }
    let first: UInt8 = isRegistered ? 101 : 99
    let fourteen = ValueScaling.down14(value)
    write(first, high, pattern, offset, &output)
    write(first &- 1, low, pattern, offset, &output)
    write(6, UInt8(truncatingIfNeeded: fourteen &>> 7), pattern, offset, &output)
    write(38, UInt8(truncatingIfNeeded: fourteen & 127), pattern, offset, &output)
    writeSelection(after: isRegistered, pattern, offset, &output)
  }

  /// Writes the sender's selection, after a parameter has been set, registered or not.
  private func writeSelection(
    after isSetRegistered: Bool, _ pattern: ChannelMessage, _ offset: Int32, _ output: inout EventWriter
  ) {
    let own: UInt8 = isSelecting && !isRegistered ? 99 : 101
    if isSelecting, isSetRegistered != isRegistered, otherMost < 127 || otherLeast < 127 {
      write(200 &- own, otherMost, pattern, offset, &output)
      write(199 &- own, otherLeast, pattern, offset, &output)
    }
    // the order counts for SoundFont numbers: with its MSB last, a number selects no generator
    let isReversed = isMostLast && own == 99 && most == 120
    if isReversed { write(98, least, pattern, offset, &output) }
    write(own, most, pattern, offset, &output)
    if !isReversed { write(own &- 1, least, pattern, offset, &output) }
  }

  /// Writes messages that set the bend range in cents, 0…12,799, then restores the sender's selection.
  func setBendRange(_ cents: Int32, as pattern: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let value = UInt16(truncatingIfNeeded: (cents / 100) &<< 7 | cents % 100)
    set(0, isRegistered: true, to: ValueScaling.up32(fourteenBits: value), as: pattern, at: offset, &output)
  }

  private func write(
    _ controller: UInt8, _ value: UInt8, _ pattern: ChannelMessage, _ offset: Int32, _ output: inout EventWriter
  ) {
    let status = 0xB0 | pattern.channel
    output.write(ChannelMessage(status: status, controller, value, port: pattern.port), at: offset)
  }
}

extension ChannelMessage {
  /// Whether the message selects a parameter, sets one, or resets the selection.
  var setsParameter: Bool {
    if isMIDI2 { return status >= 0x20 && status < 0x60 }
    return isMIDI1 && status & 0xF0 == 0xB0 && (data1 == 121 || ParameterAssembler.isParameterController(data1))
  }
}
