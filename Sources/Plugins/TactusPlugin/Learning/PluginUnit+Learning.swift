import Synchronization

// The control side of MIDI learn.

extension PluginUnit {
  /// The MIDI controllers that control parameters.
  /// - Thread: any
  public var midiLearn: MIDILearn { MIDILearn(unit: self) }

  /// Whether a controller can control the parameter.
  func canLearn(_ index: Int) -> Bool {
    descriptor.parameters.indices.contains(index) && descriptor.parameters[index].target != .learn
  }

  func assignWhole(_ controller: MIDIController, to parameter: Int) -> Bool {
    guard canLearn(parameter) else { return false }
    let range = descriptor.parameters[parameter].range
    return assign(
      ControllerAssignment(
        parameter: parameter, controller: controller, from: range.lowerBound, to: range.upperBound))
  }

  func assign(_ assignment: ControllerAssignment) -> Bool {
    guard canLearn(assignment.parameter), assignment.from.isFinite, assignment.to.isFinite else { return false }
    var assignment = assignment
    let range = descriptor.parameters[assignment.parameter].range
    assignment.from = min(max(range.lowerBound, assignment.from), range.upperBound)
    assignment.to = min(max(range.lowerBound, assignment.to), range.upperBound)
    let added = assignment
    setAssignments { assignments in
      assignments.removeAll { $0.parameter == added.parameter }
      guard assignments.count < MIDILearn.mostAssignments else { return }
      assignments.append(added)
      assignments.sort { $0.parameter < $1.parameter }
    }
    return learnMemory.state.withLock { $0.assignments.contains(added) }
  }

  /// Returns whether the assignments have changed since the last call, so that the host's project has changed too. A
  /// state that the host restores does not count.
  /// - Thread: control
  package func takeAssignmentChange() -> Bool {
    learnMemory.words.isChanged.pointee.exchange(false, ordering: .relaxed)
  }

  func setAssignments(_ change: (inout [ControllerAssignment]) -> Void) {
    learnMemory.state.withLock { state in
      let before = state.assignments
      change(&state.assignments)
      // before they are published, so that the audio thread requests a run of the main thread
      if state.assignments != before { learnMemory.words.isChanged.pointee.store(true, ordering: .relaxed) }
      learnMemory.publish(state.assignments)
    }
    markChanged()
  }

  /// Follows a change of a parameter by the control side.
  func touchForLearning(_ index: Int) {
    if descriptor.parameters[index].target == .learn {
      learnMemory.words.mode.pointee.store(Int(value(ofParameter: index)), ordering: .relaxed)
    } else if learnMemory.words.mode.pointee.load(ordering: .relaxed) != LearnMode.off {
      learnMemory.words.touched.pointee.store(index, ordering: .releasing)
      finishLearning()
    }
  }

  /// Takes the parameter that was touched, and the controller that has moved, since the last call.
  func finishLearning() {
    let touched = learnMemory.words.touched.pointee.exchange(-1, ordering: .acquiringAndReleasing)
    if touched >= 0 {
      switch learnMemory.words.mode.pointee.load(ordering: .relaxed) {
      case LearnMode.learn: midiLearn.begin(touched)
      case LearnMode.forget: midiLearn.forget(touched)
      default: break
      }
    }
    let heard = learnMemory.words.heard.pointee.exchange(0, ordering: .acquiringAndReleasing)
    guard heard != 0, let controller = MIDIController(word: UInt32(truncatingIfNeeded: heard)) else { return }
    midiLearn.offer(controller)
  }
}
