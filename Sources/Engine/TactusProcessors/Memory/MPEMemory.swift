/// The storage for an effect that handles MPE zones.
///
/// - Thread: control; the memory it points to belongs to the audio thread
final class MPEMemory: PedalMemory, @unchecked Sendable {  // pointers only
  /// The state of each of 16 ports.
  let ports: UnsafeMutablePointer<MPEPort>
  private let members: UnsafeMutablePointer<MPEMember>

  override init(_ settings: ChainSettings) {
    members = .allocate(capacity: 256)
    members.initialize(repeating: MPEMember(), count: 256)
    ports = .allocate(capacity: 16)
    for port in 0..<16 { (ports + port).initialize(to: MPEPort(members: members + 16 * port)) }
    super.init(settings)
  }

  deinit {
    ports.deallocate()
    members.deallocate()
  }
}

extension StageMemory {
  /// This memory, downcast to that of an effect that handles MPE zones.
  var ofMPE: MPEMemory {
    guard let memory = self as? MPEMemory else { preconditionFailure("the memory of another kind of effect") }
    return memory
  }
}

extension MPEZone {
  /// The names of the zones that documents contain; the value is true for the upper zone.
  static var words: [(String, Bool)] { [("lower", false), ("upper", true)] }
}
