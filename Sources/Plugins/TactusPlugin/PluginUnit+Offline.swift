import Synchronization
import TactusMIDI
import TactusSynth

// Offline rendering. A host that renders offline does not wait until the main thread has prepared a newly selected
// preset, so notes of the preset would be missing. But a block may take as long as it needs. The code of each plug-in
// format therefore prepares the presets before a block, and runs the requested tasks after it, on the thread that
// renders.

extension PluginDescriptor {
  /// The indices of the parameters whose changes may select a preset: programs and banks of parts.
  package var programParameters: [Int] {
    parameters.indices.filter { index in
      switch parameters[index].target {
      case .program, .bank: true
      default: false
      }
    }
  }
}

extension PluginUnit {
  /// Renders a block of a host that renders offline: runs the requested tasks, prepares the presets that the block
  /// selects, calls `render`, and runs the tasks that the block has requested.
  ///
  /// - Parameters:
  ///   - programs: the program numbers, 0…127, that the block's events may select; evaluated only for instruments,
  ///     after the requested tasks.
  ///   - render: the call of the format that renders the block.
  /// - Returns: what `render` returns.
  /// - Thread: a thread that renders offline
  package func renderOffline<Status>(
    preparing programs: @autoclosure () -> Set<Int>, _ render: () -> Status
  ) -> Status {
    finishMainThreadTasks()
    prepare(programs: programs())
    let status = render()
    finishMainThreadTasks()
    return status
  }

  /// Prepares the presets with these program numbers (0…127) in all banks. Presets whose samples are ready take little
  /// time. Samples that cannot be decoded become remarks. Plug-ins other than instruments have nothing to prepare.
  /// - Thread: control, any number of threads; a thread that renders offline
  package func prepare(programs: @autoclosure () -> Set<Int>) {
    guard descriptor.kind == .instrument else { return }
    let programs = programs()
    guard !programs.isEmpty else { return }
    let presets = bankPresets.filter { programs.contains($0.program) }
      .map { PartProgram(bank: $0.bank, program: $0.program) }
    contents.withLock { $0.prepare(presets) }
  }

  /// Returns the program number, 0…127, that a message selects; nil for other messages.
  /// - Thread: any
  package static func program(selectedBy message: ChannelMessage) -> Int? {
    guard !message.isSystemExclusive, !message.isSystem, message.status & 0xF0 == 0xC0 else { return nil }
    return message.isMIDI2 ? Int(message.word1 >> 24 & 127) : Int(message.data1)
  }

  /// Returns the program number, 0…127, that a part has after a change of its program or bank parameter; nil for other
  /// parameters.
  ///
  /// - Parameters:
  ///   - index: an index in ``PluginDescriptor/parameters``.
  ///   - value: the parameter's new value.
  /// - Thread: any
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

  /// Returns the program numbers, 0…127, of all parts in a preset of ``PluginDescriptor/presets``.
  /// - Thread: any
  package func programs(ofPreset index: Int) -> [Int] {
    guard descriptor.presets.indices.contains(index) else { return [] }
    let values = descriptor.presets[index].values
    return descriptor.parameters.compactMap { parameter in
      guard case .program = parameter.target else { return nil }
      return Int(parameter.clamped(values[parameter.symbol] ?? parameter.defaultValue))
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
