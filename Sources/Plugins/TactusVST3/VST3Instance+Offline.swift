import CVST3
import TactusPlugin

// Offline rendering. The host calls `process` as in real time, but a block may allocate and lock.

extension VST3Instance {
  /// Processes one call of the host, and waits for the samples of the presets that it selects.
  /// - Thread: the host's audio thread, which may wait while the host renders offline
  static func processOffline(
    _ object: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<ProcessData>?
  ) -> tresult {
    guard let instance = VST3Instance.of(object), let data else { return processAudio(object, data) }
    return instance.unit.renderOffline(preparing: instance.programs(selectedIn: data.pointee.inputParameterChanges)) {
      processAudio(object, data)
    }
  }

  /// Returns the program numbers that a block's changes of parameters select.
  private func programs(selectedIn changes: UnsafeMutablePointer<IParameterChanges>?) -> Set<Int> {
    var programs: Set<Int> = []
    for index in 0..<max(0, vst3_queue_count(changes)) {
      guard let queue = vst3_queue(changes, index), let kind = parameters.find(vst3_queue_id(queue)) else { continue }
      for position in 0..<max(0, vst3_point_count(queue)) {
        var (offset, value) = (Int32(0), 0.0)
        guard vst3_point(queue, position, &offset, &value), value == value else { continue }
        if case .program = kind {
          programs.formUnion(unit.programs(ofPreset: Int(parameters.programRange.plain(value))))
        } else if let program = program(selectedBy: kind, value) {
          programs.insert(program)
        }
      }
    }
    return programs
  }

  /// Returns the program number that a change of a parameter selects; nil for other parameters.
  private func program(selectedBy kind: VST3Parameters.Kind, _ value: Double) -> Int? {
    switch kind {
    case .own(let index):
      unit.program(ofParameter: index, unit.descriptor.parameters[index].normalizedRange.plain(value))
    case .program: nil
    case .controller(let controller): PluginUnit.program(selectedBy: controller.message(value))
    }
  }
}
