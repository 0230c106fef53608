import CLV2
import TactusPlugin

extension LV2Instance {
  /// Runs the work that the audio side has requested, and replies with the latency and the paths that are now in use.
  ///
  /// - Thread: control, also while the plug-in runs
  package func work(_ request: UnsafeRawBufferPointer, reply: (UnsafeRawBufferPointer) -> Void) {
    guard request.count >= LV2Path.header, let work = LV2Properties.Work(rawValue: request[0]) else { return }
    let path = String(decoding: request.dropFirst(LV2Path.header), as: UTF8.self)
    switch work {
    case .mainThreadTasks:
      runMainThreadTasks()
      send(unit.takeAssignmentChange() ? .state : .mainThreadTasks, path: "", reply)
    case .bank:
      load(.bank, path: path)
      send(.bank, path: unit.bankPath ?? "", reply)
    case .document:
      // a file that cannot be read changes nothing
      guard load(.document, path: path) else { return send(.mainThreadTasks, path: "", reply) }
      send(.document, path: path, reply)
      send(.bank, path: unit.bankPath ?? "", reply)
    case .contents:
      runMainThreadTasks()
      // this reply reports the changed state, so a changed assignment of a controller needs no reply of its own
      _ = unit.takeAssignmentChange()
      if unit.descriptor.kind == .instrument {
        send(.bank, path: unit.bankPath ?? "", reply)
      } else {
        send(.state, path: "", reply)
      }
    case .programs:
      // the presets are ready when this call returns, so there is no reply
      unit.prepare(programs: programs(selectedIn: request))
      logRemarks()
    case .state: break
    }
  }

  /// Returns the program numbers that a block may select; see `LV2Core.schedulePresets`.
  private func programs(selectedIn request: UnsafeRawBufferPointer) -> Set<Int> {
    guard request.count >= LV2Core.changedPosition else { return [] }
    let low = request.loadUnaligned(fromByteOffset: LV2Path.header, as: UInt64.self)
    let high = request.loadUnaligned(fromByteOffset: LV2Path.header + 8, as: UInt64.self)
    var programs = Set((0..<128).filter { ($0 < 64 ? low : high) >> UInt64($0 & 63) & 1 == 1 })
    for offset in stride(from: LV2Core.changedPosition, through: request.count - 8, by: 8) {
      let index = Int(request.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      let value = Double(request.loadUnaligned(fromByteOffset: offset + 4, as: Float.self))
      if let program = unit.program(ofParameter: index, value) { programs.insert(program) }
    }
    return programs
  }

  private func send(_ work: LV2Properties.Work, path: String, _ reply: (UnsafeRawBufferPointer) -> Void) {
    var bytes = [UInt8](repeating: 0, count: LV2Path.header)
    bytes[0] = work.rawValue
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: Float(unit.latency), toByteOffset: LV2Core.latencyPosition, as: Float.self)
    }
    bytes += path.utf8.prefix(LV2Path.capacity)
    bytes.withUnsafeBytes(reply)
  }
}
