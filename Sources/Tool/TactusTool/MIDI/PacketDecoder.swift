import TactusMIDI

/// Converts Universal MIDI Packets to lines, one per packet.
///
/// A message that spans several packets is described in the line of its last packet.
struct PacketDecoder {
  private var narrator = MessageNarrator()
  private var joined = JoinedPackets()
  /// The current tick in clips; nil for other formats.
  private var tick: Int64?

  /// Decodes words.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file, starting with the first word.
  ///   - isBig: whether the words are big-endian.
  ///   - offset: the offset of the first word in the file.
  ///   - isClip: whether the lines get ticks, which are the sums of the delta clockstamps.
  static func decode<Failure: Error>(
    _ bytes: some RandomAccessCollection<UInt8>, isBig: Bool, from offset: Int = 0, isClip: Bool = false,
    _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    var decoder = PacketDecoder()
    if isClip { decoder.tick = 0 }
    let words = Self.words(bytes, isBig: isBig)
    var position = 0
    while let packet = Self.packet(in: words, at: position) {
      let raw = Array(bytes.dropFirst(position * 4).prefix(packet.wordCount * 4))
      try body(decoder.line(of: packet, raw: isBig ? raw : swapped(raw), at: offset + position * 4))
      position += packet.wordCount
    }
    let rest = Array(bytes.dropFirst(position * 4))
    if !rest.isEmpty {
      let what =
        words.count > position
        ? "a packet of \(UniversalPacket.wordCount(first: words[position]).counted("word"))" : "a word"
      let line = DecodedLine(
        offset: offset + position * 4, tick: decoder.tick, bytes: rest,
        words: "truncated at the end: \(what), \(rest.count.counted("byte")) of it",
        isFlaw: true)
      try body(line)
    }
    let open = decoder.joined.openCount
    if open > 0 {
      let words = "truncated at the end: \(open.counted("system-exclusive message")) without their last packet"
      try body(DecodedLine(offset: offset + bytes.count, tick: decoder.tick, bytes: [], words: words, isFlaw: true))
    }
  }

  /// Returns the 32-bit words that the bytes form; an incomplete last word is left out.
  static func words(_ bytes: some RandomAccessCollection<UInt8>, isBig: Bool) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(bytes.count / 4)
    var (word, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      word = word << 8 | UInt32(byte)
      count += 1
      if count % 4 == 0 { words.append(isBig ? word : word.byteSwapped) }
    }
    return words
  }

  private static func packet(in words: [UInt32], at position: Int) -> UniversalPacket? {
    words[position...].withUnsafeBufferPointer {
      var packets = UniversalPackets($0)
      return packets.next()
    }
  }

  /// Returns words for display, big-endian.
  private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.map { bytes[$0 / 4 * 4 + 3 - $0 % 4] }
  }

  private mutating func line(of packet: UniversalPacket, raw: [UInt8], at offset: Int) -> DecodedLine {
    if let now = tick, case .delta(let ticks)? = UtilityMessage(packet) { tick = now + Int64(ticks) }
    var words = packet.message.map { narrator.words(of: $0) } ?? PacketName.words(of: packet)
    let flaw = PacketFlaw.text(of: packet) ?? joined.take(packet, &words)
    if let flaw { words += "; " + flaw }
    return DecodedLine(
      offset: offset, tick: tick, bytes: raw, grouping: .words, words: words, isFlaw: flaw != nil)
  }
}

/// Assembles system-exclusive messages from packets, in buffers of its own, and describes them.
private final class JoinedPackets {
  /// `room` is the maximum length of a system-exclusive message in bytes, and `slotCount` is the maximum number of
  /// incomplete messages. The buffers take `room` × `slotCount` = 16 MiB.
  private static let (room, slotCount) = (1 << 19, 32)
  private var assembler: ExclusiveAssembler
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let slots: UnsafeMutableBufferPointer<ExclusiveAssembler.Slot>

  init() {
    memory = .allocate(capacity: Self.room * Self.slotCount)
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: .init())
    assembler = ExclusiveAssembler(memory: memory, slots: slots)
  }

  deinit {
    memory.deallocate()
    slots.deallocate()
  }

  var openCount: Int { assembler.openCount() }

  /// Processes a valid packet; if it completes a message, appends the description of the message to `words`.
  ///
  /// - Returns: the problem if the packet does not fit the previous packets, or if the message is too long; else nil.
  func take(_ packet: UniversalPacket, _ words: inout String) -> String? {
    let before = (assembler.strayPackets, assembler.truncatedMessages, assembler.overflows)
    if let message = assembler.take(packet) {
      switch message.kind {
      case .sevenBits: words += ": \(SystemExclusiveName.words(Array(message.bytes)))"
      case .eightBits: words += ": \(message.bytes.count.counted("byte"))"
      case .mixedData: words += ": \((message.bytes.count - 8).counted("byte")) of data"
      }
    }
    if assembler.strayPackets > before.0 { return "its message has not begun" }
    if assembler.truncatedMessages > before.1 { return "interrupts the previous message" }
    return assembler.overflows > before.2 ? "its message is too long" : nil
  }
}
