import CLV2
import TactusPlugin

extension LV2Instance {
  /// Runs the work that the audio side has requested, and replies with the latency and the paths that are now in use.
  ///
  /// - Thread: control, also while the plug-in runs
  package func work(_ request: UnsafeRawBufferPointer, answer: (UnsafeRawBufferPointer) -> Void) {
    guard request.count >= LV2Path.header, let work = LV2Properties.Work(rawValue: request[0]) else { return }
    let path = String(decoding: request.dropFirst(LV2Path.header), as: UTF8.self)
    switch work {
    case .mainThreadTasks:
      runMainThreadTasks()
      self.answer(unit.takeAssignmentChange() ? .state : .mainThreadTasks, path: "", answer)
    case .bank:
      load(.bank, path: path)
      self.answer(.bank, path: unit.bankPath ?? "", answer)
    case .document:
      // a file that cannot be read changes nothing
      guard load(.document, path: path) else { return self.answer(.mainThreadTasks, path: "", answer) }
      self.answer(.document, path: path, answer)
      self.answer(.bank, path: unit.bankPath ?? "", answer)
    case .contents:
      runMainThreadTasks()
      // the reply reports a changed state, so that new assignments need no other
      _ = unit.takeAssignmentChange()
      if unit.descriptor.kind == .instrument {
        self.answer(.bank, path: unit.bankPath ?? "", answer)
      } else {
        self.answer(.state, path: "", answer)
      }
    case .state: break
    }
  }

  private func answer(_ work: LV2Properties.Work, path: String, _ answer: (UnsafeRawBufferPointer) -> Void) {
    var bytes = [UInt8](repeating: 0, count: LV2Path.header)
    bytes[0] = work.rawValue
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: Float(unit.latency), toByteOffset: LV2Core.latencyPosition, as: Float.self)
    }
    bytes += path.utf8.prefix(LV2Path.capacity)
    bytes.withUnsafeBytes(answer)
  }
}
