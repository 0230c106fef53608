/// Describes system-exclusive messages in words.
///
/// Source: MIDI 1.0, universal system-exclusive messages and the recommended practices that extend them; the Roland GS
/// and Yamaha XG manuals.
package enum SystemExclusiveName {
  /// Describes a message.
  ///
  /// - Parameter bytes: the bytes between F0 and F7.
  package static func words(_ bytes: some Collection<UInt8>) -> String {
    // the first bytes identify most messages, but checksums and dumps require all bytes
    let data = Array(bytes)
    guard let first = data.first else { return "empty" }
    switch first {
    case 0x7E: return universal(data, isRealTime: false)
    case 0x7F: return universal(data, isRealTime: true)
    case 0x41: return roland(data)
    case 0x43: return yamaha(data)
    default: return ManufacturerName.read(data)?.name ?? "cut before the manufacturer's number"
    }
  }

  private static func universal(_ data: [UInt8], isRealTime: Bool) -> String {
    guard data.count >= 4 else { return "universal, cut short" }
    let words = isRealTime ? realTime(data) : nonRealTime(data)
    let kind = isRealTime ? "universal real-time" : "universal"
    let text = words ?? "\(kind) \(data[2].hexadecimal) \(data[3].hexadecimal)"
    return data[1] == 0x7F ? text : text + ", device \(data[1])"
  }

  // MARK: Non-real-time

  private static func nonRealTime(_ data: [UInt8]) -> String? {
    switch (data[2], data[3]) {
    case (0x01, _): "sample dump header"
    case (0x02, _): "sample data packet"
    case (0x03, _): "sample dump request"
    case (0x04, _): "MIDI time code set-up"
    case (0x05, _): "sample dump extension"
    case (0x06, 0x01): "identity request"
    case (0x06, 0x02): IdentityReply(data).map { "identity reply: \($0)" } ?? "identity reply, cut short"
    case (0x07, _): "file dump"
    case (0x08, let kind): tuning(kind, data)
    case (0x09, 0x01): "General MIDI on"
    case (0x09, 0x02): "General MIDI off"
    case (0x09, 0x03): "General MIDI 2 on"
    case (0x0A, 0x01): "downloadable sounds on"
    case (0x0A, 0x02): "downloadable sounds off"
    case (0x0B, _): "file reference"
    case (0x0C, _): "visual control"
    case (0x0D, let kind): capabilityInquiry(kind)
    case (0x7B, _): "end of file"
    case (0x7C, _): "wait"
    case (0x7D, _): "cancel"
    case (0x7E, _): "not acknowledged"
    case (0x7F, _): "acknowledged"
    default: nil
    }
  }

  private static func tuning(_ kind: UInt8, _ data: [UInt8]) -> String? {
    func number(_ position: Int) -> String { position < data.count ? "\(data[position])" : "?" }
    switch kind {
    case 0: return "tuning dump request, program \(number(4))"
    case 1: return "tuning dump, program \(number(4))" + title(data, at: 5)
    case 2: return "tuning change, program \(number(4)), \(number(5)) keys"
    case 3: return "tuning dump request, bank \(number(4)) program \(number(5))"
    case 4: return "tuning dump, bank \(number(4)) program \(number(5))" + title(data, at: 6)
    case 5, 6: return "octave tuning dump, bank \(number(4)) program \(number(5))" + title(data, at: 6)
    case 7: return "tuning change, bank \(number(4)) program \(number(5)), \(number(6)) keys"
    case 8, 9: return "octave tuning of channels, \(kind == 8 ? "one byte" : "two bytes") a key"
    default: return nil
    }
  }

  /// Reads the sixteen characters of a tuning name and removes the padding.
  private static func title(_ data: [UInt8], at position: Int) -> String {
    guard data.count >= position + 16 else { return ", cut short" }
    var name = data[position..<position + 16].map { (32..<127).contains($0) ? $0 : 63 }
    while name.last == 32 { name.removeLast() }
    return name.isEmpty ? "" : " \"\(String(decoding: name, as: UTF8.self))\""
  }

  private static func capabilityInquiry(_ kind: UInt8) -> String {
    let names: [UInt8: String] = [
      0x70: "discovery", 0x71: "reply to discovery", 0x72: "endpoint inquiry", 0x73: "reply to endpoint inquiry",
      0x7D: "acknowledged", 0x7E: "invalidate MUID", 0x7F: "not acknowledged",
    ]
    switch kind {
    case 0x10...0x1F: return "MIDI-CI protocol negotiation"
    case 0x20...0x2F: return "MIDI-CI profile"
    case 0x30...0x3F: return "MIDI-CI property exchange"
    case 0x40...0x4F: return "MIDI-CI process inquiry"
    default: return "MIDI-CI " + (names[kind] ?? kind.hexadecimal)
    }
  }

  // MARK: Real-time

  private static func realTime(_ data: [UInt8]) -> String? {
    switch (data[2], data[3]) {
    case (0x01, 0x01): "time code " + timeCode(data, at: 4)
    case (0x01, 0x02): "time code user bits"
    case (0x02, _): "show control"
    case (0x03, 0x01): "bar number"
    case (0x03, 0x02), (0x03, 0x42): "time signature"
    case (0x04, 0x01): "master volume \(value14(data)) of 16383"
    case (0x04, 0x02): "master balance \(value14(data)) of 16383"
    case (0x04, 0x03): "master fine tuning \(value14(data)) of 16383"
    case (0x04, 0x04): "master coarse tuning \(data.count > 5 ? Int(data[5]) - 64 : 0) semitones"
    case (0x04, 0x05): "global parameters"
    case (0x05, _): "time code cueing"
    case (0x06, let command): "machine control " + machineControl(command, data)
    case (0x07, _): "machine control response"
    case (0x08, let kind): tuning(kind, data)
    case (0x09, 0x01): "channel pressure destinations"
    case (0x09, 0x02): "key pressure destinations"
    case (0x09, 0x03): "controller destinations"
    case (0x0A, 0x01): "key-based controllers"
    case (0x0B, 0x01): "scalable polyphony"
    case (0x0C, _): "mobile phone control"
    default: nil
    }
  }

  private static func value14(_ data: [UInt8]) -> Int { data.count > 5 ? Int(data[5]) << 7 | Int(data[4]) : 0 }

  /// Returns text such as "01:02:03:04 at 25 frames".
  private static func timeCode(_ data: [UInt8], at position: Int) -> String {
    guard data.count >= position + 4 else { return "cut short" }
    let rates = ["24", "25", "29.97 drop", "30"]
    let parts = [data[position] & 31] + data[(position + 1)..<(position + 4)].map { $0 & 63 }
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return text + " at \(rates[Int(data[position] >> 5 & 3)]) frames"
  }

  private static func machineControl(_ command: UInt8, _ data: [UInt8]) -> String {
    let names: [UInt8: String] = [
      0x01: "stop", 0x02: "play", 0x03: "deferred play", 0x04: "fast forward", 0x05: "rewind", 0x06: "record",
      0x07: "record exit", 0x08: "record pause", 0x09: "pause", 0x0A: "eject", 0x0B: "chase", 0x0D: "reset",
      0x40: "write", 0x47: "shuttle",
    ]
    if command == 0x44, data.count >= 11, data[5] == 1 { return "locate " + timeCode(data, at: 6) }
    return names[command] ?? (command == 0x44 ? "locate" : command.hexadecimal)
  }

  // MARK: Manufacturers

  private static func roland(_ data: [UInt8]) -> String {
    guard data.count >= 8, data[2] == 0x42 else { return "Roland" }
    let address = data[4...6].map { $0.hexadecimal }.joined(separator: " ")
    if data[3] == 0x11 { return "Roland GS request \(address)" }
    guard data[3] == 0x12 else { return "Roland GS \(data[3].hexadecimal)" }
    let isRight = data[4...].reduce(0) { $0 &+ $1 } & 127 == 0
    let suffix = isRight ? "" : ", wrong checksum"
    switch (data[4], data[5], data[6]) {
    case (0x40, 0x00, 0x7F): return (data[7] == 0 ? "Roland GS reset" : "Roland GS off") + suffix
    case (0x00, 0x00, 0x7F): return "Roland GS system mode \(Int(data[7]) + 1)" + suffix
    default: return "Roland GS data set \(address)" + suffix
    }
  }

  private static func yamaha(_ data: [UInt8]) -> String {
    guard data.count >= 6, data[2] == 0x4C else { return "Yamaha" }
    let address = data[3...5].map { $0.hexadecimal }.joined(separator: " ")
    switch (data[1] & 0xF0, address) {
    case (0x10, "00 00 7E"): return "Yamaha XG on"
    case (0x10, "00 00 7F"): return "Yamaha XG all parameters reset"
    case (0x10, _): return "Yamaha XG parameter \(address)"
    case (0x00, _): return "Yamaha XG bulk dump"
    case (0x20, _): return "Yamaha XG dump request"
    case (0x30, _): return "Yamaha XG parameter request"
    default: return "Yamaha XG"
    }
  }
}
