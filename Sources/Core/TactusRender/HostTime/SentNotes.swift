import TactusMIDI

/// A record of the messages that have been sent to a destination ahead of time: which notes and pedals are down, and
/// the time of the latest message for each key.
///
/// - Thread: control, one thread at a time
package struct SentNotes {
  /// For each key of each channel and port: twice the time of the latest message, plus 1 while the note is down.
  private var keys: [[UInt64]] = Array(repeating: [], count: 16)
  /// For each of the ``pedalNumbers``, and each channel of each port: twice the time of the latest message, plus 1 while
  /// the pedal is down.
  private var pedals = [UInt64](repeating: 0, count: 256 * Self.pedalNumbers.count)

  /// The pedals that hold notes: sustain, sostenuto and hold 2.
  private static let pedalNumbers: [UInt8] = [64, 66, 69]

  /// Creates a record of a destination to which nothing has been sent.
  package init() {}

  /// Returns the given time of a message, or a later time if the message would otherwise precede the latest message of
  /// its key. This keeps a key's messages in order even if the clock jumps.
  package func time(of message: ChannelMessage, _ time: UInt64) -> UInt64 {
    guard message.startsNote || message.endsNote else { return time }
    let port = keys[Int(message.port)]
    return port.isEmpty ? time : max(time, port[Self.index(message)] >> 1)
  }

  /// Records a message and the time at which it is due.
  package mutating func send(_ message: ChannelMessage, at time: UInt64) {
    let port = Int(message.port)
    let value = time << 1
    if message.startsNote || message.endsNote {
      if keys[port].isEmpty { keys[port] = [UInt64](repeating: 0, count: 2_048) }
      keys[port][Self.index(message)] = value | (message.startsNote ? 1 : 0)
    } else if let pedal = Self.pedal(message) {
      pedals[pedal << 8 | port << 4 | Int(message.channel)] = value | (message.isPedalDown ? 1 : 0)
    } else if message.resetsControllers {
      for pedal in Self.pedalNumbers.indices { pedals[pedal << 8 | port << 4 | Int(message.channel)] = value }
    } else if message.endsAllNotes, !keys[port].isEmpty {
      let first = Int(message.channel) << 7
      for index in first..<first + 128 where keys[port][index] & 1 == 1 { keys[port][index] = value }
    }
  }

  /// Returns the messages that release all notes and pedals that are down or have a message due after the given time,
  /// and clears the record.
  package mutating func releases(after now: UInt64) -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    for (index, value) in pedals.enumerated() where value & 1 == 1 || value >> 1 > now {
      let port = UInt8(index >> 4 & 15)
      messages.append(ChannelMessage(status: 0xB0 | UInt8(index & 15), Self.pedalNumbers[index >> 8], 0, port: port))
    }
    for (port, values) in keys.enumerated() {
      for (index, value) in values.enumerated() where value & 1 == 1 || value >> 1 > now {
        messages.append(
          ChannelMessage(status: 0x80 | UInt8(index >> 7), UInt8(index & 127), 64, port: UInt8(port)))
      }
    }
    self = SentNotes()
    return messages
  }

  /// Returns the position of a message's pedal in ``pedalNumbers``; nil for other messages.
  private static func pedal(_ message: ChannelMessage) -> Int? {
    guard message.isForChannel, message.status & 0xF0 == 0xB0 else { return nil }
    return pedalNumbers.firstIndex(of: message.data1)
  }

  private static func index(_ message: ChannelMessage) -> Int { Int(message.channel) << 7 | Int(message.data1) }
}
