import TactusMIDI

/// The defects of single packets, regardless of the packets before them.
enum PacketFlaw {
  /// Returns the defect of a packet; nil for a valid packet.
  static func text(of packet: UniversalPacket) -> String? {
    switch packet.type {
    case 0: UtilityMessage(packet) == nil ? "not defined" : nil
    case 1: packet.message.flatMap { !$0.isDefinedSystem ? "not defined" : hasWideData(packet) ? wide : nil }
    case 2:
      packet.word0 >> 20 & 15 < 8 || packet.word0 >> 20 & 15 == 15 ? "not defined" : hasWideData(packet) ? wide : nil
    case 3: exclusive(packet)
    case 4: packet.word0 >> 20 & 15 == 7 ? "not defined" : packet.word0 & 0x8000 != 0 ? wide : nil
    case 5: eightBits(packet)
    case 0xD, 0xF: nil
    default: "not defined"
    }
  }

  private static let wide = "a data byte above 7F"

  private static func hasWideData(_ packet: UniversalPacket) -> Bool { packet.word0 & 0x8080 != 0 }

  private static func exclusive(_ packet: UniversalPacket) -> String? {
    let count = Int(packet.word0 >> 16 & 15)
    guard packet.word0 >> 20 & 15 <= 3 else { return "undefined form" }
    guard count <= 6 else { return "\(count) bytes in a packet of six" }
    return (2..<2 + count).contains { packet.byte($0) > 0x7F } ? wide : nil
  }

  private static func eightBits(_ packet: UniversalPacket) -> String? {
    let (form, count) = (packet.word0 >> 20 & 15, packet.word0 >> 16 & 15)
    guard form <= 3 || form == 8 || form == 9 else { return "undefined form" }
    return form <= 3 && (count < 1 || count > 14) ? "\(count) bytes in a packet of fourteen" : nil
  }
}
