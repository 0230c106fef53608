import CVST3
import TactusPlugin

/// Passes what the user changes in a window to the unit and to the host's component handler.
///
/// - Thread: control
final class VST3WindowHost: WindowHost {
  private unowned let instance: VST3Instance

  init(_ instance: VST3Instance) { self.instance = instance }

  private var unit: PluginUnit { instance.unit }
  private func id(_ index: Int) -> UInt32 { unit.descriptor.parameters[index].id }

  func beginEdit(_ index: Int) {
    guard let handler = instance.handler else { return }
    _ = handler.pointee.vtbl?.pointee.beginEdit?(handler, id(index))
  }

  func edit(_ index: Int, to value: Double) {
    unit.setParameter(index, to: value)
    instance.edits[id(index)] = nil
    if let handler = instance.handler {
      let share = unit.descriptor.parameters[index].normalizedRange.normalized(unit.value(ofParameter: index))
      _ = handler.pointee.vtbl?.pointee.performEdit?(handler, id(index), share)
    }
    instance.reportChanges()
  }

  func endEdit(_ index: Int) {
    guard let handler = instance.handler else { return }
    _ = handler.pointee.vtbl?.pointee.endEdit?(handler, id(index))
  }

  func contentsChanged() {
    instance.edits = [:]
    instance.reportChanges(hasNewValues: true, hasNewContents: true)
  }

  func wake() {}
}
