import TactusMIDI

/// Tracks which notes and pedals of a song are down.
///
/// - Thread: audio
struct SongNotes {
  /// The number of sounding notes for each of 16 ports × 16 channels × 128 keys.
  private let counts: UnsafeMutablePointer<UInt16>
  /// The number of sounding notes for each channel.
  private let totals: UnsafeMutablePointer<Int32>
  /// The last messages of each channel's sustain, sostenuto and hold 2 pedals; if there is none, both words of the message
  /// are 0.
  private let pedals: UnsafeMutablePointer<ChannelMessage>

  static var channels: Int { 256 }
  /// The number of pedals of a channel that hold notes.
  static var pedalsPerChannel: Int { 3 }

  /// Returns the index of a message's pedal among those of its channel; nil for other messages.
  private static func pedal(_ message: ChannelMessage) -> Int? {
    guard message.status & 0xF0 == 0xB0 else { return nil }
    switch message.data1 {
    case 64: return 0
    case 66: return 1
    case 69: return 2
    default: return nil
    }
  }

  private static func pedals(of channel: Int) -> Range<Int> {
    pedalsPerChannel &* channel..<pedalsPerChannel &* (channel &+ 1)
  }

  init(
    counts: UnsafeMutablePointer<UInt16>, totals: UnsafeMutablePointer<Int32>,
    pedals: UnsafeMutablePointer<ChannelMessage>
  ) { (self.counts, self.totals, self.pedals) = (counts, totals, pedals) }

  static func channel(of message: ChannelMessage) -> Int { Int(message.port) &* 16 &+ Int(message.channel) }

  mutating func note(_ message: ChannelMessage) {
    guard message.isForChannel else { return }
    let channel = Self.channel(of: message)
    let keyIndex = channel &* 128 &+ Int(message.data1)
    if message.startsNote {
      guard counts[keyIndex] < .max else { return }
      counts[keyIndex] &+= 1
      totals[channel] &+= 1
    } else if message.endsNote {
      guard counts[keyIndex] > 0 else { return }
      counts[keyIndex] &-= 1
      totals[channel] &-= 1
    } else if let pedal = Self.pedal(message) {
      pedals[Self.pedalsPerChannel &* channel &+ pedal] = message
    } else if message.resetsControllers {
      for index in Self.pedals(of: channel) { pedals[index] = ChannelMessage(word0: 0, word1: 0) }
    }
  }

  /// Forgets the pedals, because a message for all channels may have lifted them.
  func forgetPedals() {
    for index in 0..<Self.pedalsPerChannel &* Self.channels { pedals[index] = ChannelMessage(word0: 0, word1: 0) }
  }

  /// Ends the notes of a channel.
  mutating func release(_ channel: Int, _ receiver: SongReceiver) {
    guard totals[channel] > 0 else { return }
    let (port, low) = (UInt8(truncatingIfNeeded: channel &>> 4), UInt8(truncatingIfNeeded: channel & 15))
    for key in 0..<128 {
      let keyIndex = channel &* 128 &+ key
      while counts[keyIndex] > 0 {
        receiver.receive(ChannelMessage(status: 0x80 | low, UInt8(truncatingIfNeeded: key), 64, port: port))
        counts[keyIndex] &-= 1
      }
    }
    totals[channel] = 0
  }

  /// Ends all notes.
  mutating func release(_ receiver: SongReceiver) {
    for channel in 0..<Self.channels { release(channel, receiver) }
  }

  /// Releases the pedals; their state is kept for ``restorePedals(_:)``.
  func liftPedals(_ receiver: SongReceiver) {
    for channel in 0..<Self.channels { liftPedals(channel, receiver) }
  }

  /// Releases the pedals of a channel.
  func liftPedals(_ channel: Int, _ receiver: SongReceiver) {
    for index in Self.pedals(of: channel) where pedals[index].word0 != 0 && pedals[index].isPedalDown {
      let pedal = pedals[index]
      receiver.receive(ChannelMessage(status: 0xB0 | pedal.channel, pedal.data1, 0, port: pedal.port))
    }
  }

  /// Restores the pedals that the song holds down.
  func restorePedals(_ receiver: SongReceiver) {
    for channel in 0..<Self.channels { restorePedals(channel, receiver) }
  }

  /// Restores the pedals of a channel.
  func restorePedals(_ channel: Int, _ receiver: SongReceiver) {
    for index in Self.pedals(of: channel) where pedals[index].word0 != 0 && pedals[index].isPedalDown {
      receiver.receive(pedals[index])
    }
  }

  /// Clears all notes and pedals.
  mutating func reset() {
    for index in 0..<Self.channels &* 128 { counts[index] = 0 }
    for index in 0..<Self.channels { totals[index] = 0 }
    for index in 0..<Self.pedalsPerChannel &* Self.channels { pedals[index] = ChannelMessage(word0: 0, word1: 0) }
  }
}
