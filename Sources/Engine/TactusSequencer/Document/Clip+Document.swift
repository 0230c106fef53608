import TactusFiles
import TactusMIDI
import TactusTime

/// Bytes in a document: a string with two hexadecimal digits for each byte.
struct DocumentBytes: DocumentValue {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from node: DocumentNode) throws(DocumentProblem) {
    let text = try String(from: node)
    let digits = text.utf8.filter { $0 != 0x20 }.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else {
      throw node.expected("bytes of two hexadecimal digits, such as \"7E 7F 09 01\"")
    }
    bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
  }

  var json: JSON {
    .string(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " "))
  }
}

extension ClipMessage: DocumentValue {
  /// Reads an object with `at` and one of: `controller` and `value`, `program`, `wheel`, `pressure` (and `key`),
  /// `systemExclusive`, or the words of a `packet`. `channel` and `port` count from 1.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let tick = try object.ticks("at") ?? 0
    guard tick >= 0 else { throw object.expected("a position that is not negative", "at") }
    let channel: UInt8 = try object.number("channel", 1...16, default: 1) - 1
    let port: UInt8 = try object.number("port", 1...16, default: 1) - 1
    if let content = try Self.message(object, channel, port) {
      self.init(tick: tick, content)
    } else if let bytes = try object.readIfPresent(DocumentBytes.self, "systemExclusive")?.bytes {
      let inner = Array(Self.data(bytes))
      guard inner.allSatisfy({ $0 < 0x80 }) else { throw object.expected("bytes below 80", "systemExclusive") }
      self.init(tick: tick, .systemExclusive(inner, port: port))
    } else {
      let kinds = "\"controller\", \"program\", \"wheel\", \"pressure\", \"systemExclusive\" or \"packet\""
      throw node.expected("a message with one of " + kinds)
    }
  }

  private static func message(_ object: DocumentObject, _ channel: UInt8, _ port: UInt8) throws(DocumentProblem)
    -> ChannelMessage?
  {
    if let controller: UInt8 = try object.number("controller", 0...127) {
      guard let value: UInt8 = try object.number("value", 0...127) else {
        throw object.expected("the controller's value, 0…127", "value")
      }
      return ChannelMessage(status: 0xB0 | channel, controller, value, port: port)
    } else if let program: UInt8 = try object.number("program", 0...127) {
      return ChannelMessage(status: 0xC0 | channel, program, port: port)
    } else if let pitchBend: Int = try object.number("wheel", -8192...8191) {
      let value = pitchBend + 8192
      return ChannelMessage(status: 0xE0 | channel, UInt8(value & 127), UInt8(value >> 7), port: port)
    } else if let pressure: UInt8 = try object.number("pressure", 0...127) {
      guard let key = try object.readIfPresent(DocumentPitch.self, "key")?.key else {
        return ChannelMessage(status: 0xD0 | channel, pressure, port: port)
      }
      return ChannelMessage(status: 0xA0 | channel, key, pressure, port: port)
    } else if let words = try object.readIfPresent([UInt32].self, "packet") {
      guard words.count == 2 else { throw object.expected("two words of 32 bits", "packet") }
      let message = ChannelMessage(word0: words[0], word1: words[1])
      guard !message.isOfNote else {
        throw object.expected("a packet other than a note-on or note-off; put notes into \"notes\"", "packet")
      }
      return message
    }
    return nil
  }

  /// Returns a system-exclusive message without the F0 at its start and the F7 at its end, if it has them.
  private static func data(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let data = bytes.first == 0xF0 ? bytes.dropFirst() : bytes[...]
    return data.last == 0xF7 ? data.dropLast() : data
  }

  /// The object that ``init(from:)`` reads; numbers out of range are written as they are played.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(min(max(0, tick), TimeSettings.tickLimit), "at", unless: 0)
    switch content {
    case .systemExclusive(let bytes, let port):
      object.put(DocumentBytes(Self.data(bytes).map { $0 & 127 }), "systemExclusive")
      object.put((port & 15) + 1, "port", unless: 1)
    case .channel(let message):
      guard Self.put(message, &object) else {
        object.put([message.word0, message.word1], "packet")
        break
      }
      object.put(message.channel + 1, "channel", unless: 1)
      object.put(message.port + 1, "port", unless: 1)
    }
    return object.json
  }

  private static func put(_ message: ChannelMessage, _ object: inout DocumentWriter) -> Bool {
    guard message == ChannelMessage(status: message.status, message.data1, message.data2, port: message.port) else {
      return false
    }
    switch message.kind {
    case .controller:
      object.put(message.data1, "controller")
      object.put(message.data2, "value")
    case .program where message.data2 == 0: object.put(message.data1, "program")
    case .pitchBend: object.put(message.pitchBend - 8192, "wheel")
    case .channelPressure where message.data2 == 0: object.put(message.data1, "pressure")
    case .keyPressure:
      object.put(message.data1, "key")
      object.put(message.data2, "pressure")
    default: return false
    }
    return true
  }
}

extension Clip: DocumentValue {
  /// Reads an object with `notes`, `messages` and `length`, all optional.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(
      notes: try object.value("notes", default: []), messages: try object.value("messages", default: []),
      length: try object.ticks("length"))
    if let length, length < 0 { throw object.expected("a length that is not negative", "length") }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(length.map { min(max(0, $0), TimeSettings.tickLimit) }, "length")
    object.put(messages.filter { !$0.isOfNote }, "messages", unless: [])
    object.put(notes, "notes", unless: [])
    return object.json
  }
}

extension FileEvent: DocumentValue {
  /// Reads an object with `at` and one of: `meta` and `bytes`, `tempo`, `escape`, `packet`, `unfinished` or
  /// `noteOff`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let port: UInt8 = try object.number("port", 1...16, default: 1) - 1
    let content: Content
    let bytes = { (name: String) throws(DocumentProblem) in try object.readIfPresent(DocumentBytes.self, name)?.bytes }
    if let type: UInt8 = try object.number("meta", 0...255) {
      content = .meta(type: type, try bytes("bytes") ?? [])
    } else if let units: UInt32 = try object.number("tempo", 1...UInt32.max) {
      content = .tempo(tenNanoseconds: units)
    } else if let bytes = try bytes("escape") {
      content = .escape(bytes, port: port)
    } else if let bytes = try bytes("packet") {
      content = .packet(bytes)
    } else if let bytes = try bytes("unfinished") {
      content = .unfinished(bytes, port: port)
    } else if let words = try object.readIfPresent([UInt32].self, "noteOff"), words.count == 2 {
      content = .noteOff(ChannelMessage(word0: words[0], word1: words[1]))
    } else {
      throw node.expected("an event with \"meta\", \"tempo\", \"escape\", \"packet\", \"unfinished\" or \"noteOff\"")
    }
    self.init(tick: try object.ticks("at") ?? 0, content)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(TimeSettings.clamp(tick: tick), "at", unless: 0)
    switch content {
    case .meta(let type, let bytes):
      object.put(type, "meta")
      object.put(bytes.isEmpty ? nil : DocumentBytes(bytes), "bytes")
    case .tempo(let units): object.put(units, "tempo")
    case .escape(let bytes, let port):
      object.put(DocumentBytes(bytes), "escape")
      object.put((port & 15) + 1, "port", unless: 1)
    case .packet(let bytes): object.put(DocumentBytes(bytes), "packet")
    case .unfinished(let bytes, let port):
      object.put(DocumentBytes(bytes), "unfinished")
      object.put((port & 15) + 1, "port", unless: 1)
    case .noteOff(let message): object.put([message.word0, message.word1], "noteOff")
    }
    return object.json
  }
}
