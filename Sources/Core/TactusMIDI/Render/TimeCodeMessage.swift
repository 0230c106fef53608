/// The fields of a MIDI time code frame as messages carry them: rate code, hours, minutes, seconds, frames.
///
/// Source: MIDI Time Code 1.0 (RP-004/008), "Quarter frame messages", "Full messages".
/// - Thread: any
public struct TimeCodeFields: Hashable, Sendable, BitwiseCopyable {
  /// The rate code: 0 is 24, 1 is 25, 2 is 29.97 drop-frame, 3 is 30 frames per second.
  public var rateCode: UInt8
  /// The hours: 0…31 in messages, of which 0…23 are valid.
  public var hours: UInt8
  /// The minutes: 0…63 in messages.
  public var minutes: UInt8
  /// The seconds: 0…63 in messages.
  public var seconds: UInt8
  /// The frames: 0…31 in messages.
  public var frames: UInt8

  /// Creates the fields of a frame.
  @inlinable public init(rateCode: UInt8, hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8) {
    (self.rateCode, self.hours, self.minutes, self.seconds, self.frames) = (rateCode, hours, minutes, seconds, frames)
  }

  /// Returns the quarter-frame message for piece 0…7.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func quarterFrame(_ piece: UInt8, port: UInt8 = 0) -> ChannelMessage {
    let value: UInt8 =
      switch piece & 7 {
      case 0: frames & 15
      case 1: frames &>> 4 & 1
      case 2: seconds & 15
      case 3: seconds &>> 4 & 3
      case 4: minutes & 15
      case 5: minutes &>> 4 & 3
      case 6: hours & 15
      default: hours &>> 4 & 1 | (rateCode & 3) &<< 1
      }
    return ChannelMessage(system: 0xF1, (piece & 7) &<< 4 | value, port: port)
  }

  /// Returns the full-frame message, F0 7F 7F 01 01 hr mn sc fr F7, as two packets.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func fullFrame(port: UInt8 = 0) -> (ChannelMessage, ChannelMessage) {
    var (first, second) = (ExclusivePacket(port: port), ExclusivePacket(port: port))
    first.add(0x7F)
    first.add(0x7F)
    first.add(0x01)
    first.add(0x01)
    first.add((rateCode & 3) &<< 5 | hours & 31)
    first.add(minutes)
    second.add(seconds)
    second.add(frames)
    return (first.message(isFirst: true, isLast: false), second.message(isFirst: false, isLast: true))
  }
}

/// Assembles quarter frames: eight consecutive pieces, forwards or backwards, carry the fields of one frame.
///
/// - Thread: audio or control, one at a time
public struct QuarterFrameAssembler: Hashable, Sendable, BitwiseCopyable {
  /// The result of one quarter frame.
  public struct Update: Sendable {
    /// Whether pieces descend from 7 to 0, as when a tape is rewound. The direction changes with the second piece in the
    /// other direction: the first may follow a loss of six pieces.
    public var isReverse: Bool
    /// Whether this piece does not follow the previous one.
    public var isBroken: Bool
    /// The fields of the frame, after the last of eight pieces; otherwise nil.
    public var fields: TimeCodeFields?
  }

  private var nibbles: UInt32 = 0
  private var last: UInt8 = 0xFF
  private var run = 0
  private var isReverse = false
  /// Whether the last piece was the first in the other direction.
  private var mayHaveTurned = false

  /// Creates an assembler that has received no piece.
  public init() {}

  /// Discards the received pieces, but keeps their direction. Call it when pieces have been lost.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func discardPieces() { (last, run, mayHaveTurned) = (0xFF, 0, false) }

  /// Processes the data byte of a quarter frame, 0nnndddd.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(_ data: UInt8) -> Update {
    let piece = data &>> 4 & 7
    let isFirst = last > 7
    let (rises, falls) = (piece == (last &+ 1) & 7, piece == (last &- 1) & 7)
    var isBroken = false
    if isFirst || !rises && !falls {
      (run, isBroken, mayHaveTurned) = (0, !isFirst, false)
    } else if mayHaveTurned {
      if falls != isReverse { (run, isReverse) = (2, falls) }
      mayHaveTurned = false
    } else if run > 1, falls != isReverse {
      (run, isBroken, mayHaveTurned) = (0, true, true)
    } else {
      isReverse = falls
    }
    last = piece
    run = run < 1_000 ? run &+ 1 : run
    let shift = UInt32(piece) &* 4
    nibbles = nibbles & ~(15 &<< shift) | UInt32(data & 15) &<< shift
    guard run >= 8, piece == (isReverse ? 0 : 7) else {
      return Update(isReverse: isReverse, isBroken: isBroken, fields: nil)
    }
    return Update(isReverse: isReverse, isBroken: isBroken, fields: fields)
  }

  private var fields: TimeCodeFields {
    func byte(_ shift: UInt32, _ mask: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: nibbles &>> shift & mask) }
    return TimeCodeFields(
      rateCode: byte(29, 3), hours: byte(24, 31), minutes: byte(16, 63), seconds: byte(8, 63), frames: byte(0, 31))
  }
}

/// Finds full-frame messages, and locate commands of MIDI Machine Control, among packets of system-exclusive messages.
///
/// A message is a start packet and the packets that follow it on the same port. An interrupted or malformed message is
/// ignored.
///
/// Full frame: F0 7F dev 01 01 hr mn sc fr F7. Locate: F0 7F dev 06 44 06 01 hr mn sc fr ff F7.
///
/// Source: MIDI Time Code 1.0; MIDI Machine Control 1.0 (RP-013), "Locate".
/// - Thread: audio or control, one at a time
public struct FullFrameAssembler: Hashable, Sendable, BitwiseCopyable {
  // the first sixteen data bytes, with the first byte in the most significant bits
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  private var count = 0
  /// Whether a message has started.
  private var isOpen = false
  /// The port of the message.
  private var port: UInt8 = 0

  /// Creates an assembler that has received no packet.
  public init() {}

  /// Processes a packet; returns the fields after the last packet of a full frame or locate.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(_ packet: ChannelMessage) -> TimeCodeFields? {
    let form = packet.word0 &>> 20 & 15
    guard packet.isSystemExclusive, form <= 3 else { return nil }
    if form < 2 { (high, low, count, isOpen, port) = (0, 0, 0, true, packet.port) }
    guard isOpen, packet.port == port else { return nil }
    guard packet.word0 &>> 16 & 15 <= 6 else {
      isOpen = false
      return nil
    }
    for index in 0..<packet.packetByteCount {
      if count < 16 {
        high = high &<< 8 | low &>> 56
        low = low &<< 8 | UInt64(packet.packetByte(index))
      }
      count = count < 1_000 ? count &+ 1 : count
    }
    guard form == 0 || form == 3 else { return nil }
    isOpen = false
    // 7F dev 01 01 | hr mn sc fr
    if count == 8, low &>> 56 == 0x7F, low &>> 32 & 0xFFFF == 0x0101 { return fields(UInt32(truncatingIfNeeded: low)) }
    // 7F dev 06 | 44 06 01 hr mn sc fr ff
    if count == 11, high & 0xFF_00FF == 0x7F_0006, low &>> 40 == 0x44_0601 {
      return fields(UInt32(truncatingIfNeeded: low &>> 8))
    }
    return nil
  }

  private func fields(_ word: UInt32) -> TimeCodeFields {
    TimeCodeFields(
      rateCode: UInt8(truncatingIfNeeded: word &>> 29) & 3, hours: UInt8(truncatingIfNeeded: word &>> 24) & 31,
      // the next bit of an MMC locate says how the position relates to the color frame (RP-013)
      minutes: UInt8(truncatingIfNeeded: word &>> 16) & 63, seconds: UInt8(truncatingIfNeeded: word &>> 8) & 127,
      frames: UInt8(truncatingIfNeeded: word) & 31)
  }
}
