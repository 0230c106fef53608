import Synchronization
import TactusMIDI
import TactusRealtime

/// The input of a message queue between two threads; it reserves room for note-offs.
///
/// - When no more than a quarter of the queue is free, only messages that end notes or lift pedals are accepted. If the
///   queue is full and a message that ends notes is refused, its channel is marked, and the receiver generates "all notes
///   off" for the channel.
/// - After a refused packet of a system-exclusive message, its remaining packets are refused too.
///
/// - Thread: one at a time, audio or control
package struct EventGate: @unchecked Sendable {  // only the owner pushes; the marks are atomic
  private let producer: RingProducer<StampedMessage>
  private let reserve: Int
  private let lost: LostChannels
  private let dropped: UnsafeMutablePointer<Atomic<Int>>
  /// The groups whose system-exclusive message is being dropped, one bit each.
  private var spoilt: UInt16 = 0
  /// The latest time of a message.
  private var latest: UInt64 = 0
  /// The channels that have had notes, a bit for each of 16 ports × 16 channels.
  private var heard: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(
    producer: RingProducer<StampedMessage>, capacity: Int, lost: LostChannels,
    dropped: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.producer, reserve, self.lost, self.dropped) = (producer, capacity / 4, lost, dropped)
  }

  /// Enqueues a message; returns false, and counts it, if it is refused.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package mutating func push(_ message: ChannelMessage, at hostTime: UInt64) -> Bool {
    latest = max(latest, hostTime)
    if message.startsNote { note(message) }
    if isAdmitted(message), push(StampedMessage(hostTime: hostTime, message: message)) { return true }
    if message.endsNote || message.endsAllNotes { lost.mark(message, at: hostTime) }
    if message.isSystemExclusive { spoilt |= 1 &<< UInt16(message.port) }
    dropped.pointee.wrappingAdd(1, ordering: .relaxed)
    return false
  }

  private mutating func isAdmitted(_ message: ChannelMessage) -> Bool {
    if message.endsNote || message.endsAllNotes || liftsPedal(message) { return true }
    if message.isSystemExclusive {
      let bit: UInt16 = 1 &<< UInt16(message.port)
      // packets of the forms 0 (whole message) and 1 (start) begin a new message
      if message.word0 &>> 20 & 15 < 2 { spoilt &= ~bit }
      if spoilt & bit != 0 { return false }
    }
    return producer.room > reserve
  }

  /// Whether the message lifts a pedal that holds notes: sustain, sostenuto or hold 2.
  private func liftsPedal(_ message: ChannelMessage) -> Bool {
    message.isForChannel && message.status & 0xF0 == 0xB0 && !message.isPedalDown
      && (message.data1 == 64 || message.data1 == 66 || message.data1 == 69)
  }

  private mutating func note(_ message: ChannelMessage) {
    let bit: UInt64 = 1 &<< (UInt64(message.port & 3) &<< 4 | UInt64(message.channel))
    switch message.port &>> 2 {
    case 0: heard.0 |= bit
    case 1: heard.1 |= bit
    case 2: heard.2 |= bit
    default: heard.3 |= bit
    }
  }

  /// Marks all channels that have had notes.
  mutating func releaseNotes() {
    lost.mark((heard.0, heard.1, heard.2, heard.3), at: latest)
    heard = (0, 0, 0, 0)
  }

  private func push(_ stamped: StampedMessage) -> Bool { producer.room > 0 && producer.push(stamped) }
}

/// The channels that must receive "all notes off": a bit for each of 16 ports × 16 channels, shared by two threads.
///
/// - Thread: any
package struct LostChannels {
  package typealias Word = UnsafeMutablePointer<Atomic<Int>>
  let words: (Word, Word, Word, Word)
  /// The host time for "all notes off": the latest time with which a channel has been marked.
  let time: Word

  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    switch index {
    case 0: words.0
    case 1: words.1
    case 2: words.2
    default: words.3
    }
  }

  func mark(_ message: ChannelMessage, at hostTime: UInt64) {
    let channelIndex = Int(message.port) &<< 4 | Int(message.channel)
    time.pointee.max(Int(clamping: hostTime), ordering: .relaxed)
    word(channelIndex &>> 6).pointee.bitwiseOr(1 &<< (channelIndex & 63), ordering: .releasing)
  }

  func mark(_ channels: (UInt64, UInt64, UInt64, UInt64), at hostTime: UInt64) {
    time.pointee.max(Int(clamping: hostTime), ordering: .relaxed)
    words.0.pointee.bitwiseOr(Int(bitPattern: UInt(channels.0)), ordering: .releasing)
    words.1.pointee.bitwiseOr(Int(bitPattern: UInt(channels.1)), ordering: .releasing)
    words.2.pointee.bitwiseOr(Int(bitPattern: UInt(channels.2)), ordering: .releasing)
    words.3.pointee.bitwiseOr(Int(bitPattern: UInt(channels.3)), ordering: .releasing)
  }

  /// Returns "all notes off" for the next marked channel and clears its mark; nil if no channel is marked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func takeNext() -> StampedMessage? {
    for index in 0..<4 {
      let bits = word(index).pointee.load(ordering: .acquiring)
      if bits == 0 { continue }
      let bit = bits.trailingZeroBitCount
      word(index).pointee.bitwiseAnd(~(1 &<< bit), ordering: .acquiring)
      let channelIndex = index &<< 6 | bit
      let message = ChannelMessage(
        status: 0xB0 | UInt8(truncatingIfNeeded: channelIndex & 15), 123, 0,
        port: UInt8(truncatingIfNeeded: channelIndex &>> 4)
      )
      return StampedMessage(hostTime: UInt64(clamping: time.pointee.load(ordering: .relaxed)), message: message)
    }
    return nil
  }
}
