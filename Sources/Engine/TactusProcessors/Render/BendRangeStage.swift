import TactusMIDI
import TactusRender

/// The state of one channel for ``BendRange``.
struct BendLine: BitwiseCopyable {
  var selection = ParameterSelection()
  /// The range that the sender has set, in cents; 0 if none yet.
  var sender: Int32 = 0
  /// The range that was sent to the receiver, in cents; 0 for none.
  var sentRange: Int32 = 0
  /// Whether the range was sent as a MIDI 2.0 message.
  var isMIDI2 = false
  /// The sender's pitch bend in 32 bits.
  var pitchBend: UInt32 = 1 &<< 31
  /// The ranges of the sender and the receiver with which the pitch bend was last converted.
  var fitted: (Int32, Int32) = (0, 0)
}

/// Runs ``BendRange`` in a chain.
struct BendRangeStage: EffectStage {
  var isBypassed: Bool
  /// The sender's range in cents.
  let sender: Int32
  /// The receiver's range in cents.
  let receiver: Int32
  let follows: Bool
  let sends: Bool
  /// A bit for each channel: whether the effect applies to it.
  let channels: UInt16
  /// The state of 256 channels.
  let lines: UnsafeMutablePointer<BendLine>
  /// The number of channels whose ``BendLine/sentRange`` is not 0.
  let begun: UnsafeMutablePointer<Int>
  /// A detector of resets for each of 16 ports.
  let resets: UnsafeMutablePointer<SystemResetDetector>

  private static var centre: UInt32 { 1 &<< 31 }

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    if isBypassed { release(&output) }
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard message.isForChannel else {
      if resets[Int(message.port)].take(message) { forget(port: Int(message.port)) }
      output.pass(message, at: offset)
      return
    }
    let line = lines + message.line
    let isMeant = !isBypassed && channels &>> UInt16(message.channel) & 1 == 1
    if !isMeant, line.pointee.sentRange != 0 { restore(message.line, at: offset, &output) }
    let change = line.pointee.selection.take(message)
    if isMeant { sendRange(line, message, at: offset, &output) }
    if message.status & 0xF0 == 0xE0 {
      line.pointee.pitchBend = message.value32
      output.write(isMeant ? fitted(message, line) : message, at: offset)
      return
    }
    if let cents = message.bendRange(change, from: receivedRange(line)) {
      if follows { line.pointee.sender = max(1, cents) }
      if !isMeant { output.write(message, at: offset) } else { refit(line, message, at: offset, &output) }
      return
    }
    if message.makesMPEZone(change) { forgetSentRange(message.line & ~15) }
    if message.status & 0xF0 == 0xB0, message.data1 == 121 { line.pointee.pitchBend = Self.centre }
    output.pass(message, at: offset)
  }

  // MARK: Setting the receiver's range

  private func sendRange(
    _ line: UnsafeMutablePointer<BendLine>, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    if line.pointee.sentRange != receiver {
      if line.pointee.sentRange == 0 { begun.pointee &+= 1 }
      (line.pointee.sentRange, line.pointee.isMIDI2) = (receiver, message.isMIDI2)
      if sends { line.pointee.selection.setBendRange(receiver, as: message, at: offset, &output) }
    }
    // a pitch bend message is converted and sent by the caller
    if message.status & 0xF0 != 0xE0 { refit(line, message, at: offset, &output) }
  }

  /// Sends the pitch bend again if it was converted with other ranges.
  private func refit(
    _ line: UnsafeMutablePointer<BendLine>, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let wanted = (receivedRange(line), receiver)
    guard line.pointee.fitted != wanted, line.pointee.pitchBend != Self.centre else { return }
    output.write(fitted(message.sibling(0xE0, 0, value: line.pointee.pitchBend), line), at: offset)
  }

  private func forgetSentRange(_ first: Int) {
    for line in first..<first &+ 16 where lines[line].sentRange != 0 {
      lines[line].sentRange = 0
      begun.pointee &-= 1
    }
  }

  /// Forgets everything about the channels of a port, because its receiver is reset.
  private func forget(port: Int) {
    forgetSentRange(port &<< 4)
    for line in port &<< 4..<(port &+ 1) &<< 4 { lines[line] = BendLine() }
  }

  /// Sends the sender's range and pitch bend to the receiver of a channel.
  private func restore(_ index: Int, at offset: Int32, _ output: inout EventWriter) {
    let line = lines + index
    let pattern = ChannelMessage(line: index, isMIDI2: line.pointee.isMIDI2).sibling(0xE0, 0, value: 0)
    if sends { line.pointee.selection.setBendRange(receivedRange(line), as: pattern, at: offset, &output) }
    if line.pointee.pitchBend != Self.centre { output.write(pattern.with(value32: line.pointee.pitchBend), at: offset) }
    (line.pointee.sentRange, line.pointee.fitted) = (0, (0, 0))
    begun.pointee &-= 1
  }

  // MARK: Conversion

  private func receivedRange(_ line: UnsafeMutablePointer<BendLine>) -> Int32 {
    follows && line.pointee.sender > 0 ? line.pointee.sender : sender
  }

  private func fitted(_ message: ChannelMessage, _ line: UnsafeMutablePointer<BendLine>) -> ChannelMessage {
    let sender = receivedRange(line)
    line.pointee.fitted = (sender, receiver)
    if sender == receiver { return message }
    if message.isMIDI2 {
      let moved = fit(Int64(message.word1) &- 1 &<< 31, sender)
      return message.with(value32: UInt32(truncatingIfNeeded: max(0, min(1 &<< 31 &+ moved, 1 &<< 32 &- 1))))
    }
    let moved = fit(Int64(message.pitchBend) &- 8_192, sender)
    let pitchBend = UInt32(truncatingIfNeeded: max(0, min(8_192 &+ moved, 16_383)))
    return ChannelMessage(word0: message.word0 & ~0x7F7F | (pitchBend & 127) &<< 8 | pitchBend &>> 7, word1: 0)
  }

  /// Converts a distance from the center to the receiver's range, rounding half away from the center.
  private func fit(_ distance: Int64, _ sender: Int32) -> Int64 {
    let (up, down) = (Int64(sender), Int64(receiver))
    let half = distance < 0 ? 0 &- down : down
    return (2 &* distance &* up &+ half) / (2 &* down)
  }

  func release(_ output: inout EventWriter) {
    guard begun.pointee > 0 else { return }
    for index in 0..<256 where lines[index].sentRange != 0 { restore(index, at: 0, &output) }
  }

  func reset() {
    for index in 0..<256 { lines[index] = BendLine() }
    for port in 0..<16 { resets[port] = SystemResetDetector() }
    begun.pointee = 0
  }

  func isIdle() -> Bool { begun.pointee == 0 }

  /// Tracks the sender's parameter selection, range and pitch bend while the effect is bypassed.
  func listen(_ input: EventList) {
    for event in input {
      if event.message.isForChannel {
        follow(event.message)
      } else if resets[Int(event.message.port)].take(event.message) {
        forget(port: Int(event.message.port))
      }
    }
  }

  /// Tracks the parameter selection, range and pitch bend that a message sets.
  private func follow(_ message: ChannelMessage) {
    let line = lines + message.line
    let change = line.pointee.selection.take(message)
    if message.status & 0xF0 == 0xE0 { line.pointee.pitchBend = message.value32 }
    if let cents = message.bendRange(change, from: receivedRange(line)), follows { line.pointee.sender = max(1, cents) }
    if message.status & 0xF0 == 0xB0, message.data1 == 121 { line.pointee.pitchBend = Self.centre }
  }
}
