/// Describes system common and real-time messages in words.
package enum SystemMessageName {
  /// Describes a message; nil if its status is undefined.
  package static func words(of message: ChannelMessage) -> String? {
    switch message.status {
    case 0xF1: quarterFrame(message.data1)
    case 0xF2: "song position \(message.pitchBend)"
    case 0xF3: "song select \(message.data1)"
    case 0xF6: "tune request"
    case 0xF8: "clock"
    case 0xFA: "start"
    case 0xFB: "continue"
    case 0xFC: "stop"
    case 0xFE: "active sensing"
    case 0xFF: "reset"
    default: nil
    }
  }

  private static func quarterFrame(_ data: UInt8) -> String {
    let pieces = [
      "frames low", "frames high", "seconds low", "seconds high", "minutes low", "minutes high", "hours low",
      "hours high and rate",
    ]
    return "time code quarter frame, \(pieces[Int(data >> 4 & 7)]) \(data & 15)"
  }
}
