/// The storage for an effect that moves or drops notes and pedals.
///
/// - Thread: control; the memory it points to belongs to the audio thread
class PedalMemory: HeldNotesMemory, @unchecked Sendable {  // pointers only
  let pedals: UnsafeMutablePointer<HeldPedals>
  private let lines: UnsafeMutablePointer<HeldPedals.Lines>

  override init(_ settings: ChainSettings) {
    lines = .allocate(capacity: HeldPedals.count)
    lines.initialize(repeating: HeldPedals.Lines(), count: HeldPedals.count)
    pedals = .allocate(capacity: 1)
    pedals.initialize(to: HeldPedals(lines: lines))
    super.init(settings)
  }

  deinit {
    pedals.deallocate()
    lines.deallocate()
  }
}
