/// The assignment of a MIDI controller to a parameter.
///
/// The parameter moves on a line: at the lowest value of the controller it has the value ``from``, at the highest
/// ``to``.
/// - Thread: any
public struct ControllerAssignment: Hashable, Sendable {
  /// An index in ``PluginDescriptor/parameters``.
  public var parameter: Int
  /// The controller.
  public var controller: MIDIController
  /// The parameter's value at the controller's lowest value.
  public var from: Double
  /// The parameter's value at the controller's highest value; it may be less than ``from``.
  public var to: Double
  /// Whether the plug-in also receives the controller as MIDI.
  public var isPassedOn: Bool

  /// Creates an assignment.
  public init(
    parameter: Int, controller: MIDIController, from: Double, to: Double, isPassedOn: Bool = false
  ) {
    (self.parameter, self.controller, self.from, self.to) = (parameter, controller, from, to)
    self.isPassedOn = isPassedOn
  }
}
