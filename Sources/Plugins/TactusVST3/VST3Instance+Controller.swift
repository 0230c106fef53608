import CVST3
import TactusPlugin

// IEditController, IEditController2 and IMidiMapping.

extension VST3Tables {
  nonisolated(unsafe) static let controller = constant(
    IEditControllerVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      initialize: { object, _ in VST3Instance.of(object)?.initialize() ?? tresult(kInvalidArgument) },
      terminate: { VST3Instance.of($0)?.terminate() ?? tresult(kInvalidArgument) },
      // the component has taken the state already, and the controller has none of its own
      setComponentState: { _, _ in tresult(kResultOk) },
      setState: { _, _ in tresult(kNotImplemented) },
      getState: { _, _ in tresult(kNotImplemented) },
      getParameterCount: { Int32(VST3Instance.of($0)?.parameters.count ?? 0) },
      getParameterInfo: { object, index, info in
        guard let parameters = VST3Instance.of(object)?.parameters, let kind = parameters.at(Int(index)), let info
        else { return tresult(kInvalidArgument) }
        parameters.describe(kind, info)
        return tresult(kResultOk)
      },
      getParamStringByValue: { VST3Instance.of($0)?.writeText($1, $2, $3) ?? tresult(kInvalidArgument) },
      getParamValueByString: { VST3Instance.of($0)?.readText($1, $2, $3) ?? tresult(kInvalidArgument) },
      normalizedParamToPlain: { object, id, value in VST3Instance.of(object)?.range(of: id)?.plain(value) ?? value },
      plainParamToNormalized: { object, id, value in
        VST3Instance.of(object)?.range(of: id)?.normalized(value) ?? value
      },
      getParamNormalized: { VST3Instance.of($0)?.value(of: $1) ?? 0 },
      setParamNormalized: { VST3Instance.of($0)?.set($1, to: $2) ?? tresult(kInvalidArgument) },
      setComponentHandler: { object, handler in
        guard let instance = VST3Instance.of(object) else { return tresult(kInvalidArgument) }
        instance.setHandler(handler)
        return tresult(kResultOk)
      },
      createView: { object, name in
        guard let name, String(cString: name) == "editor" else { return nil }
        return VST3Instance.of(object).flatMap { VST3View.make($0) }
      }))

  nonisolated(unsafe) static let controller2 = constant(
    IEditController2Vtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      setKnobMode: { _, _ in tresult(kResultFalse) }, openHelp: { _, _ in tresult(kResultFalse) },
      openAboutBox: { _, _ in tresult(kResultFalse) }))

  nonisolated(unsafe) static let midiMapping = constant(
    IMidiMappingVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getMidiControllerAssignment: { _, bus, channel, number, id in
        guard bus == 0, let controller = ControllerParameter(number: Int(number), channel: Int(channel)), let id else {
          return tresult(kResultFalse)
        }
        id.pointee = controller.id
        return tresult(kResultTrue)
      }))
}

extension VST3Instance {
  func range(of id: UInt32) -> NormalizedRange? {
    switch parameters.find(id) {
    case .own(let index): unit.descriptor.parameters[index].normalizedRange
    case .program: parameters.programRange
    case .controller(let controller):
      NormalizedRange(lowest: 0, width: Double(controller.steps), steps: Int32(controller.steps))
    case nil: nil
    }
  }

  // MARK: Values

  /// Returns the present value: the host's change, until the processor has received it, and then the processor's value.
  func value(of id: UInt32) -> Double? {
    if let edit = edits[id], edit.cycle == cycle { return edit.value }
    switch parameters.find(id) {
    case .own(let index):
      return unit.descriptor.parameters[index].normalizedRange.normalized(unit.value(ofParameter: index))
    case .program:
      return parameters.programRange.normalized(Double(unit.presetIndex))
    case .controller(let controller): return controllers[id] ?? controller.defaultValue
    case nil: return nil
    }
  }

  private var cycle: Int { state.shared.pointee.cycles.load(ordering: .relaxed) }

  /// Receives a change of a parameter on the control side. While the plug-in is active, the host passes the same change
  /// to `process`, where it takes effect on its frame; applied here, it would take effect on another.
  func set(_ id: UInt32, to value: Double) -> tresult {
    guard value.isFinite, let kind = parameters.find(id) else { return tresult(kInvalidArgument) }
    let value = max(0, min(value, 1))
    if case .controller = kind {
      controllers[id] = value
      return tresult(kResultOk)
    }
    if isActive, isAutomatable(kind) {
      edits[id] = VST3Edit(value: value, cycle: cycle)
    } else {
      apply(kind, value)
    }
    reportChanges()
    return tresult(kResultOk)
  }

  private func isAutomatable(_ kind: VST3Parameters.Kind) -> Bool {
    if case .own(let index) = kind { return unit.descriptor.parameters[index].isAutomatable }
    return true
  }

  private func apply(_ kind: VST3Parameters.Kind, _ value: Double) {
    switch kind {
    case .own(let index):
      unit.setParameter(index, to: unit.descriptor.parameters[index].normalizedRange.plain(value))
    case .program:
      let program = Int(parameters.programRange.plain(value))
      guard program != unit.presetIndex else { return }
      unit.loadPreset(program)
      reportChanges(hasNewValues: true)
    case .controller: break
    }
  }

  /// Applies the changes that the host has not passed to the processor yet: the plug-in's state must contain them.
  func applyEdits() {
    let pending = edits.filter { $0.value.cycle == cycle }
    edits = [:]
    for (id, edit) in pending.sorted(by: { $0.key > $1.key }) {
      // the program has the highest id, so the values that the host has changed replace those of the program
      if let kind = parameters.find(id) { apply(kind, edit.value) }
    }
  }

  // MARK: Texts

  func writeText(_ id: UInt32, _ value: Double, _ text: UnsafeMutablePointer<TChar>?) -> tresult {
    guard let text, value.isFinite, let range = range(of: id) else { return tresult(kInvalidArgument) }
    let plain = range.plain(value)
    switch parameters.find(id) {
    case .own(let index): WideText.write(textWithoutUnit(index, plain), to: text)
    case .program: WideText.write(unit.descriptor.presets[Int(plain)].name, to: text)
    default: WideText.write("\(Int(plain))", to: text)
    }
    return tresult(kResultOk)
  }

  /// Returns the text of a value without its unit, which hosts add (`ParameterInfo.units`).
  private func textWithoutUnit(_ index: Int, _ value: Double) -> String {
    let text = unit.text(ofParameter: index, value)
    let suffix = unit.descriptor.parameters[index].unit.suffix
    return !suffix.isEmpty && text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
  }

  func readText(
    _ id: UInt32, _ text: UnsafeMutablePointer<TChar>?, _ value: UnsafeMutablePointer<Double>?
  ) -> tresult {
    guard let text, let value, let range = range(of: id) else { return tresult(kInvalidArgument) }
    let words = WideText.read(text)
    let plain: Double?
    switch parameters.find(id) {
    case .own(let index): plain = unit.value(ofParameter: index, text: words)
    case .program: plain = unit.descriptor.presets.firstIndex { $0.name == words }.map(Double.init)
    default: plain = Double(words)
    }
    guard let plain, plain.isFinite else { return tresult(kResultFalse) }
    value.pointee = range.normalized(plain)
    return tresult(kResultOk)
  }
}
