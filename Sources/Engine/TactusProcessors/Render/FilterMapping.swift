import TactusMIDI

/// The kinds of messages as bits, in the order of ``EventFilter/MessageType``.
enum MessageBits {
  static var ofChannels: UInt16 { 0xFF }

  /// Returns the bit of a message's type; 0 if the type has no bit.
  static func bit(_ message: ChannelMessage) -> UInt16 {
    if message.isSystem { return 1 &<< 8 }
    if message.isSystemExclusive { return 1 &<< 9 }
    guard message.isForChannel else { return 0 }
    switch message.status & 0xF0 {
    case 0x80, 0x90: return 1
    case 0xA0: return 1 &<< 1
    case 0xB0: return 1 &<< 2
    case 0xC0: return 1 &<< 3
    case 0xD0: return 1 &<< 4
    case 0xE0: return 1 &<< 5
    case 0x20, 0x30, 0x40, 0x50: return 1 &<< 7
    default: return 1 &<< 6
    }
  }
}

/// A condition of an ``EventFilter``.
struct FilterCondition: BitwiseCopyable {
  let types: UInt16
  let channels: UInt16
  let asksKey: Bool
  let keys: (UInt8, UInt8)
  let asksVelocity: Bool
  let velocities: (UInt8, UInt8)
  let asksController: Bool
  /// A bit for each controller.
  let controllers: (UInt64, UInt64)

  func isMet(by message: ChannelMessage, bit: UInt16) -> Bool {
    guard types & bit != 0 else { return false }
    guard message.isForChannel else { return !asksKey && !asksVelocity && !asksController }
    guard channels &>> UInt16(message.channel) & 1 == 1 else { return false }
    if asksKey {
      guard message.isForKey, message.data1 >= keys.0, message.data1 <= keys.1 else { return false }
    }
    if asksVelocity {
      guard message.startsNote else { return false }
      let velocity = message.velocity7
      guard velocity >= velocities.0, velocity <= velocities.1 else { return false }
    }
    if asksController {
      guard message.status & 0xF0 == 0xB0 else { return false }
      let number = UInt64(message.data1)
      let word = number < 64 ? controllers.0 : controllers.1
      guard word &>> (number & 63) & 1 == 1 else { return false }
    }
    return true
  }
}

/// Runs ``EventFilter`` in a chain.
struct FilterMapping: NoteMapping {
  let conditions: UnsafePointer<FilterCondition>
  let count: Int
  let passesMatches: Bool
  /// The message types to which the conditions apply; all other types pass.
  let governed: UInt16
  let pedals: UnsafeMutablePointer<HeldPedals>

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    if passes(noteOn) { targets.add(noteOn) }
  }

  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    pedals.pointee.write(message, as: passes(message) ? message : nil, at: offset, &output)
  }

  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    pedals.pointee.pass(message, at: offset, &output)
  }

  func release(_ output: inout EventWriter) { pedals.pointee.releaseAll(&output) }
  func reset() { pedals.pointee.reset() }
  func isIdle() -> Bool { pedals.pointee.isEmpty }

  func passes(_ message: ChannelMessage) -> Bool {
    let bit = MessageBits.bit(message)
    guard count > 0, governed & bit != 0 else { return true }
    for index in 0..<count where conditions[index].isMet(by: message, bit: bit) { return passesMatches }
    return !passesMatches
  }
}
