import CVST3

// How a host uses parameters, programs and state.

/// A parameter as the plug-in describes it.
package struct VST3Parameter {
  package var id: UInt32
  package var title: String
  /// What hosts show after the text of a value.
  package var units: String
  package var steps: Int
  package var defaultValue: Double
  package var unit: Int
  package var flags: Int

  package var isAutomatable: Bool { flags & kCanAutomate != 0 }
  package var isBypass: Bool { flags & kIsBypass != 0 }
  package var isProgram: Bool { flags & kIsProgramChange != 0 }
  package var isHidden: Bool { flags & kIsHidden != 0 }
}

extension HostedVST3 {
  private var table: IEditControllerVtbl { controller.pointee.vtbl.pointee }

  package var allParameters: [VST3Parameter] {
    (0..<table.getParameterCount(controller)).compactMap { index in
      var info = ParameterInfo()
      guard table.getParameterInfo(controller, index, &info) == tresult(kResultOk) else { return nil }
      return VST3Parameter(
        id: info.id, title: Self.text(info.title), units: Self.text(info.units), steps: Int(info.stepCount),
        defaultValue: info.defaultNormalizedValue, unit: Int(info.unitId), flags: Int(info.flags))
    }
  }

  /// The parameters of the plug-in itself.
  package var parameters: [VST3Parameter] { allParameters.filter { !$0.isHidden && !$0.isProgram } }

  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) {
      String(decoding: $0.assumingMemoryBound(to: TChar.self).prefix { $0 != 0 }, as: UTF16.self)
    }
  }

  package func value(of id: UInt32) -> Double { table.getParamNormalized(controller, id) }

  @discardableResult package func set(_ id: UInt32, to value: Double) -> Bool {
    table.setParamNormalized(controller, id, value) == tresult(kResultOk)
  }

  /// A change as a host makes it: to the controller at once, and to the processor in an empty block.
  package func change(_ values: [(UInt32, Double)]) {
    for (id, value) in values { set(id, to: value) }
    if isActive { process(0, nil, values.map { (0, .parameter($0.0, $0.1)) }) }
  }

  package func text(of id: UInt32, _ value: Double) -> String? {
    var text = [TChar](repeating: 0x55, count: 129)
    guard table.getParamStringByValue(controller, id, value, &text) == tresult(kResultOk), text[128] == 0x55 else {
      return nil
    }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF16.self)
  }

  package func value(of id: UInt32, _ text: String) -> Double? {
    var value = Double.nan
    var units = Array(text.utf16) + [0]
    guard table.getParamValueByString(controller, id, &units, &value) == tresult(kResultOk) else { return nil }
    return value
  }

  /// The name of a key, as the first program of the list has it; nil if it has none.
  package func name(ofKey key: Int) -> String? {
    guard let units = find(IUnitInfo_iid, IUnitInfo.self) else { return nil }
    let table = units.pointee.vtbl.pointee
    defer { _ = table.release(units) }
    var text = [TChar](repeating: 0, count: 128)
    guard table.hasProgramPitchNames(units, 1, 0) == tresult(kResultTrue),
      table.getProgramPitchName(units, 1, 0, Int16(key), &text) == tresult(kResultOk)
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF16.self)
  }

  // MARK: State

  package func save(most: Int = 1 << 20) -> [UInt8]? {
    let stream = HostStream(most: most)
    guard component.pointee.vtbl.pointee.getState(component, stream.stream) == tresult(kResultOk) else { return nil }
    return stream.bytes
  }

  package func load(_ state: [UInt8], most: Int = 1 << 20, isFile: Bool = false) -> Bool {
    let stream = HostStream(state, most: most, isFile: isFile)
    guard component.pointee.vtbl.pointee.setState(component, stream.stream) == tresult(kResultOk) else { return false }
    let same = HostStream(state, most: most)
    return table.setComponentState(controller, same.stream) == tresult(kResultOk)
  }
}
