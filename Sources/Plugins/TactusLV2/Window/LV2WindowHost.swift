import CLV2
import TactusPlugin

/// Passes what the user changes in a window to the ports of its plug-in.
///
/// A change is also set in the unit at once, so that the window shows it whether or not the plug-in runs; the port's
/// value, which follows, is then the same.
/// - Thread: the host's for windows
final class LV2WindowHost: WindowHost {
  private let unit: PluginUnit
  private let instance: LV2Instance?
  private let controller: LV2UI_Controller?
  private let write: LV2UI_Write_Function
  private let touch: UnsafePointer<LV2UI_Touch>?

  /// Creates the host of a window.
  ///
  /// - Parameters:
  ///   - unit: the unit that the window shows.
  ///   - instance: the instance of the unit; nil if the window has a unit of its own.
  ///   - controller: the host's argument of `write`.
  ///   - write: the host's function that sets a port.
  ///   - touch: the host's function that begins and ends gestures; nil if it has none.
  init(
    _ unit: PluginUnit, instance: LV2Instance?, controller: LV2UI_Controller?, write: @escaping LV2UI_Write_Function,
    touch: UnsafePointer<LV2UI_Touch>?
  ) {
    (self.unit, self.instance) = (unit, instance)
    (self.controller, self.write, self.touch) = (controller, write, touch)
  }

  /// The number of the first parameter's port.
  var firstPort: Int { LV2Ports.audio + unit.descriptor.audioOutputs }

  func beginEdit(_ index: Int) { hold(index, true) }
  func endEdit(_ index: Int) { hold(index, false) }

  private func hold(_ index: Int, _ isHeld: Bool) {
    guard let touch else { return }
    touch.pointee.touch?(touch.pointee.handle, UInt32(firstPort + index), isHeld)
  }

  func edit(_ index: Int, to value: Double) {
    unit.setParameter(index, to: value)
    send(index)
  }

  private func send(_ index: Int) {
    let isBypass = unit.descriptor.parameters[index].isBypass
    var value = Float(LV2ControlPort.value(ofParameter: unit.value(ofParameter: index), isBypass: isBypass))
    write(controller, UInt32(firstPort + index), UInt32(MemoryLayout<Float>.size), 0, &value)
  }

  func contentsChanged() {
    for index in unit.descriptor.parameters.indices { send(index) }
    instance?.reportNewContents()
  }

  func wake() {}

  /// Takes the value of a port that the host or another window has set.
  func receive(port: Int, _ value: Float) {
    let index = port - firstPort
    guard unit.descriptor.parameters.indices.contains(index), value == value else { return }
    let isBypass = unit.descriptor.parameters[index].isBypass
    unit.setParameter(index, to: isBypass ? (value > 0 ? 0 : 1) : Double(value))
  }
}
