import Synchronization

/// The MIDI controllers that control parameters of a plug-in, and learning them: see ``PluginUnit/midiLearn``.
///
///     unit.midiLearn.begin(parameter)       the next controller that moves is assigned to it
///     unit.midiLearn.cancel()
///     unit.midiLearn.assignments            those that there are
///     unit.midiLearn.forget(parameter)
///
/// The audio thread applies an assigned controller on its exact frame. Learning itself ends a little later than the
/// first movement: when the main-thread tasks run, or when ``assignments`` or ``learning`` is read.
///
/// - Thread: control, any number of threads
public struct MIDILearn: Sendable {
  let unit: PluginUnit

  /// The most assignments of a plug-in.
  public static let mostAssignments = 256

  /// Assigns the next controller that moves to a parameter. It replaces the parameter's present assignment; other
  /// parameters keep theirs, so that a controller can control several.
  ///
  /// - Parameter parameter: an index in ``PluginDescriptor/parameters``; others are ignored.
  public func begin(_ parameter: Int) {
    guard unit.canLearn(parameter) else { return }
    unit.learnMemory.state.withLock { $0.learning = parameter }
    unit.learnMemory.words.listens.pointee.store(true, ordering: .releasing)
  }

  /// Ends learning without an assignment.
  public func cancel() {
    unit.learnMemory.words.listens.pointee.store(false, ordering: .releasing)
    unit.learnMemory.state.withLock { $0.learning = nil }
  }

  /// The parameter that waits for a controller; nil for none.
  public var learning: Int? {
    unit.finishLearning()
    return unit.learnMemory.state.withLock { $0.learning }
  }

  /// All assignments, in the order of their parameters.
  public var assignments: [ControllerAssignment] {
    unit.finishLearning()
    return unit.learnMemory.state.withLock { $0.assignments }
  }

  /// Returns the assignment of a parameter; nil for none.
  public func assignment(of parameter: Int) -> ControllerAssignment? {
    assignments.first { $0.parameter == parameter }
  }

  /// Adds an assignment; it replaces that of its parameter. Values beyond the parameter's range are clamped.
  ///
  /// - Returns: false if the parameter cannot be controlled, or if there are ``mostAssignments`` already.
  @discardableResult public func assign(_ assignment: ControllerAssignment) -> Bool { unit.assign(assignment) }

  /// Removes a parameter's assignment. The parameter keeps its value.
  public func forget(_ parameter: Int) { unit.setAssignments { $0.removeAll { $0.parameter == parameter } } }

  /// Removes all assignments.
  public func forgetAll() { unit.setAssignments { $0 = [] } }

  /// Passes a controller on to learning, for hosts that offer it by a call instead of an event.
  ///
  /// - Returns: whether it has been assigned.
  @discardableResult public func offer(_ controller: MIDIController) -> Bool {
    let parameter = unit.learnMemory.state.withLock { state -> Int? in
      defer { state.learning = nil }
      return state.learning
    }
    unit.learnMemory.words.listens.pointee.store(false, ordering: .releasing)
    guard let parameter else { return false }
    return unit.assignWhole(controller, to: parameter)
  }
}
