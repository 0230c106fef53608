/// The names of registered parameters, and descriptions of their values.
///
/// Source: MIDI 1.0, "Registered parameter numbers"; CA-018, CA-026, RP-049 (three-dimensional sound), M1-100 (MPE).
package enum ParameterName {
  /// The name of a registered parameter; nil for an unnamed one.
  package static func name(_ number: UInt16) -> String? {
    switch number {
    case 0: "pitch bend range"
    case 1: "fine tuning"
    case 2: "coarse tuning"
    case 3: "tuning program"
    case 4: "tuning bank"
    case 5: "modulation depth range"
    case 6: "MPE zone"
    case 0x1E80...0x1E88: spatial[Int(number) - 0x1E80]
    default: nil
    }
  }

  private static let spatial = [
    "3D azimuth", "3D elevation", "3D gain", "3D distance ratio", "3D maximum distance", "3D gain at maximum distance",
    "3D reference distance ratio", "3D pan spread", "3D roll",
  ]

  /// Describes a change: "pitch bend range 12 semitones", "NRPN 1/8 = 70".
  package static func words(of change: ParameterChange) -> String {
    let (high, low) = (change.number >> 7, change.number & 127)
    let (coarse, fine) = (change.value >> 7, change.value & 127)
    let plain = change.isFine ? "\(change.value) of 16383" : "\(coarse)"
    guard change.isKnown else {
      let name = change.isRegistered ? name(change.number) ?? "RPN \(high)/\(low)" : "NRPN \(high)/\(low)"
      return name + (change.step > 0 ? " one up, value unknown" : " one down, value unknown")
    }
    guard change.isRegistered else { return "NRPN \(high)/\(low) = \(plain)" }
    guard let name = name(change.number) else { return "RPN \(high)/\(low) = \(plain)" }
    switch change.number {
    case 0: return "\(name) \(coarse) semitones" + (fine > 0 ? " \(fine) cents" : "")
    case 1: return "\(name) \(cents(Int(change.value) - 8_192)) cents"
    case 2: return "\(name) \(signed(Int(coarse) - 64)) semitones"
    case 3, 4: return "\(name) \(coarse)"
    case 6: return coarse == 0 ? "\(name) off" : "\(name) of \(coarse) member channels"
    default: return "\(name) \(plain)"
    }
  }

  /// Converts units of 100/8,192 cents to hundredths of a cent, rounded half away from zero.
  private static func cents(_ value: Int) -> String {
    let hundredths = (value.magnitude * 10_000 + 4_096) / 8_192
    let rest = hundredths % 100
    return (value < 0 ? "-" : "+") + "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
}
