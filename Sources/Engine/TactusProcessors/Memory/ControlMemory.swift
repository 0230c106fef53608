/// The storage for ``ControllerMap``: the state of each channel, and of the ramps.
final class ControlMemory: LineMemory<ControlLine>, @unchecked Sendable {  // pointers only
  let glides: UnsafeMutablePointer<ControlGlides>

  override init(_ settings: ChainSettings, _ line: ControlLine) {
    glides = .allocate(capacity: 1)
    glides.initialize(to: ControlGlides())
    super.init(settings, line)
  }

  deinit { glides.deallocate() }
}

extension StageMemory {
  /// This memory, downcast to that of a controller map.
  var ofControls: ControlMemory {
    guard let memory = self as? ControlMemory else { preconditionFailure("the memory of another kind of effect") }
    return memory
  }
}
