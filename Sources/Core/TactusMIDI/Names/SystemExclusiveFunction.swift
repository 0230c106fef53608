/// Names the function that a system-exclusive message serves, without its values, so that messages can be counted by
/// function: "GS insertion effect Auto Wah".
///
/// Source: Roland SC-88 and SC-88Pro owner's manuals; Yamaha XG specification 1.3; MIDI 1.0 for universal messages.
package enum SystemExclusiveFunction {
  /// Returns the function of a message.
  ///
  /// - Parameter data: the bytes between F0 and F7; the first ones suffice.
  package static func name(_ data: [UInt8]) -> String {
    switch data.first {
    case 0x41: return roland(data)
    case 0x43: return yamaha(data)
    case 0x7E, 0x7F: return universal(data)
    default: return (ManufacturerName.read(data)?.name).map { "\($0) message" } ?? "unknown message"
    }
  }

  private static func universal(_ data: [UInt8]) -> String {
    let words = SystemExclusiveName.words(data)
    // the values follow the name
    let end = words.firstIndex { $0 == "," || ("0"..."9").contains($0) } ?? words.endIndex
    var name = words[..<end]
    while name.last == " " { name.removeLast() }
    return name.isEmpty ? "universal message" : String(name)
  }

  private static func roland(_ data: [UInt8]) -> String {
    guard data.count >= 7, data[3] == 0x12 else {
      return data.count >= 4 && data[3] == 0x11 ? "Roland request" : "Roland message"
    }
    guard data[2] == 0x42 else { return data[2] == 0x45 ? "Sound Canvas display" : "message for another Roland device" }
    guard data[1] == 0x10 || data[1] == 0x7F else { return "GS message for another device" }
    switch (data[4], data[5], data[6]) {
    case (0x40, 0x01, 0x00...0x1F): return "GS patch name"
    case (0x40, 0x01, 0x50...0x5F): return "GS delay"
    case (0x40, 0x01, 0x30), (0x40, 0x01, 0x31): return "GS reverb type"
    case (0x40, 0x01, 0x38): return "GS chorus type"
    case (0x40, 0x01, _): return "GS system effect"
    case (0x40, 0x02, _): return "GS equalizer"
    case (0x40, 0x03, 0x00) where data.count >= 10:
      return "GS insertion effect " + (GSInsertionName.name(data[7], data[8]) ?? "of an unknown type")
    case (0x40, 0x03, _): return "GS insertion effect's parameter"
    case (0x40, 0x10...0x1F, _), (0x50, 0x10...0x1F, _): return "GS part parameter \(data[6].hexadecimal)"
    case (0x40, 0x20...0x2F, _), (0x50, 0x20...0x2F, _): return "GS controller destination"
    case (0x40, 0x40...0x4F, 0x22), (0x50, 0x40...0x4F, 0x22): return "GS insertion effect of a part"
    case (0x40, 0x40...0x4F, 0x20), (0x50, 0x40...0x4F, 0x20): return "GS equalizer of a part"
    case (0x40, 0x40...0x4F, _), (0x50, 0x40...0x4F, _): return "GS map and output of a part"
    case (0x41, _, _), (0x51, _, _): return "GS drum setup \((data[5] & 15).hexadecimal)"
    case (0x49, _, _), (0x59, _, _): return "GS bulk dump of drum setups"
    case (0x48...0x4F, _, _), (0x58...0x5F, _, _): return "GS bulk dump"
    default: return "GS address \(data[4].hexadecimal) \(data[5].hexadecimal)"
    }
  }

  private static func yamaha(_ data: [UInt8]) -> String {
    guard data.count >= 6, data[2] == 0x4C else { return "message for another Yamaha device" }
    let isDump = data[1] & 0x70 == 0
    let address = Array(data.dropFirst(isDump ? 5 : 3).prefix(3))
    guard address.count == 3, isDump || data[1] & 0x70 == 0x10 else { return "XG request" }
    switch (address[0], address[1], address[2]) {
    case (0x00, _, _): return "XG system parameter \(address[2].hexadecimal)"
    case (0x02, 0x01, 0x00...0x1F): return "XG reverb parameter"
    case (0x02, 0x01, 0x20...0x3F): return "XG chorus parameter"
    case (0x02, 0x01, _): return "XG variation effect"
    case (0x02, 0x40, _): return "XG equalizer"
    case (0x03, _, _): return "XG insertion effect"
    case (0x06, _, _), (0x07, _, _): return "XG display"
    case (0x08, _, _): return "XG part parameter \(address[2].hexadecimal)"
    case (0x0A, _, _): return "XG part effect"
    case (0x10...0x1F, _, _): return "XG external part"
    case (0x30...0x3F, _, _): return "XG drum setup \(address[2].hexadecimal)"
    default: return "XG address \(address[0].hexadecimal) \(address[1].hexadecimal)"
    }
  }
}
