/// Answers the universal messages that ask: who a device is, and how its tuning programs are tuned.
///
/// - Thread: control
public struct DeviceResponder: Sendable {
  /// What it says of itself; its device number is the one that it listens to.
  public var identity: IdentityReply
  /// The tuning of a program, nil for one that it does not have: by how many cents each key differs, 128 of them.
  public var tuning: @Sendable (_ bank: UInt8, _ program: UInt8) -> TuningTable?

  /// A tuning program: its name and its keys.
  public struct TuningTable: Hashable, Sendable {
    /// Up to sixteen characters.
    public var name: String
    /// By how many cents each of 128 keys differs from equal temperament; keys that are missing differ by none.
    public var cents: [Double]

    /// A table.
    public init(name: String, cents: [Double]) { (self.name, self.cents) = (name, cents) }
  }

  /// A responder; without tunings, requests for them are not answered.
  public init(
    identity: IdentityReply,
    tuning: @escaping @Sendable (_ bank: UInt8, _ program: UInt8) -> TuningTable? = { _, _ in nil }
  ) {
    (self.identity, self.tuning) = (identity, tuning)
  }

  /// The answer, what stands between F0 and F7; nil where another device is asked, or for what it does not have.
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
