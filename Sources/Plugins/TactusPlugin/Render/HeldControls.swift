import TactusMIDI

/// The pedals and pitch bends that the host has received from a plug-in and that would hold or detune notes there until
/// they are released, and the releases that are due to the host.
///
/// A release is due after a reset, and if the host has refused it or it did not fit into the cycle. It is no longer due
/// when the host has received it, or a later message that moves the control.
struct HeldControls {
  /// The number of channels of all ports.
  static var channelCount: Int { 256 }

  /// For each channel, a bit for each control that is not at rest at the host; see `Control`.
  private let held: UnsafeMutablePointer<UInt8>
  /// For each channel, a bit for each control whose release is due, and, four bits higher, for each whose last message
  /// in this cycle was a release that did not fit.
  private let due: UnsafeMutablePointer<UInt8>
  private var mayBeDue = false
  /// The next control that is examined in this cycle, and the end of those.
  private var (next, end) = (0, 0)
  /// The controls of the channel of the last message, before that message.
  private var before: UInt8 = 0

  init(held: UnsafeMutablePointer<UInt8>, due: UnsafeMutablePointer<UInt8>) { (self.held, self.due) = (held, due) }

  /// The controls that are released, in the order of their bits.
  private enum Control {
    static var count: Int { 4 }
    static var pitchBend: Int { 3 }

    /// The controller number of a pedal.
    static func number(_ control: Int) -> UInt8 { control == 0 ? 64 : control == 1 ? 66 : 69 }
  }

  /// Starts a cycle.
  mutating func begin() {
    (next, end) = (0, 0)
    guard mayBeDue else { return }
    mayBeDue = false
    for channel in 0..<Self.channelCount where due[channel] != 0 {
      due[channel] = (due[channel] | due[channel] &>> 4) & held[channel]
      // they remain due if the host does not fetch them
      if due[channel] != 0 { mayBeDue = true }
    }
    if mayBeDue { end = Self.channelCount &* Control.count }
  }

  /// Makes the releases of all controls due that are not at rest.
  mutating func releaseAll() {
    for channel in 0..<Self.channelCount {
      due[channel] = held[channel]
      if due[channel] != 0 { mayBeDue = true }
    }
  }

  /// Returns the next release that is due in this cycle; nil if there are no more.
  mutating func nextRelease() -> ChannelMessage? {
    while next < end {
      let (channel, control) = (next / Control.count, next % Control.count)
      next &+= 1
      if due[channel] & 1 &<< UInt8(truncatingIfNeeded: control) != 0 {
        return release(control, channel)
      }
    }
    return nil
  }

  /// Records a message that the host receives.
  mutating func deliver(_ message: ChannelMessage) {
    let channel = message.channelIndex
    before = held[channel]
    guard let bits = Self.bits(message) else { return }
    due[channel] &= ~bits
    if Self.isAtRest(message) { held[channel] &= ~bits } else { held[channel] |= bits }
  }

  /// Records that the host refused the last message.
  mutating func refuse(_ message: ChannelMessage) {
    guard let bits = Self.bits(message) else { return }
    let channel = message.channelIndex
    held[channel] = before
    guard Self.isRelease(message) else { return }
    due[channel] |= bits & before
    mayBeDue = true
  }

  /// Records a message that does not fit into the cycle. If it would have released a control that the host holds at the
  /// end of the cycle, the release is due in the next one.
  mutating func drop(_ message: ChannelMessage) {
    guard let bits = Self.bits(message) else { return }
    let channel = message.channelIndex
    guard Self.isRelease(message) else {
      due[channel] &= ~(bits &<< 4)
      return
    }
    due[channel] |= bits &<< 4
    mayBeDue = true
  }

  private func release(_ control: Int, _ channel: Int) -> ChannelMessage {
    let (port, number) = (UInt8(truncatingIfNeeded: channel &>> 4), UInt8(truncatingIfNeeded: channel & 15))
    if control == Control.pitchBend { return ChannelMessage(status: 0xE0 | number, 0, 64, port: port) }
    return ChannelMessage(status: 0xB0 | number, Control.number(control), 0, port: port)
  }

  /// Returns the bits of the controls that a message moves; nil for other messages.
  private static func bits(_ message: ChannelMessage) -> UInt8? {
    switch message.status & 0xF0 {
    case 0xE0: 8
    case 0xB0:
      switch message.data1 {
      case 64: 1
      case 66: 2
      case 69: 4
      case 121: 15
      default: nil
      }
    default: nil
    }
  }

  /// Whether a message releases its controls: for pedals, any value below 64.
  private static func isRelease(_ message: ChannelMessage) -> Bool {
    isAtRest(message) || message.status & 0xF0 == 0xB0 && message.data2 < 64
  }

  /// Whether a message puts its controls at rest; a half-pressed pedal is not.
  private static func isAtRest(_ message: ChannelMessage) -> Bool {
    if message.status & 0xF0 == 0xE0 { return message.data1 == 0 && message.data2 == 64 }
    return message.data1 == 121 || message.data2 == 0
  }
}
