import TactusPlugin

/// Owns the state that both threads of an instance use.
///
/// - Thread: any
final class VST3State: @unchecked Sendable {  // fixed from init to deinit; its members are atomic
  let shared: UnsafeMutablePointer<VST3SharedState>

  init() {
    shared = .allocate(capacity: 1)
    shared.initialize(to: VST3SharedState())
  }

  deinit { shared.deinitialize(count: 1).deallocate() }

  /// Returns true once if the audio side has requested work.
  func takeMainThreadRequest() -> Bool { shared.pointee.needsMainThread.exchange(false, ordering: .acquiring) }
}

/// The tables of the audio side.
enum VST3Memory {
  /// Allocates the ranges of all parameters.
  static func ranges(of descriptor: PluginDescriptor) -> UnsafePointer<NormalizedRange> {
    copy(descriptor.parameters.map(\.normalizedRange))
  }

  /// Allocates the factory presets.
  static func programs(of descriptor: PluginDescriptor) -> ProgramTable {
    let values = descriptor.presets.flatMap { preset in
      descriptor.parameters.map { $0.clamped(preset.values[$0.symbol] ?? $0.defaultValue) }
    }
    return ProgramTable(
      count: descriptor.presets.count, parameterCount: descriptor.parameters.count, values: copy(values),
      bypass: descriptor.parameters.firstIndex(where: \.isBypass) ?? -1)
  }

  /// Allocates room for the system-exclusive messages of a block: two of the greatest length.
  static func exclusives(of descriptor: PluginDescriptor) -> UnsafeMutableBufferPointer<UInt8> {
    .allocate(capacity: descriptor.hasNoteOutput ? 1 << 17 : 0)
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = memory.initialize(from: elements)
    return UnsafePointer(memory.baseAddress.unsafelyUnwrapped)  // the capacity is not 0
  }
}

extension ParameterDescriptor {
  /// The range with the steps that VST 3 counts.
  var normalizedRange: NormalizedRange {
    let width = range.upperBound - range.lowerBound
    return NormalizedRange(lowest: range.lowerBound, width: width, steps: isStepped ? Int32(width) : 0)
  }
}
