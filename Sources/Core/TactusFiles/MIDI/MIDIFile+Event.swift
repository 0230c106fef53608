import TactusMIDI

extension MIDIFile {
  /// An event of a track in sixteen bytes: its absolute tick, and a message or the position of its payload.
  ///
  ///     head  tick 53 bits │ kind 3 │ meta type or port 8
  ///     body  a channel message's two packet words, or: owned 1 │ offset 35 │ length 28
  ///
  /// - Thread: any
  public struct Event: Sendable {
    var head: UInt64
    var body: UInt64

    /// Ticks from the start of the track, 0…2⁵³−1.
    public var tick: Int64 { Int64(truncatingIfNeeded: head >> 11) }

    /// The content of the event.
    public var content: Content {
      switch Kind(rawValue: UInt8(truncatingIfNeeded: head >> 8) & 7) {
      case .channel: .channel(message)
      case .meta: .meta(type: metaType, Slice(packed: body))
      case .sysEx: .sysEx(Slice(packed: body))
      case .escape: .escape(Slice(packed: body))
      case .tempo: .tempo(tenNanoseconds: UInt32(truncatingIfNeeded: body))
      case .packet, .removed, nil: .packet(Slice(packed: body))
      }
    }

    /// The port of a channel message, system-exclusive message or escape, 0…15; 0 for all other kinds.
    public var port: UInt8 {
      switch kind {
      case .channel: message.port
      case .sysEx, .escape: metaType & 15
      case .meta, .tempo, .packet, .removed: 0
      }
    }

    /// The channel message; nil for all other kinds. Players use this property because it is faster than ``content``.
    public var channelMessage: ChannelMessage? { isChannelMessage ? message : nil }
    /// Whether this is a channel message.
    public var isChannelMessage: Bool { head & 0x700 == 0 }
    /// Whether this is a meta event of this type.
    public func isMeta(_ type: UInt8) -> Bool { head & 0x7FF == UInt64(Kind.meta.rawValue) << 8 | UInt64(type) }
  }

  /// The content of an event.
  public enum Content: Hashable, Sendable {
    /// A channel message; its port selects one of several sets of 16 channels.
    case channel(ChannelMessage)
    /// A meta event: FF and its type, 0…127 in valid files. ``Track/meaning(of:)`` decodes the payload.
    case meta(type: UInt8, Slice)
    /// A system-exclusive message joined from its packets, without the leading F0, but with the final F7. A message
    /// whose F7 is missing, as in damaged files, should not be sent.
    case sysEx(Slice)
    /// An escape (F7): bytes to be sent unchanged, such as real-time messages, song position, or parts of messages.
    case escape(Slice)
    /// The tempo of a clip file: the duration of a quarter note in units of 10 ns; not 0.
    case tempo(tenNanoseconds: UInt32)
    /// A Universal MIDI Packet of a clip file without an equivalent event: big-endian words, 4…16 bytes.
    case packet(Slice)
  }

  /// The position of an event's payload; the track that contains the event provides the bytes.
  public struct Slice: Hashable, Sendable {
    let packed: UInt64
    /// The number of bytes.
    public var count: Int { Int(truncatingIfNeeded: packed & 0xFFF_FFFF) }
    /// The offset of the first byte in the file, or in the track's buffer if `isOwned`.
    public var offset: Int { Int(truncatingIfNeeded: packed >> 28 & Self.offsetMask) }
    /// Whether the bytes are in a buffer that belongs to the track, and not in the file.
    public var isOwned: Bool { packed >> 63 == 1 }
  }
}

extension MIDIFile.Event {
  enum Kind: UInt8 { case channel, meta, sysEx, escape, tempo, packet, removed }

  static let maxTick: Int64 = 1 << 53 - 1

  /// Creates a channel message event. The tick must be 0…maxTick.
  @inline(__always)
  init(tick: Int64, _ message: ChannelMessage) {
    head = UInt64(truncatingIfNeeded: tick) &<< 11
    body = UInt64(message.word0) &<< 32 | UInt64(message.word1)
  }

  init(tick: Int64, _ kind: Kind, type: UInt8 = 0, _ slice: MIDIFile.Slice) {
    head = UInt64(truncatingIfNeeded: tick) &<< 11 | UInt64(kind.rawValue) &<< 8 | UInt64(type)
    body = slice.packed
  }

  init(tick: Int64, tenNanoseconds: UInt32) {
    head = UInt64(truncatingIfNeeded: tick) &<< 11 | UInt64(Kind.tempo.rawValue) &<< 8
    body = UInt64(tenNanoseconds)
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head &>> 8) & 7) ?? .removed }
  var metaType: UInt8 { UInt8(truncatingIfNeeded: head) }

  var message: ChannelMessage {
    ChannelMessage(word0: UInt32(truncatingIfNeeded: body &>> 32), word1: UInt32(truncatingIfNeeded: body))
  }

  /// Whether the event is sent to a port.
  var hasPort: Bool {
    switch kind {
    case .channel, .sysEx, .escape: true
    case .meta, .tempo, .packet, .removed: false
    }
  }

  /// Sets the port of a channel message, system-exclusive message or escape.
  mutating func setPort(_ port: UInt8) {
    switch kind {
    case .channel: body = body & 0xF0FF_FFFF_FFFF_FFFF | UInt64(port & 15) << 56
    case .sysEx, .escape: head = head & ~0xFF | UInt64(port & 15)
    case .meta, .tempo, .packet, .removed: break
    }
  }

  /// The position of the payload, nil for kinds without one.
  var slice: MIDIFile.Slice? {
    switch kind {
    case .channel, .tempo, .removed: nil
    case .meta, .sysEx, .escape, .packet: MIDIFile.Slice(packed: body)
    }
  }
}

extension MIDIFile.Slice {
  static let maxCount = 0xFFF_FFFF
  static let offsetMask: UInt64 = 0x7_FFFF_FFFF
  static let maxOffset = Int(clamping: offsetMask)

  /// Creates a slice, clamped to 35 bits of offset and 28 bits of length.
  init(offset: Int, count: Int, isOwned: Bool = false) {
    packed =
      (isOwned ? 1 << 63 : 0) | UInt64(max(0, min(offset, Self.maxOffset))) << 28
      | UInt64(max(0, min(count, Self.maxCount)))
  }
}
