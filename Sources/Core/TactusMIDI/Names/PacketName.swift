/// Describes Universal MIDI Packets in words.
///
/// Source: M2-104-UM §7 (messages), appendix F (tables).
package enum PacketName {
  /// Describes a packet of any type.
  package static func words(of packet: UniversalPacket) -> String {
    switch packet.type {
    case 0: utility(packet)
    case 1...4: packet.message?.description ?? ""
    case 5: channelText(packet) + data(packet)
    case 0xD: flexData(packet)
    case 0xF: stream(packet)
    default: "packet of type \(String(packet.type, radix: 16, uppercase: true)), which is not defined"
    }
  }

  private static func channelText(_ packet: UniversalPacket) -> String {
    packet.group == 0 ? "" : "port \(packet.group + 1) "
  }

  private static func utility(_ packet: UniversalPacket) -> String {
    switch UtilityMessage(packet) {
    case .noOperation: "no operation"
    case .clock(let value): "jitter reduction clock \(value)"
    case .timestamp(let value): "jitter reduction timestamp \(value)"
    case .ticksPerQuarter(let ticks): "\(ticks) ticks a quarter note"
    case .delta(let ticks): "\(ticks) ticks later"
    case nil: "utility message \(packet.word0 >> 20 & 15)"
    }
  }

  private static func data(_ packet: UniversalPacket) -> String {
    let low = packet.word0 >> 16 & 15
    switch packet.word0 >> 20 & 15 {
    case 0...3:
      let bytes = low < 2 ? [] : (3..<Int(2 + min(low, 14))).map { packet.byte($0).hexadecimal }
      return (["eight-bit data, stream \(packet.byte(2)):"] + bytes).joined(separator: " ") + form(packet, at: 20)
    case 8:
      let (chunk, count) = (packet.word1 & 0xFFFF, packet.word1 >> 16)
      return "mixed data set \(low), chunk \(chunk) of \(count == 0 ? "an unknown number" : "\(count)")"
    case 9: return "mixed data set \(low), payload"
    default: return "data message \(packet.word0 >> 20 & 15)"
    }
  }

  /// Describes the two form bits of a packet: whole, first, middle or last.
  private static func form(_ packet: UniversalPacket, at shift: UInt32) -> String {
    ["", " … (first)", " … (middle)", " (last)"][Int(packet.word0 >> shift & 3)]
  }

  // MARK: Flex data

  private static func flexData(_ packet: UniversalPacket) -> String {
    let (bank, status) = (packet.word0 >> 8 & 0xFF, packet.word0 & 0xFF)
    let address = packet.word0 >> 20 & 3
    let channel = address == 0 ? "ch \(packet.word0 >> 16 & 15 + 1) " : ""
    return channelText(packet) + channel + (bank == 0 ? setUp(packet, status) : text(packet, bank, status))
  }

  private static func setUp(_ packet: UniversalPacket, _ status: UInt32) -> String {
    let bytes = (4..<16).map { packet.byte($0) }
    switch status {
    case 0: return "tempo \(beatsPerMinute(packet.word1)) bpm"
    case 1: return "meter \(bytes[0] == 0 ? 256 : Int(bytes[0]))/2^\(bytes[1])"
    case 2: return "metronome, \(bytes[0]) clocks a click"
    case 5: return "key signature, \(Int8(bitPattern: bytes[0]) >> 4) sharps, tonic \(tonic(bytes[0] & 15))"
    case 6: return "chord name"
    default: return "flex data 0/\(status)"
    }
  }

  /// Converts tens of nanoseconds per quarter note to beats per minute, with up to three decimals.
  private static func beatsPerMinute(_ tensOfNanoseconds: UInt32) -> String {
    guard tensOfNanoseconds > 0 else { return "unknown" }
    let thousandths = (UInt64(6_000_000_000_000) + UInt64(tensOfNanoseconds) / 2) / UInt64(tensOfNanoseconds)
    var text = "\(thousandths % 1_000 + 1_000)".dropFirst()
    while text.last == "0" { text.removeLast() }
    return "\(thousandths / 1_000)" + (text.isEmpty ? "" : ".\(text)")
  }

  private static func tonic(_ note: UInt8) -> String {
    let names = ["of no key", "A", "B", "C", "D", "E", "F", "G"]
    return names.indices.contains(Int(note)) ? names[Int(note)] : "\(note)"
  }

  private static func text(_ packet: UniversalPacket, _ bank: UInt32, _ status: UInt32) -> String {
    let names: [UInt32: [String]] = [
      1: [
        "text", "project name", "title", "clip name", "copyright", "composer", "lyricist", "arranger", "publisher",
        "primary performer", "accompanying performer", "recording date", "recording location",
      ],
      2: ["performance text", "lyric", "language of lyrics", "ruby", "language of ruby"],
    ]
    guard let list = names[bank] else { return "flex data \(bank)/\(status)" }
    let name = list.indices.contains(Int(status)) ? list[Int(status)] : "text \(bank)/\(status)"
    return "\(name) \"\(characters(packet, from: 4))\"" + form(packet, at: 22)
  }

  /// The bytes of a packet as text, without the zero padding. A character whose bytes are split across two packets is
  /// shown as two unknown characters.
  private static func characters(_ packet: UniversalPacket, from first: Int) -> String {
    var bytes = (first..<16).map { packet.byte($0) }
    while bytes.last == 0 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Stream messages

  private static func stream(_ packet: UniversalPacket) -> String {
    let bytes = (0..<16).map { packet.byte($0) }
    switch packet.word0 >> 16 & 0x3FF {
    case 0x00: return "endpoint discovery, UMP version \(bytes[2]).\(bytes[3])"
    case 0x01: return "endpoint information, UMP version \(bytes[2]).\(bytes[3]), \(bytes[4] & 127) function blocks"
    case 0x02: return "device identity: " + identity(bytes)
    case 0x03: return "endpoint name \"\(characters(packet, from: 2))\"" + form(packet, at: 26)
    case 0x04: return "product instance \"\(characters(packet, from: 2))\"" + form(packet, at: 26)
    case 0x05: return "stream configuration request, " + configuration(bytes)
    case 0x06: return "stream configuration, " + configuration(bytes)
    case 0x10: return "function block discovery, \(bytes[2] == 255 ? "all" : "block \(bytes[2])")"
    case 0x11:
      let groups = bytes[5] == 0 ? "no groups" : "\(bytes[5]) groups from \(Int(bytes[4]) + 1)"
      return "function block \(bytes[2] & 127)\(bytes[2] > 127 ? "" : ", inactive"), \(groups)"
    case 0x12: return "name of function block \(bytes[2]) \"\(characters(packet, from: 3))\"" + form(packet, at: 26)
    case 0x20: return "start of clip"
    case 0x21: return "end of clip"
    default: return "stream message \(packet.word0 >> 16 & 0x3FF)"
    }
  }

  private static func identity(_ bytes: [UInt8]) -> String {
    IdentityReply([0x7E, 0x7F, 6, 2] + (bytes[5] == 0 ? bytes[5...7] : bytes[5...5]) + bytes[8...15])
      .map { "\($0)" } ?? "not readable"
  }

  private static func configuration(_ bytes: [UInt8]) -> String {
    let stamps = bytes[3] & 3 == 0 ? "" : ", with jitter reduction timestamps"
    return (bytes[2] == 1 ? "MIDI 1.0" : bytes[2] == 2 ? "MIDI 2.0" : "protocol \(bytes[2])") + stamps
  }
}
