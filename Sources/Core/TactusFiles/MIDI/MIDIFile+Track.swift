import TactusMIDI

extension MIDIFile {
  /// A track: events in ascending order of ticks, and the bytes that they refer to.
  ///
  /// - Thread: any
  public struct Track: Sendable {
    /// The events in ascending order of ticks, and in the file's order at each tick; without End of Track.
    public internal(set) var events: [Event] = []
    /// The tick of End of Track, which may be later than that of the last event.
    public var endTick: Int64 = 0 {
      didSet { endTick = max(endTick, events.last?.tick ?? 0) }
    }
    var source: FileBytes?
    var owned: [UInt8] = []

    /// Creates an empty track.
    public init() {}

    /// Returns the payload bytes of an event of this track; empty if the slice belongs to another track and does not
    /// fit.
    public func payload(_ slice: Slice) -> Payload {
      Payload(source: slice.isOwned ? nil : source, owned: owned, slice: slice)
    }

    /// Returns the bytes of an event's payload; empty for channel messages and clip tempi.
    public func payload(of event: Event) -> Payload {
      payload(event.slice ?? Slice(offset: 0, count: 0, isOwned: true))
    }
  }
}

extension MIDIFile.Track {
  /// Appends a channel message.
  ///
  /// - Precondition: the tick is not before that of the last event and is below 2⁵³, for this and all other `append`s.
  public mutating func append(_ message: ChannelMessage, at tick: Int64) {
    append(MIDIFile.Event(tick: tick, message), checking: tick)
  }

  /// Appends a meta event; type 0x2F (End of Track) sets ``endTick`` instead.
  ///
  /// - Precondition: type 0…127; fewer than 2²⁸ bytes, as for all payloads.
  public mutating func appendMeta(_ type: UInt8, _ bytes: some Collection<UInt8>, at tick: Int64) {
    precondition(type < 0x80, "a meta event's type is 0…127")
    appendMeta(anyType: type, bytes, at: tick)
  }

  /// Appends a meta event that may have a type of 128…255, as in damaged files.
  package mutating func appendMeta(anyType type: UInt8, _ bytes: some Collection<UInt8>, at tick: Int64) {
    if type == 0x2F { endTick = tick } else { append(.meta, type: type, bytes, at: tick) }
  }

  /// Appends a system-exclusive message: its bytes after the F0, including F7.
  public mutating func appendSysEx(_ bytes: some Collection<UInt8>, at tick: Int64) {
    append(.sysEx, bytes, at: tick)
  }

  /// Appends an escape (F7): bytes to be sent unchanged.
  public mutating func appendEscape(_ bytes: some Collection<UInt8>, at tick: Int64) {
    append(.escape, bytes, at: tick)
  }

  /// Appends a tempo in microseconds per quarter note, clamped to 1…16,777,215.
  public mutating func appendTempo(microsecondsPerQuarter: Int, at tick: Int64) {
    let length = max(1, min(microsecondsPerQuarter, 0xFF_FFFF))
    appendMeta(0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }, at: tick)
  }

  /// Appends a tempo as in clip files, in units of 10 ns per quarter note; at least 1.
  package mutating func appendTempo(tenNanoseconds: UInt32, at tick: Int64) {
    append(MIDIFile.Event(tick: tick, tenNanoseconds: max(1, tenNanoseconds)), checking: tick)
  }

  /// Appends a packet without an equivalent event: big-endian words, 4…16 bytes.
  package mutating func appendPacket(_ bytes: some Collection<UInt8>, at tick: Int64) {
    append(.packet, bytes, at: tick)
  }

  /// Appends a system-exclusive message, or bytes to be sent unchanged, on a port.
  package mutating func append(
    _ bytes: some Collection<UInt8>, isEscape: Bool, port: UInt8, at tick: Int64
  ) {
    append(isEscape ? .escape : .sysEx, type: port & 15, bytes, at: tick)
  }

  /// Appends a time signature.
  public mutating func append(_ signature: MIDIFile.TimeSignature, at tick: Int64) {
    let bytes = [signature.rawNumerator, signature.denominatorPower, signature.clocksPerClick]
    appendMeta(0x58, bytes + [signature.thirtySecondsPerQuarter], at: tick)
  }

  /// Appends a text event of a kind, in UTF-8.
  public mutating func append(_ text: String, as kind: MIDIFile.TextKind, at tick: Int64) {
    appendMeta(kind.rawValue, Array(text.utf8), at: tick)
  }

  /// Returns the track with only the events that fulfil a condition; it ends at the same tick.
  package func filtered(_ isKept: (MIDIFile.Event) -> Bool) -> MIDIFile.Track {
    var result = self
    result.events = events.filter(isKept)
    return result
  }

  /// Ends the track at a tick: later events are removed; those at the tick remain.
  package mutating func end(at tick: Int64) {
    events.removeAll { $0.tick > tick }
    endTick = tick
  }

  private mutating func append(
    _ kind: MIDIFile.Event.Kind, type: UInt8 = 0, _ bytes: some Collection<UInt8>, at tick: Int64
  ) {
    precondition(bytes.count <= MIDIFile.Slice.maxCount, "a payload has fewer than 2²⁸ bytes")
    let slice = MIDIFile.Slice(offset: owned.count, count: bytes.count, isOwned: true)
    owned.append(contentsOf: bytes)
    append(MIDIFile.Event(tick: tick, kind, type: type, slice), checking: tick)
  }

  private mutating func append(_ event: MIDIFile.Event, checking tick: Int64) {
    precondition(tick >= events.last?.tick ?? 0 && tick <= MIDIFile.Event.maxTick, "ticks ascend and are below 2⁵³")
    events.append(event)
    endTick = max(endTick, tick)
  }
}

extension MIDIFile.Track: Equatable {
  /// Whether two tracks have the same events with the same payload bytes, wherever these are stored.
  public static func == (a: MIDIFile.Track, b: MIDIFile.Track) -> Bool {
    guard a.endTick == b.endTick, a.events.count == b.events.count else { return false }
    return zip(a.events, b.events).allSatisfy { first, second in
      guard first.head == second.head else { return false }
      guard let position = first.slice, let other = second.slice else { return first.body == second.body }
      return a.payload(position).elementsEqual(b.payload(other))
    }
  }
}
