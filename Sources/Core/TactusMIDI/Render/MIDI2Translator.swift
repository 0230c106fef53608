/// Channel messages of MIDI 1.0 as messages of MIDI 2.0, by the default translation. The other way is
/// ``ChannelMessage/midi1``.
///
/// - A note-on of velocity 0 becomes a note-off of velocity 64, the middle of what is unknown.
/// - Bank selects wait for the program and go with it; as long as none has come the program says that its bank is not
///   valid. The bank stays selected.
/// - Parameters become one message each: one when controller 6 comes and, if it comes, another one when 38 does; many
///   senders never send that. A data increment or decrement gives the value that it comes to, or a relative message if
///   no value has been said.
/// - All else is scaled (``ValueScaling``).
///
/// Each of 16 ports · 16 channels has its own state.
///
/// Source: M2-104-UM, appendix D.
/// - Thread: audio or control, one at a time
public struct MIDI2Translator {
  /// What is known of a channel.
  public struct Channel: BitwiseCopyable {
    var parameters = ParameterAssembler()
    /// Most and least significant number; 255 for not said.
    var bank: (UInt8, UInt8) = (255, 255)

    /// Nothing has been said.
    public init() {}
  }

  /// How many channels the memory must hold.
  public static var channelCount: Int { 256 }
  private let channels: UnsafeMutablePointer<Channel>

  /// A translator over memory for ``channelCount`` channels, initialised, which must outlive it.
  public init(channels: UnsafeMutablePointer<Channel>) { self.channels = channels }

  /// The message of MIDI 2.0 that a message comes to; nil where it waits for others or means nothing there. What is not a
  /// channel message of MIDI 1.0 stays what it is.
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

  /// Forgets what has been said.
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
    guard ParameterAssembler.isOurs(number) else {
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
