/// The host of a plug-in's window, in the terms of a plug-in format.
///
/// A user's change of a parameter is a gesture: it begins, sets values, and ends, so that hosts can record it.
/// - Thread: the window's
package protocol WindowHost: AnyObject {
  /// Begins a gesture with the parameter of an index.
  func beginEdit(_ index: Int)
  /// Sets the parameter.
  func edit(_ index: Int, to value: Double)
  /// Ends the gesture.
  func endEdit(_ index: Int)
  /// The window has changed what projects save besides parameters: it has loaded a preset or a bank, removed a sequence,
  /// or removed the assignment of a controller. All values may have changed.
  func contentsChanged()
  /// The window has passed notes to the plug-in. If the host has stopped processing the plug-in, it must resume.
  func wake()
}

/// A host of a window without a plug-in format: it sets the unit's parameters.
package final class UnitWindowHost: WindowHost {
  private let unit: PluginUnit

  package init(_ unit: PluginUnit) { self.unit = unit }

  package func beginEdit(_ index: Int) {}
  package func edit(_ index: Int, to value: Double) { unit.setParameter(index, to: value) }
  package func endEdit(_ index: Int) {}
  package func contentsChanged() {}
  package func wake() {}
}
