import TactusMIDI

/// System-exclusive messages by name: the bytes between F0 and F7.
package enum Exclusive {
  package static let gmOn: [UInt8] = [0x7E, 0x7F, 9, 1]
  package static let gmOff: [UInt8] = [0x7E, 0x7F, 9, 2]
  package static let gm2On: [UInt8] = [0x7E, 0x7F, 9, 3]
  package static let gsReset = gs(0x40, 0x00, 0x7F, 0)
  package static let xgOn = xg(0, 0, 0x7E, 0)

  /// A data set of Roland GS with its checksum.
  package static func gs(_ address: UInt8..., device: UInt8 = 0x10) -> [UInt8] {
    let sum = address.reduce(0) { $0 &+ $1 } & 127
    return [0x41, device, 0x42, 0x12] + address + [(128 - sum) & 127]
  }

  /// A parameter change of Yamaha XG.
  package static func xg(_ address: UInt8...) -> [UInt8] { [0x43, 0x10, 0x4C] + address }

  /// Device control: master volume and so on.
  package static func device(_ rest: UInt8...) -> [UInt8] { [0x7F, 0x7F, 4] + rest }
}

extension [UInt8] {
  /// The packets of a system-exclusive message whose bytes these are, without F0 and F7.
  package var packets: [ChannelMessage] { Array<ChannelMessage>(SystemExclusivePackets(self, port: 0)) }
}

extension Stage {
  /// System-exclusive messages that take effect on the next frame to be rendered.
  package func send(exclusive bytes: [UInt8]..., port: UInt8 = 0) {
    for message in bytes { for packet in SystemExclusivePackets(message, port: port) { send(packet) } }
  }
}

extension SeededGenerator {
  /// A system-exclusive message that the synthesizer supports or, if `isWild`, often one that it does not.
  package mutating func exclusive(isWild: Bool) -> [UInt8] {
    func byte() -> UInt8 { UInt8.random(in: 0...127, using: &self) }
    if isWild, oneIn(3) { return (0..<pick([1, 3, 6, 7, 12, 20, 600])).map { _ in byte() } }
    var bytes: [UInt8]
    switch Int.random(in: 0..<15, using: &self) {
    case 0: bytes = pick([Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn, Exclusive.gmOff])
    case 1, 2: bytes = Exclusive.device(pick([1, 2, 3, 4]), byte(), byte())
    case 3: bytes = Exclusive.device(5, 1, 1, 1, 1, pick([1, 2]), pick([0, 1, 2, 3, 4]), byte())
    case 4: bytes = Exclusive.gs(0x40, 0, pick([4, 5, 6]), byte())
    case 5, 6: bytes = Exclusive.gs(0x40, 1, UInt8.random(in: 0x30...0x5A, using: &self), pick([byte(), byte() & 7]))
    case 7, 8: bytes = Exclusive.gs(0x40, pick([0x10, 0x11, 0x12, 0x21]), byte() % 0x4C, pick([byte(), 1, 0, 64]))
    case 9:
      bytes = pick([
        Exclusive.xg(2, 1, byte() % 0x30, byte(), byte()), Exclusive.xg(2, 1, 0x40, pick([5, 6, 7, 8, 66]), 0),
        Exclusive.xg(2, 1, 0x40 + byte() % 0x20, pick([0, 1, 20]), byte()), Exclusive.xg(2, 1, 0x5A, 1),
      ])
    case 10:
      bytes = pick([
        Exclusive.xg(8, pick([0, 1, 9]), byte() % 0x4D, pick([byte(), 1, 0, 64])), equalizer(),
        Exclusive.gs(0x41, pick([2, 4, 7, 8]), .random(in: 35...50, using: &self), pick([0, 1, byte()])),
      ])
    case 11, 12, 13: bytes = insertion()
    default: bytes = [0x7F, 0x7F, 8, 8, byte() & 3, byte(), byte()] + (0..<12).map { _ in byte() }
    }
    if isWild, oneIn(4) { bytes[Int.random(in: bytes.indices, using: &self)] = byte() }
    if isWild, oneIn(8) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &self)) }
    return bytes
  }

  /// A message for an insertion effect of GS or XG.
  private mutating func insertion() -> [UInt8] {
    func byte() -> UInt8 { UInt8.random(in: 0...127, using: &self) }
    switch Int.random(in: 0..<8, using: &self) {
    case 0:
      let (msb, lsb) = pick(Self.insertionTypes)
      return Exclusive.gs(0x40, 3, 0, msb, lsb)
    case 1, 2: return Exclusive.gs(0x40, 3, 3 + byte() % 0x17, byte())
    case 3: return Exclusive.gs(0x40, 0x40 + byte() % 4, 0x22, byte() & 1)
    case 4: return pick([Exclusive.gs(0x40, 2, byte() & 3, byte()), Exclusive.gs(0x40, 0x41, 0x20, byte() & 1)])
    case 5: return Exclusive.xg(3, byte() & 1, 0, pick([5, 0x41, 0x43, 0x45, 0x46, 0x48, 0x49, 0x4C, 0x4D]), 0)
    case 6: return Exclusive.xg(3, byte() & 1, 2 + byte() % 10, byte())
    default:
      return pick([Exclusive.xg(3, byte() & 1, 0x0C, pick([byte() % 4, 127])), Exclusive.xg(2, 1, 0x5B, byte() % 4)])
    }
  }

  /// A message for XG's equalizer of a part or of a drum key.
  package mutating func equalizer() -> [UInt8] {
    let parameter: UInt8 = pick([0, 1, 4, 5])
    let value = UInt8.random(in: 0...127, using: &self)
    return oneIn(3)
      ? Exclusive.xg(0x30, .random(in: 35...50, using: &self), 0x20 + parameter, value)
      : Exclusive.xg(8, pick([0, 1, 9]), 0x72 + parameter, value)
  }

  private static let insertionTypes: [(UInt8, UInt8)] = [
    (0, 0), (1, 0), (1, 0x10), (1, 0x11), (1, 0x20), (1, 0x22), (1, 0x23), (1, 0x25), (1, 0x42), (1, 0x50), (1, 0x52),
    (2, 0), (2, 5),
  ]
}
