import Synchronization
import TactusMIDI
import TactusSynth

// Offline rendering. A host that renders offline does not wait for the main thread's tasks, so notes would be left out
// while the samples of a newly selected preset are not ready. A block may take as long as it needs, though: the formats
// prepare the presets before it and run the requested tasks after it, on the thread that renders.

extension PluginUnit {
  /// Prepares the presets with these program numbers, whatever their bank numbers. Samples that are ready cost little.
  /// - Thread: control, any number of threads; a thread that renders offline
  package func prepare(programs: Set<Int>) {
    guard !programs.isEmpty, descriptor.kind == .instrument else { return }
    let presets = bankPresets.filter { programs.contains($0.program) }
      .map { PartProgram(bank: $0.bank, program: $0.program) }
    contents.withLock { $0.prepare(presets) }
  }

  /// Returns the program number that a message selects; nil for other messages.
  package static func program(selectedBy message: ChannelMessage) -> Int? {
    guard !message.isSystemExclusive, !message.isSystem, message.status & 0xF0 == 0xC0 else { return nil }
    return message.isMIDI2 ? Int(message.word1 >> 24 & 127) : Int(message.data1)
  }

  /// Returns the program number of the part whose preset a parameter changes; nil for other parameters.
  ///
  /// - Parameters:
  ///   - index: an index in ``PluginDescriptor/parameters``.
  ///   - value: the parameter's new value.
  package func program(ofParameter index: Int, _ value: Double) -> Int? {
    guard descriptor.parameters.indices.contains(index), value == value else { return nil }
    let parameter = descriptor.parameters[index]
    switch parameter.target {
    case .program: return Int(parameter.clamped(value))
    case .bank(let part):
      return descriptor.index(ofParameter: "program\(part + 1)").map { Int(self.value(ofParameter: $0)) }
    default: return nil
    }
  }

  /// Runs the main thread's tasks if they are requested; if another thread is running them, waits for its end.
  /// - Thread: a thread that renders offline
  package func finishMainThreadTasks() {
    if hasMainThreadRequest { runMainThreadTasks() } else { contents.withLock { _ in } }
  }

  /// Whether the audio side has requested ``runMainThreadTasks()``.
  /// - Thread: any
  package var hasMainThreadRequest: Bool { parameters.table.request.pointee.load(ordering: .relaxed) == 1 }
}
