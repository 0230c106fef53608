import TactusDSP

/// The memory of one `ChannelState`, allocated once.
///
/// - Thread: control; its contents belong to the thread that uses the state
final class ChannelMemory {
  let channels: UnsafeMutablePointer<Channel>
  let parts: UnsafeMutablePointer<PartSettings>
  let ports: UnsafeMutablePointer<PortState>
  let tunings: TuningPrograms
  let expressions: NoteExpressions
  let exclusiveBytes: UnsafeMutablePointer<UInt8>
  let missing: UnsafeMutablePointer<MissingEntry>
  private let memory: Allocations

  /// - Parameter isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  init(isTouched: Bool = true) {
    memory = Allocations(isTouched: isTouched)
    let controllers: UnsafeMutablePointer<UInt8> = memory.zeros(SynthLimits.channels * 128)
    let pressures: UnsafeMutablePointer<UInt8> = memory.zeros(SynthLimits.channels * 128)
    // Few songs change generators. Two allocations would be small enough for the system to clear them at once.
    let amounts: UnsafeMutablePointer<Double> = memory.zeros(SynthLimits.channels * 2 * Gen.count)
    let drumKeys = memory.reserve(SynthLimits.channels * 128, DrumKey())
    let sounds = memory.allocate(SynthLimits.channels, PartSound())
    let octaves: UnsafeMutablePointer<Double> = memory.zeros(SynthLimits.channels * 12)
    let heldKeys: UnsafeMutablePointer<HeldKey> = memory.zeros(SynthLimits.channels * 128)
    func channel(_ index: Int) -> Channel {
      let added = amounts + index * 2 * Gen.count
      return Channel(
        controllers: controllers + index * 128, keyPressures: pressures + index * 128,
        shape: ChannelShape(sound: sounds + index, added: added, fixed: added + Gen.count),
        drumKeys: drumKeys + index * 128, tuning: ChannelTuning(octave: octaves + index * 12),
        held: HeldKeys(keys: heldKeys + index * 128))
    }
    channels = memory.allocate(SynthLimits.channels, channel(0))
    for index in 0..<SynthLimits.channels { channels[index] = channel(index) }
    parts = memory.allocate(SynthLimits.channels, PartSettings(part: 0))
    ports = memory.allocate(16, PortState())
    tunings = TuningPrograms(
      addresses: memory.allocate(SynthLimits.tuningPrograms, Int32(-1)),
      cents: memory.zeros(SynthLimits.tuningPrograms * 128), counted: memory.allocate(1, 0))
    expressions = NoteExpressions(
      entries: memory.allocate(SynthLimits.noteExpressions, NoteExpressions.Entry()), counted: memory.allocate(1, 0))
    exclusiveBytes = memory.zeros(16 * SynthLimits.exclusiveBytes)
    missing = memory.allocate(SynthLimits.missingPresets, MissingEntry())
  }
}

/// A set of allocations that are freed together.
///
/// - Thread: control
final class Allocations {
  private let isTouched: Bool
  private var release: [() -> Void] = []

  /// - Parameter isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  init(isTouched: Bool = true) { self.isTouched = isTouched }

  /// Allocates `count` values, each set to `value`.
  func allocate<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    release.append { memory.deallocate() }
    return memory
  }

  /// Allocates `count` values whose bytes are 0.
  func zeros<T: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<T> {
    let memory: UnsafeMutablePointer<T> = ZeroedMemory.allocate(count, isTouched: isTouched)
    release.append { ZeroedMemory.free(memory) }
    return memory
  }

  /// Allocates memory for `count` values that is initialized only if all memory is provided at once; whoever uses a
  /// value must have set it.
  func reserve<T: BitwiseCopyable>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
    if isTouched { memory.initialize(repeating: value, count: count) }
    release.append { memory.deallocate() }
    return memory
  }

  deinit { for free in release { free() } }
}
