import TactusMIDI
import TactusRender

/// For each incoming channel, the output channels on which its pedals are pressed. A release reaches these channels
/// even if the mapping has changed since the press.
///
/// A press for which nothing was sent is stored too, and its release sends nothing. A release whose press was not seen
/// passes on its own channel, if no pedal of another channel is pressed there.
///
/// Pedals are the controllers 64, 66 and 69: sustain, sostenuto and hold 2.
struct HeldPedals {
  /// The channels on which a pedal is pressed.
  struct Lines: BitwiseCopyable {
    var channels = ChannelSet()
    /// Whether the press was seen, even if nothing was sent for it.
    var isPressed = false
    /// Whether this effect has received the last press. If not, the press may have reached the receiver unchanged, and
    /// the release is then also sent on the pedal's own channel.
    var wasSeen = false
  }

  /// The number of entries: three pedals on each of 256 channels.
  static var count: Int { 3 &* 256 }
  private let lines: UnsafeMutablePointer<Lines>
  /// The number of pressed pedals.
  private var pressed = 0
  /// Whether any press has been seen.
  private var hasSeen = false

  /// Creates the list in memory of ``count`` empty entries.
  init(lines: UnsafeMutablePointer<Lines>) { self.lines = lines }

  var isEmpty: Bool { pressed == 0 }

  /// Returns the index of the entry for a message's pedal; nil if the message is not for a pedal.
  func slot(_ message: ChannelMessage) -> Int? {
    guard message.isForChannel, message.status & 0xF0 == 0xB0 else { return nil }
    switch message.data1 {
    case 64: return message.line
    case 66: return message.line &+ 256
    case 69: return message.line &+ 512
    default: return nil
    }
  }

  private static func isDown(_ message: ChannelMessage) -> Bool { message.value32 >= 1 &<< 31 }

  /// Records that a pedal message was sent on a channel.
  mutating func sent(_ message: ChannelMessage, from slot: Int) {
    if Self.isDown(message) {
      lines[slot].channels.insert(message.line)
    } else {
      lines[slot].channels.remove(message.line)
    }
  }

  /// Completes a pedal message after it has been sent to its current destinations: stores a press, or releases the
  /// pedal on all channels where it is still pressed.
  ///
  /// - Parameter isUnchanged: whether the message has also been sent unchanged.
  mutating func settle(
    _ message: ChannelMessage, from slot: Int, isUnchanged: Bool, at offset: Int32, _ output: inout EventWriter
  ) {
    if Self.isDown(message) {
      if !lines[slot].isPressed { pressed &+= 1 }
      (lines[slot].isPressed, lines[slot].wasSeen, hasSeen) = (true, true, true)
    } else if lines[slot].isPressed {
      release(slot, exceptOn: ChannelSet(), message, at: offset, &output)
    } else if !isUnchanged, message.value32 == 0, !lines[slot].wasSeen, !isPressed(on: message.line, besides: slot) {
      output.write(message, at: offset)
    }
  }

  /// Sends a release like a message to all channels on which a pedal is still pressed. The value is 0, because these
  /// channels do not get the pedal's further values.
  private mutating func release(
    _ slot: Int, exceptOn others: ChannelSet, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let message = message.sibling(0xB0, Self.controller(of: slot), value: 0)
    for line in 0..<256 where lines[slot].channels.contains(line) && !others.contains(line) {
      let port = UInt8(truncatingIfNeeded: line &>> 4)
      output.write(message.with(port: port).with(channel: UInt8(truncatingIfNeeded: line & 15)), at: offset)
    }
    (lines[slot].channels, lines[slot].isPressed) = (ChannelSet(), false)
    pressed &-= 1
  }

  /// Whether another channel has pressed the same pedal on an output channel.
  private func isPressed(on line: Int, besides slot: Int) -> Bool {
    guard pressed > 0 else { return false }
    let first = slot & ~255
    for other in first..<first &+ 256 where other != slot && lines[other].channels.contains(line) { return true }
    return false
  }

  /// Follows Reset All Controllers, which releases the pedals on the channels to which it was sent: releases them on all
  /// other channels on which they are pressed.
  mutating func follow(
    reset message: ChannelMessage, sentTo channels: ChannelSet, at offset: Int32, _ output: inout EventWriter
  ) {
    guard pressed > 0, message.resetsControllers else { return }
    for pedal in 0..<3 {
      let slot = message.line &+ 256 &* pedal
      guard lines[slot].isPressed else { continue }
      release(slot, exceptOn: channels, message, at: offset, &output)
    }
  }

  private static func controller(of slot: Int) -> UInt8 { slot < 256 ? 64 : slot < 512 ? 66 : 69 }

  /// Follows messages that pass the effect unchanged while it has nothing to do: the receiver gets their presses.
  func listen(_ input: EventList) {
    guard hasSeen else { return }
    for event in input {
      if let slot = slot(event.message), Self.isDown(event.message) { lines[slot].wasSeen = false }
    }
  }

  /// Passes a message unchanged because the effect does not currently apply to it. If it releases a pedal, the pedal is
  /// released on all channels on which it is pressed.
  mutating func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    output.write(message, at: offset)
    follow(reset: message, sentTo: ChannelSet(message.line), at: offset, &output)
    guard let slot = slot(message) else { return }
    guard lines[slot].isPressed else {
      if Self.isDown(message) { lines[slot].wasSeen = false }
      return
    }
    sent(message, from: slot)
    settle(message, from: slot, isUnchanged: true, at: offset, &output)
  }

  /// Writes a message as `moved` to its current destination, or drops it if `moved` is nil.
  mutating func write(
    _ message: ChannelMessage, as moved: ChannelMessage?, at offset: Int32, _ output: inout EventWriter
  ) {
    let slot = slot(message)
    var isUnchanged = false
    if let moved {
      output.write(moved, at: offset)
      if let slot { sent(moved, from: slot) }
      isUnchanged = moved.line == message.line
      follow(reset: message, sentTo: ChannelSet(moved.line), at: offset, &output)
    }
    guard let slot else { return }
    settle(message, from: slot, isUnchanged: isUnchanged, at: offset, &output)
  }

  /// Releases all pedals, at offset 0.
  mutating func releaseAll(_ output: inout EventWriter) {
    guard pressed > 0 else { return }
    for slot in 0..<Self.count where lines[slot].isPressed {
      let controller = Self.controller(of: slot)
      for line in 0..<256 where lines[slot].channels.contains(line) {
        let (port, channel) = (UInt8(truncatingIfNeeded: line &>> 4), UInt8(truncatingIfNeeded: line & 15))
        output.write(ChannelMessage(status: 0xB0 | channel, controller, 0, port: port), at: 0)
      }
    }
    reset()
  }

  /// Clears everything.
  mutating func reset() {
    guard pressed > 0 || hasSeen else { return }
    for index in 0..<Self.count { lines[index] = Lines() }
    (pressed, hasSeen) = (0, false)
  }
}
