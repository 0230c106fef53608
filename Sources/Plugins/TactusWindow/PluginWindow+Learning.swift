import TactusPictures
import TactusPlugin

// The menu of a parameter, and learning MIDI controllers.

extension PluginWindow {
  /// Reads which parameters MIDI controllers move, and which one waits for a controller.
  func readAssignments() {
    learning = unit.midiLearn.learning
    let assignments = unit.midiLearn.assignments
    guard assignments.count != self.assignments.count || assignments.contains(where: isNew) else { return }
    self.assignments = Dictionary(assignments.map { ($0.parameter, $0.controller) }) { first, _ in first }
  }

  private func isNew(_ assignment: ControllerAssignment) -> Bool {
    assignments[assignment.parameter] != assignment.controller
  }

  /// Opens the menu of a parameter.
  func openMenu(ofParameter index: Int, below frame: Rect) {
    let parameter = unit.descriptor.parameters[index]
    let learn = unit.midiLearn
    var items: [ListItem] = []
    var actions: [() -> Void] = []
    func add(_ title: String, _ detail: String = "", action: @escaping () -> Void) {
      items.append(ListItem(title: title, detail: detail, number: actions.count))
      actions.append(action)
    }
    if learn.learning == index {
      add("Stop learning") { learn.cancel() }
    } else {
      add("Learn a MIDI controller") { learn.begin(index) }
    }
    if let assignment = learn.assignment(of: index) {
      add("Forget", "\(assignment.controller)") { [weak self] in
        learn.forget(index)
        self?.host.contentsChanged()
      }
    }
    add("Default", unit.text(ofParameter: index, parameter.defaultValue)) { [weak self] in
      self?.set(index, to: parameter.defaultValue)
    }
    openList(items, below: frame, marked: nil) { actions[$0]() }
  }
}
