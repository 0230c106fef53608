import TactusFiles
import TactusMIDI
import TactusTime

extension [UInt8] {
  mutating func append(text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int64, digits: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = value.magnitude
    while rest > 0 || count - start < digits {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    self[start...].reverse()
  }

  /// Two hexadecimal digits, after a space unless it is the first of a group.
  mutating func append(hex byte: UInt8, isFirst: Bool = false) {
    if !isFirst { append(UInt8(ascii: " ")) }
    for digit in [byte >> 4, byte & 15] {
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Seconds with nine decimals, exactly rounded.
  mutating func append(seconds: ExactSeconds) {
    let (scaled, overflow) = seconds.numerator.multipliedReportingOverflow(by: 2_000_000_000)
    guard !overflow, seconds.numerator >= 0, seconds.denominator < 1 << 62,
      let nanoseconds = Int64(exactly: (scaled + seconds.denominator) / (2 * seconds.denominator))
    else { return append(text: seconds.text(digits: 9)) }
    append(decimal: nanoseconds / 1_000_000_000)
    append(UInt8(ascii: "."))
    append(decimal: nanoseconds % 1_000_000_000, digits: 9)
  }
}

extension MIDIFile.Track {
  /// The event's bytes as hexadecimal digits: channel messages and system-exclusive messages as on a wire, meta events as
  /// in a file. Nil is the track's end.
  func appendBytes(of event: MIDIFile.Event?, to line: inout [UInt8]) {
    guard let event else { return line.append(text: "FF 2F 00") }
    switch event.content {
    case .channel(let message):
      line.append(hex: message.status, isFirst: true)
      line.append(hex: message.data1)
      if message.byteCount == 3 { line.append(hex: message.data2) }
    case .meta(let type, let slice):
      line.append(hex: 0xFF, isFirst: true)
      line.append(hex: type)
      for shift in [21, 14, 7, 0] where shift == 0 || slice.count >> shift > 0 {
        line.append(hex: UInt8(slice.count >> shift & 127) | (shift > 0 ? 128 : 0))
      }
      append(slice, to: &line)
    case .sysEx(let slice):
      line.append(hex: 0xF0, isFirst: true)
      append(slice, to: &line)
    case .escape(let slice), .packet(let slice): append(slice, to: &line, isFirst: true)
    case .tempo(let units):
      // as a MIDI file would have it, to the nearest microsecond
      let microseconds = (Int(units) + 50) / 100
      for byte in [0xFF, 0x51, 3, microseconds >> 16, microseconds >> 8, microseconds] {
        line.append(hex: UInt8(truncatingIfNeeded: byte), isFirst: byte == 0xFF)
      }
    }
  }

  private func append(_ slice: MIDIFile.Slice, to line: inout [UInt8], isFirst: Bool = false) {
    payload(slice).withUnsafeBytes { bytes in
      for (index, byte) in bytes.enumerated() { line.append(hex: byte, isFirst: isFirst && index == 0) }
    }
  }

  /// What an event says, in words for people.
  func words(of event: MIDIFile.Event?) -> String {
    guard let event else { return "end of track" }
    switch event.content {
    case .channel(let message): return message.description
    case .sysEx(let slice): return "system exclusive, \((slice.count + 1).counted("byte"))"
    case .escape(let slice): return "raw, \(slice.count.counted("byte"))"
    case .packet(let slice): return "packet, \(slice.count.counted("byte"))"
    case .meta, .tempo: return meaning(of: event).map { words(of: $0, event) } ?? "meta event"
    }
  }

  private func words(of meta: MIDIFile.Meta, _ event: MIDIFile.Event) -> String {
    switch meta {
    case .sequenceNumber(let number): "sequence number \(number.map { "\($0)" } ?? "by position")"
    case .text(let kind): "\(kind.words) \"\(payload(of: event).text().printable)\""
    case .channelPrefix(let channel): "for channel \(channel + 1)"
    case .port(let port): "port \(port + 1)"
    case .tempo(let units): "tempo \(Tempo(tensOfNanoseconds: UInt32(clamping: units)).words) bpm"
    case .smpteOffset(let offset): "starts at \(offset.words)"
    case .timeSignature(let signature): "meter \(signature.words)"
    case .keySignature(let key): "key \(key.words)"
    case .sequencerSpecific: "for a sequencer, \(payload(of: event).count.counted("byte"))"
    case .other(let type): "meta event \(type)"
    }
  }
}

extension Tempo {
  /// Quarter notes per minute with up to three decimals: "120", "96.5".
  var words: String {
    var text = bpm.fixed(3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension MIDIFile.TimeSignature {
  /// "3/4"; what makes no sense as it is written.
  var words: String {
    isMeaningful ? "\(numerator)/\(denominator)" : "\(rawNumerator)/2^\(denominatorPower), counted as 4/4"
  }
}

extension MIDIFile.KeySignature {
  /// "E flat major".
  var words: String {
    let names = [
      "C flat", "G flat", "D flat", "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B", "F sharp",
      "C sharp",
      "G sharp", "D sharp", "A sharp",
    ]
    let index = Int(sharps) + 7 + (isMinor ? 3 : 0)
    return (names.indices.contains(index) ? names[index] : "?") + (isMinor ? " minor" : " major")
  }
}

extension MIDIFile.SMPTEOffset {
  /// "01:00:00:00.00".
  var words: String {
    let parts = [rateAndHours & 31, minutes, seconds, frames].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.joined(separator: ":") + (subframes < 10 ? ".0" : ".") + "\(subframes)"
  }
}

extension MIDIFile.TextKind {
  var words: String {
    switch self {
    case .text: "text"
    case .copyright: "copyright"
    case .trackName: "track name"
    case .instrumentName: "instrument"
    case .lyric: "lyric"
    case .marker: "marker"
    case .cuePoint: "cue"
    case .programName: "program name"
    case .deviceName: "device"
    default: "text \(rawValue)"
    }
  }
}
