import TactusMIDI

/// The laws of byte streams.
enum StreamFuzzing {
  private enum Heard: Equatable {
    case message(ChannelMessage, Int64)
    case exclusive([UInt8], isWhole: Bool, Int64)
  }

  /// The parser's events for bytes that arrive in pieces, each byte at its own time.
  private static func heard(_ pieces: [ArraySlice<UInt8>], resolves: Bool = true) -> [Heard] {
    let room = 24
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
    memory.initialize(repeating: 0)
    defer { memory.deallocate() }
    var parser = MIDIStreamParser(memory: memory, port: 5)
    parser.deliversTruncated = true
    parser.convertsZeroVelocities = resolves
    var (heard, time): ([Heard], Int64) = ([], 0)
    for piece in pieces {
      for byte in piece {
        let said = parser.take(byte, at: time)
        for said in [said.cut, said.whole] {
          switch said?.event {
          case .message(let message)?: heard.append(.message(message, said?.time ?? 0))
          case .systemExclusive(let count, let isWhole)?:
            heard.append(.exclusive(Array(memory.prefix(count)), isWhole: isWhole, said?.time ?? 0))
          case nil: break
          }
        }
        time += 1
      }
    }
    return heard
  }

  static func violation(_ bytes: [UInt8]) -> String? {
    let whole = heard([bytes[...]])
    for cut in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 16)) {
      if heard([bytes[..<cut], bytes[cut...]]) != whole { return "cut at \(cut), it is another stream" }
    }
    let plain = messages(bytes).filter { !$0.isRealTime }
    for position in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 8)) {
      let disturbed = Array(bytes[..<position] + [0xF8, 0xFE, 0xFD] + bytes[position...])
      if messages(disturbed).filter({ !$0.isRealTime }) != plain { return "real-time bytes at \(position) disturb it" }
    }
    return violationParsing(bytes) ?? violationSplitting(bytes) ?? violationWriting(bytes)
  }

  /// Bytes that arrive together give the same events as bytes that arrive one by one; after a reset nothing of them
  /// remains.
  private static func violationParsing(_ bytes: [UInt8]) -> String? {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 24)
    memory.initialize(repeating: 0)
    defer { memory.deallocate() }
    var (whole, single) = (MIDIStreamParser(memory: memory, port: 5), MIDIStreamParser(memory: memory, port: 5))
    var (heard, expected): ([String], [String]) = ([], [])
    bytes.withUnsafeBufferPointer { whole.parse($0) { event, _ in heard.append("\(event)") } }
    for byte in bytes {
      let said = single.take(byte, at: 0)
      expected += [said.cut?.event, said.whole?.event].compactMap { $0.map { "\($0)" } }
    }
    if heard != expected { return "all bytes at once are heard as something else" }
    if (whole.strayBytes, whole.truncatedMessages) != (single.strayBytes, single.truncatedMessages) {
      return "a parser miscounts"
    }
    whole.reset()
    // a data byte then belongs to no message
    let stray = whole.strayBytes
    _ = whole.take(5, at: 0)
    return whole.strayBytes == stray + 1 ? nil : "a parser remembers after a reset"
  }

  /// Whole messages, system-exclusive ones as packets.
  private static func messages(_ bytes: [UInt8]) -> [ChannelMessage] {
    heard([bytes[...]], resolves: false).flatMap { heard -> [ChannelMessage] in
      switch heard {
      case .message(let message, _): [message]
      case .exclusive(let data, true, _): Array(SystemExclusivePackets(data, port: 5))
      case .exclusive: []
      }
    }
  }

  /// The splitter reports the same, but has no limit for system-exclusive data.
  private static func violationSplitting(_ bytes: [UInt8]) -> String? {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    defer { memory.deallocate() }
    guard let start = memory.baseAddress else { return nil }
    var splitter = PacketSplitter(start, count: bytes.count, port: 5)
    var (found, isLong): ([ChannelMessage], Bool) = ([], false)
    while let part = splitter.next() {
      switch part {
      case .message(let message): found.append(message)
      case .systemExclusive(let start, let end, let count):
        let data = bytes[start..<end].filter { $0 < 0x80 }
        if data.count != count { return "a splitter miscounts" }
        isLong = isLong || count > 24
        found += SystemExclusivePackets(data, port: 5)
      }
    }
    return isLong || found == messages(bytes) ? nil : "splitter and parser differ"
  }

  /// The messages are written and read again, with and without running status.
  private static func violationWriting(_ bytes: [UInt8]) -> String? {
    let messages = messages(bytes)
    for running in [false, true] {
      var writer = MIDIStreamWriter(usesRunningStatus: running)
      let written = messages.flatMap { Array(writer.bytes(of: $0)) }
      if Self.messages(written) != messages { return "what is written is not what was read" }
      if writer.truncatedMessages + writer.strayPackets > 0 { return "the writer left something out" }
    }
    return nil
  }
}
