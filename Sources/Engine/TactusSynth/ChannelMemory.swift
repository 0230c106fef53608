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
  private let memory = Allocations()

  init() {
    let controllers = memory.allocate(SynthLimits.channels * 128, UInt8(0))
    let pressures = memory.allocate(SynthLimits.channels * 128, UInt8(0))
    let added = memory.allocate(SynthLimits.channels * Gen.count, 0.0)
    let fixed = memory.allocate(SynthLimits.channels * Gen.count, 0.0)
    let drumKeys = memory.allocate(SynthLimits.channels * 128, DrumKey())
    let sounds = memory.allocate(SynthLimits.channels, PartSound())
    let octaves = memory.allocate(SynthLimits.channels * 12, 0.0)
    let heldKeys = memory.allocate(SynthLimits.channels * 128, HeldKey())
    func channel(_ index: Int) -> Channel {
      Channel(
        controllers: controllers + index * 128, keyPressures: pressures + index * 128,
        shape: ChannelShape(sound: sounds + index, added: added + index * Gen.count, fixed: fixed + index * Gen.count),
        drumKeys: drumKeys + index * 128, tuning: ChannelTuning(octave: octaves + index * 12),
        held: HeldKeys(keys: heldKeys + index * 128))
    }
    channels = memory.allocate(SynthLimits.channels, channel(0))
    for index in 0..<SynthLimits.channels { channels[index] = channel(index) }
    parts = memory.allocate(SynthLimits.channels, PartSettings(part: 0))
    ports = memory.allocate(16, PortState())
    tunings = TuningPrograms(
      addresses: memory.allocate(SynthLimits.tuningPrograms, Int32(-1)),
      cents: memory.allocate(SynthLimits.tuningPrograms * 128, 0.0), counted: memory.allocate(1, 0))
    expressions = NoteExpressions(
      entries: memory.allocate(SynthLimits.noteExpressions, NoteExpressions.Entry()), counted: memory.allocate(1, 0))
    exclusiveBytes = memory.allocate(16 * SynthLimits.exclusiveBytes, UInt8(0))
    missing = memory.allocate(SynthLimits.missingPresets, MissingEntry())
  }
}

/// A set of allocations that are freed together.
///
/// - Thread: control
final class Allocations {
  private var release: [() -> Void] = []

  /// Allocates `count` values, each set to `value`.
  func allocate<T>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    release.append { memory.deallocate() }
    return memory
  }

  deinit { for free in release { free() } }
}
