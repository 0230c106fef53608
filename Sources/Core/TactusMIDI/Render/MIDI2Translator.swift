/// Translates MIDI 1.0 channel messages to MIDI 2.0 by the default translation. The inverse is
/// ``ChannelMessage/midi1``.
///
/// - A note-on with velocity 0 becomes a note-off with velocity 64, the medium value, because the real release velocity
///   is unknown.
/// - Bank selects are stored and sent with the next program change; the bank stays selected. Before any bank select,
///   the program change has its bank-valid flag cleared.
/// - Each parameter change becomes one message when controller 6 arrives, and another when controller 38 follows; many
///   senders never send controller 38. A data increment or decrement becomes the resulting value, or a relative message
///   if the value is unknown.
/// - All other values are scaled (``ValueScaling``).
///
/// Each channel of each port (16 · 16) has its own state.
///
/// Source: M2-104-UM, appendix D.
/// - Thread: audio or control, one at a time
public struct MIDI2Translator {
  /// The state of one channel.
  public struct Channel: BitwiseCopyable {
    var parameters = ParameterAssembler()
    /// The MSB and the LSB of the bank number; 255 for each one that has not been received.
    var bank: (UInt8, UInt8) = (255, 255)

    /// Creates the state of a channel that has received no message.
    public init() {}
  }

  /// The number of channels that the memory must hold.
  public static var channelCount: Int { 256 }
  private let channels: UnsafeMutablePointer<Channel>

  /// Creates a translator that uses initialized memory for ``channelCount`` channels, which must outlive it.
  public init(channels: UnsafeMutablePointer<Channel>) { self.channels = channels }

  /// Returns the MIDI 2.0 translation of a message; nil if the message waits for others or has no meaning in MIDI 2.0.
  /// Anything but a MIDI 1.0 channel message is returned unchanged.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func translate(_ message: ChannelMessage) -> ChannelMessage? {
    guard message.word0 &>> 28 == 2 else { return message }
    let (first, second) = (message.data1, message.data2)
    switch message.status & 0xF0 {
    case 0x80: return Self.note(message, 0x80, ValueScaling.up16(second))
    case 0x90:
      return second == 0 ? Self.note(message, 0x80, 0x8000) : Self.note(message, 0x90, ValueScaling.up16(second))
    case 0xA0: return Self.message(message, 0xA0, first, 0, ValueScaling.up32(second))
    case 0xB0: return controller(message)
    case 0xC0: return program(message)
    case 0xD0: return Self.message(message, 0xD0, 0, 0, ValueScaling.up32(first))
    case 0xE0:
      let pitchBend = UInt16(truncatingIfNeeded: message.pitchBend)
      return Self.message(message, 0xE0, 0, 0, ValueScaling.up32(fourteenBits: pitchBend))
    default: return nil
    }
  }

  /// Resets the state of all channels.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func reset() {
    for index in 0..<Self.channelCount { channels[index] = Channel() }
  }

  private func controller(_ message: ChannelMessage) -> ChannelMessage? {
    let channel = channels + (Int(message.port) &<< 4 | Int(message.channel))
    let (number, value) = (message.data1, message.data2)
    if number == 0 {
      channel.pointee.bank.0 = value
      return nil
    }
    if number == 32 {
      channel.pointee.bank.1 = value
      return nil
    }
    guard ParameterAssembler.isParameterController(number) else {
      if number == 121 { channel.pointee.parameters.reset() }
      return Self.message(message, 0xB0, number, 0, ValueScaling.up32(value))
    }
    guard let change = channel.pointee.parameters.take(controller: number, value) else { return nil }
    let absolute: UInt8 = change.isRegistered ? 0x20 : 0x30
    let distance = UInt32(bitPattern: Int32(change.step) &<< 18)
    return Self.message(
      message, change.isKnown ? absolute : absolute &+ 0x20, UInt8(truncatingIfNeeded: change.number &>> 7),
      UInt8(truncatingIfNeeded: change.number & 127),
      change.isKnown ? ValueScaling.up32(fourteenBits: change.value) : distance)
  }

  private func program(_ message: ChannelMessage) -> ChannelMessage {
    let bank = channels[Int(message.port) &<< 4 | Int(message.channel)].bank
    let isValid = bank.0 < 128 || bank.1 < 128
    let most = bank.0 < 128 ? UInt32(bank.0) : 0
    let least = bank.1 < 128 ? UInt32(bank.1) : 0
    let word1 = UInt32(message.data1) &<< 24 | (isValid ? most &<< 8 | least : 0)
    return Self.message(message, 0xC0, 0, isValid ? 1 : 0, word1)
  }

  private static func note(_ message: ChannelMessage, _ status: UInt8, _ velocity: UInt16) -> ChannelMessage {
    Self.message(message, status, message.data1, 0, UInt32(velocity) &<< 16)
  }

  private static func message(
    _ source: ChannelMessage, _ status: UInt8, _ third: UInt8, _ fourth: UInt8, _ word1: UInt32
  ) -> ChannelMessage {
    let head = 0x4000_0000 | UInt32(source.port) &<< 24 | UInt32(status | source.channel) &<< 16
    return ChannelMessage(word0: head | UInt32(third) &<< 8 | UInt32(fourth), word1: word1)
  }
}
