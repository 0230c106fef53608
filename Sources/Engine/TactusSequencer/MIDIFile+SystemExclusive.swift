import TactusFiles
import TactusMIDI

extension MIDIFile.Event {
  /// The longest system-exclusive message that is played, in bytes. Longer messages are usually memory dumps of a
  /// device.
  private static let longestSystemExclusive = 1 << 16

  /// An upper bound for the number of packets of the event; 0 if it is not a system-exclusive message.
  var mostPackets: Int {
    switch content {
    case .sysEx(let slice), .escape(let slice):
      slice.count > Self.longestSystemExclusive ? 0 : SystemExclusivePackets<[UInt8]>.count(bytes: slice.count)
    default: 0
    }
  }

  /// Returns a system-exclusive message as packets; no packets for other events and damaged messages.
  ///
  /// Some programs write a whole message (F0 … F7) as an escape, which is a group of bytes to be sent unchanged; such
  /// an escape counts as a message.
  func systemExclusivePackets(of track: MIDIFile.Track) -> SystemExclusivePackets<Slice<MIDIFile.Payload>> {
    let payload = track.payload(of: self)
    var data = payload[...]
    switch content {
    case .escape where data.first == 0xF0: data.removeFirst()
    case .sysEx: break
    default: data = payload[0..<0]
    }
    let isWhole = mostPackets > 0 && data.last == 0xF7
    data = data.dropLast()
    return SystemExclusivePackets(isWhole && data.allSatisfy { $0 < 0x80 } ? data : payload[0..<0], port: port)
  }
}
