import TactusMIDI

/// Converts a stream of MIDI 1.0 bytes to lines; each byte is in exactly one line.
///
/// A line is emitted when its message is complete, so real-time messages precede the message that they interrupt.
struct StreamDecoder {
  private var state = StreamState()
  private var narrator = MessageNarrator()
  /// The bytes of the message in progress.
  private var open: [UInt8] = []
  /// The offset of the message in progress.
  private var openOffset = 0
  /// Consecutive bytes outside messages.
  private var stray: [UInt8] = []
  private var strayOffset = 0

  /// Decodes all bytes.
  static func decode<Failure: Error>(
    _ bytes: some Collection<UInt8>, _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    var decoder = StreamDecoder()
    var offset = 0
    for byte in bytes {
      try decoder.take(byte, at: offset, body)
      offset += 1
    }
    try decoder.reportStray(body)
    try decoder.reportCut("truncated at the end: ", body)
  }

  private mutating func take<Failure: Error>(
    _ byte: UInt8, at offset: Int, _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    let cutBefore = state.truncatedMessages
    let step = state.take(byte, port: 0)
    if case .stray = step {} else { try reportStray(body) }
    if state.truncatedMessages > cutBefore { try reportCut("interrupted by \(byte.hexadecimal): ", body) }
    switch step {
    case .stray:
      if byte >= 0xF8 { return try body(Self.strayLine([byte], at: offset)) }
      if stray.isEmpty { strayOffset = offset }
      stray.append(byte)
    case .part, .exclusiveBegin, .exclusiveData: add(byte, at: offset)
    case .message(let message) where byte >= 0xF8:
      try body(DecodedLine(offset: offset, bytes: [byte], words: narrator.words(of: message)))
    case .message(let message):
      add(byte, at: offset)
      let isRunning = open[0] < 0x80
      try report(narrator.words(of: message) + (isRunning ? " (running status)" : ""), body)
    case .exclusiveEnd:
      add(byte, at: offset)
      try report(MessageNarrator.words(ofExclusive: open.dropFirst().dropLast()), body)
    }
  }

  private mutating func add(_ byte: UInt8, at offset: Int) {
    if open.isEmpty { openOffset = offset }
    open.append(byte)
  }

  private mutating func report<Failure: Error>(
    _ words: String, isFlaw: Bool = false, _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    try body(DecodedLine(offset: openOffset, bytes: open, words: words, isFlaw: isFlaw))
    open.removeAll(keepingCapacity: true)
  }

  private mutating func reportCut<Failure: Error>(
    _ how: String, _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    guard let status = open.first else { return }
    let what =
      status == 0xF0
      ? MessageNarrator.words(ofExclusive: open.dropFirst())
      : "an incomplete message of \(open.count.counted("byte"))"
    try report(how + what, isFlaw: true, body)
  }

  private mutating func reportStray<Failure: Error>(
    _ body: (DecodedLine) throws(Failure) -> Void
  ) throws(Failure) {
    guard !stray.isEmpty else { return }
    try body(Self.strayLine(stray, at: strayOffset))
    stray.removeAll(keepingCapacity: true)
  }

  private static func strayLine(_ bytes: [UInt8], at offset: Int) -> DecodedLine {
    let isData = bytes.contains { $0 < 0x80 }
    let words =
      bytes == [0xF7]
      ? "F7 without a message"
      : isData ? "stray data bytes outside a message" : "stray: undefined status"
    return DecodedLine(offset: offset, bytes: bytes, words: words, isFlaw: true)
  }
}
