import TactusMIDI

/// For each incoming channel, the output channels on which its pedals are pressed. A release reaches these channels
/// even if the mapping has changed since the press.
///
/// A press for which nothing was sent is stored too, and its release sends nothing. A release whose press was not seen
/// passes on its own channel.
///
/// Pedals are the controllers 64, 66 and 69: sustain, sostenuto and hold 2.
struct HeldPedals {
  /// The channels on which a pedal is pressed.
  struct Lines: BitwiseCopyable {
    var channels = ChannelSet()
    /// Whether the press was seen, even if nothing was sent for it.
    var isPressed = false
  }

  /// The number of entries: three pedals on each of 256 channels.
  static var count: Int { 3 &* 256 }
  private let lines: UnsafeMutablePointer<Lines>
  /// The number of pressed pedals.
  private var pressed = 0

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
      lines[slot].isPressed = true
    } else if lines[slot].isPressed {
      for line in 0..<256 where lines[slot].channels.contains(line) {
        let port = UInt8(truncatingIfNeeded: line &>> 4)
        output.write(message.with(port: port).with(channel: UInt8(truncatingIfNeeded: line & 15)), at: offset)
      }
      lines[slot] = Lines()
      pressed &-= 1
    } else if !isUnchanged, message.value32 == 0 {
      output.write(message, at: offset)
    }
  }

  /// Passes a message unchanged because the effect does not currently apply to it. If it releases a pedal, the pedal is
  /// released on all channels on which it is pressed.
  mutating func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    output.write(message, at: offset)
    guard let slot = slot(message), lines[slot].isPressed else { return }
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
    }
    guard let slot else { return }
    settle(message, from: slot, isUnchanged: isUnchanged, at: offset, &output)
  }

  /// Releases all pedals, at offset 0.
  mutating func releaseAll(_ output: inout EventWriter) {
    guard pressed > 0 else { return }
    for slot in 0..<Self.count where lines[slot].isPressed {
      let controller: UInt8 = slot < 256 ? 64 : slot < 512 ? 66 : 69
      for line in 0..<256 where lines[slot].channels.contains(line) {
        let (port, channel) = (UInt8(truncatingIfNeeded: line &>> 4), UInt8(truncatingIfNeeded: line & 15))
        output.write(ChannelMessage(status: 0xB0 | channel, controller, 0, port: port), at: 0)
      }
    }
    reset()
  }

  /// Clears everything.
  mutating func reset() {
    guard pressed > 0 else { return }
    for index in 0..<Self.count { lines[index] = Lines() }
    pressed = 0
  }
}
