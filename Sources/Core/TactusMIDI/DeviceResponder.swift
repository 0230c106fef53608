/// Answers universal inquiries: the identity request, and requests for tuning dumps.
///
/// - Thread: control
public struct DeviceResponder: Sendable {
  /// The identity to reply with. The responder answers inquiries to this device number or to all devices (127).
  public var identity: IdentityReply
  /// Returns the tuning of a program as the deviation of each of 128 keys in cents, or nil if there is no such program.
  public var tuning: @Sendable (_ bank: UInt8, _ program: UInt8) -> TuningTable?

  /// A tuning program: its name, and the tuning of its keys.
  public struct TuningTable: Hashable, Sendable {
    /// Up to sixteen characters.
    public var name: String
    /// The deviation from equal temperament of each of 128 keys, in cents. Missing keys deviate by 0.
    public var cents: [Double]

    /// Creates a table.
    public init(name: String, cents: [Double]) { (self.name, self.cents) = (name, cents) }
  }

  /// Creates a responder. Without `tuning`, it does not answer tuning requests.
  public init(
    identity: IdentityReply,
    tuning: @escaping @Sendable (_ bank: UInt8, _ program: UInt8) -> TuningTable? = { _, _ in nil }
  ) {
    (self.identity, self.tuning) = (identity, tuning)
  }

  /// Returns the reply (the bytes between F0 and F7), or nil if the inquiry is for another device or an unknown
  /// program.
  public func reply(to inquiry: DeviceInquiry) -> [UInt8]? {
    guard inquiry.device == 127 || identity.device == 127 || inquiry.device == identity.device else { return nil }
    switch inquiry {
    case .identity: return identity.bytes
    case .tuning(_, let program): return dump(bank: nil, program)
    case .bankTuning(_, let bank, let program): return dump(bank: bank, program)
    }
  }

  private func dump(bank: UInt8?, _ program: UInt8) -> [UInt8]? {
    guard let table = tuning(bank ?? 0, program) else { return nil }
    let dump = TuningDump(device: identity.device, bank: bank, program: program, name: table.name) {
      table.cents.indices.contains($0) ? table.cents[$0] : 0
    }
    return dump.bytes
  }
}
