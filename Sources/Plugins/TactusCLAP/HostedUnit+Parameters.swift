import CCLAP
import TactusPlugin

// Parameters. The host uses the same value ranges as the descriptors.

extension HostedUnit {
  func describeParameter(_ index: UInt32, _ info: UnsafeMutablePointer<clap_param_info>?) -> Bool {
    expectMainThread("get_info")
    guard index < UInt32(unit.descriptor.parameters.count), let info else { return false }
    let parameter = unit.descriptor.parameters[Int(index)]
    info.pointee.id = parameter.id
    info.pointee.flags = UInt32(Self.flags(of: parameter))
    info.pointee.cookie = nil
    CText.write(parameter.name, toField: &info.pointee.name)
    CText.write(parameter.path, toField: &info.pointee.module)
    info.pointee.min_value = parameter.range.lowerBound
    info.pointee.max_value = parameter.range.upperBound
    info.pointee.default_value = parameter.defaultValue
    return true
  }

  private static func flags(of parameter: ParameterDescriptor) -> Int {
    var flags = parameter.isAutomatable ? CLAP_PARAM_IS_AUTOMATABLE : 0
    if parameter.isModulatable { flags |= CLAP_PARAM_IS_MODULATABLE }
    if parameter.isBypass { flags |= CLAP_PARAM_IS_BYPASS }
    switch parameter.kind {
    case .continuous: return flags
    case .whole, .toggle: return flags | CLAP_PARAM_IS_STEPPED
    case .choice: return flags | CLAP_PARAM_IS_STEPPED | CLAP_PARAM_IS_ENUM
    }
  }

  func getValue(ofParameter id: UInt32, _ value: UnsafeMutablePointer<Double>?) -> Bool {
    expectMainThread("get_value")
    guard let index = index(ofParameter: id), let value else { return false }
    value.pointee = unit.value(ofParameter: index)
    return true
  }

  func writeText(
    ofParameter id: UInt32, _ value: Double, _ text: UnsafeMutablePointer<CChar>?, capacity: UInt32
  ) -> Bool {
    guard let index = index(ofParameter: id), let text, capacity > 0, value.isFinite else { return false }
    CText.write(
      unit.text(ofParameter: index, value), to: UnsafeMutableRawBufferPointer(start: text, count: Int(capacity)))
    return true
  }

  func readText(
    ofParameter id: UInt32, _ text: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
  ) -> Bool {
    guard let index = index(ofParameter: id), let text, let value else { return false }
    let parameter = unit.descriptor.parameters[index]
    guard let number = unit.value(ofParameter: index, text: String(cString: text)), number.isFinite else {
      return false
    }
    value.pointee = parameter.clamped(number)
    return true
  }

  /// Applies parameter changes while the plug-in is inactive and no block is rendered.
  func setParameters(
    _ input: UnsafePointer<clap_input_events>?, _ output: UnsafePointer<clap_output_events>?
  ) {
    expectMainThread("flush")
    for index in 0..<clap_event_count(input) {
      guard let event = clap_event(input, index), event.pointee.space_id == 0,
        Int(event.pointee.type) == CLAP_EVENT_PARAM_VALUE,
        Int(event.pointee.size) >= MemoryLayout<clap_event_param_value>.size
      else { continue }
      let change = UnsafeRawPointer(event).assumingMemoryBound(to: clap_event_param_value.self)
      // no parameter can be changed per note
      guard change.pointee.note_id < 0, change.pointee.key < 0, change.pointee.channel < 0,
        let number = self.index(ofParameter: change.pointee.param_id), !change.pointee.value.isNaN
      else { continue }
      unit.setParameter(number, to: change.pointee.value)
    }
    audio.pointee.sendEdits(to: output)
    reportChanges()
  }

  private func index(ofParameter id: UInt32) -> Int? { unit.descriptor.parameters.firstIndex { $0.id == id } }
}
