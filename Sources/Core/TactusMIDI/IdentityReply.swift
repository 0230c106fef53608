/// A device's reply to an identity request: `7E dev 06 02`, manufacturer, family, model, version.
///
/// Source: MIDI 1.0 Detailed Specification, "Inquiry messages".
/// - Thread: control
public struct IdentityReply: Hashable, Sendable {
  /// The device number, 0…127; 127 means "all devices".
  public var device: UInt8
  /// The manufacturer's ID: one byte, or three bytes that begin with 0.
  public var manufacturer: [UInt8]
  /// The device family, 0…16,383.
  public var family: UInt16
  /// The model within its family, 0…16,383.
  public var model: UInt16
  /// The version: four bytes, 0…127, in a format that the manufacturer defines.
  public var version: [UInt8]

  /// Creates a reply. Numbers are masked to their 7 or 14 bits.
  ///
  /// - Precondition: the manufacturer's ID is one byte other than 0, or three bytes that begin with 0; the version has
  ///   four bytes.
  public init(device: UInt8 = 0, manufacturer: [UInt8], family: UInt16, model: UInt16, version: [UInt8]) {
    precondition(manufacturer.count == (manufacturer.first == 0 ? 3 : 1) && version.count == 4)
    (self.device, self.manufacturer) = (device & 127, manufacturer.map { $0 & 127 })
    (self.family, self.model) = (family & 16_383, model & 16_383)
    self.version = version.map { $0 & 127 }
  }

  /// Parses the bytes between F0 and F7; nil if they are not an identity reply or are too few.
  public init?(_ data: [UInt8]) {
    guard data.count >= 5, data[0] == 0x7E, data[2] == 6, data[3] == 2 else { return nil }
    let count = data[4] == 0 ? 3 : 1
    guard data.count >= 12 + count else { return nil }
    let rest = Array(data[(4 + count)...])
    self.init(
      device: data[1], manufacturer: Array(data[4..<(4 + count)]), family: UInt16(rest[0]) | UInt16(rest[1]) << 7,
      model: UInt16(rest[2]) | UInt16(rest[3]) << 7, version: Array(rest[4..<8]))
  }

  /// The message: the bytes between F0 and F7. Numbers beyond their ranges are masked, as on creation.
  public var bytes: [UInt8] {
    let numbers = [family, model].flatMap { [UInt8($0 & 127), UInt8($0 >> 7 & 127)] }
    return [0x7E, device & 127, 6, 2] + (manufacturer + numbers + version).map { $0 & 127 }
  }
}

extension IdentityReply: CustomStringConvertible {
  /// Text such as "Roland family 66 model 1 version 0.0.1.0".
  public var description: String {
    let name = ManufacturerName.read(manufacturer)?.name ?? "?"
    return "\(name) family \(family) model \(model) version \(version.map { "\($0)" }.joined(separator: "."))"
  }
}
