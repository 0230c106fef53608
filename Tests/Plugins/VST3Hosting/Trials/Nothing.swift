import CVST3

extension VST3TrialKind {
  /// No pointers where there should be some, and numbers of things that there are not.
  @Sendable static func passNothing(_ trial: VST3Trial) {
    guard let plugin = trial.open(trial.chance(50) ? 48_000 : nil) else { return }
    func refused(_ result: tresult, _ what: String) {
      trial.check(result != tresult(kResultOk), "\(what) takes nothing")
    }
    let (factory, makes) = (trial.library.factory, trial.library.table)
    var object: UnsafeMutableRawPointer?
    refused(makes.queryInterface(factory, nil, &object), "the factory")
    refused(withIdentifier(IPluginFactory_iid) { makes.queryInterface(factory, $0, nil) }, "the factory")
    refused(makes.getFactoryInfo(factory, nil), "getFactoryInfo")
    refused(makes.getClassInfo(factory, 0, nil), "getClassInfo")
    refused(makes.getClassInfo2(factory, 0, nil), "getClassInfo2")
    refused(makes.getClassInfoUnicode(factory, 0, nil), "getClassInfoUnicode")
    refused(makes.createInstance(factory, nil, nil, nil), "createInstance")
    for index in [-1, 3, .max] as [Int32] {
      var info = PClassInfo()
      refused(makes.getClassInfo(factory, index, &info), "getClassInfo")
    }
    let component = plugin.component.pointee.vtbl.pointee
    refused(component.queryInterface(plugin.component, nil, &object), "queryInterface")
    refused(withIdentifier(IComponent_iid) { component.queryInterface(plugin.component, $0, nil) }, "queryInterface")
    refused(component.getBusInfo(plugin.component, 1, 0, 0, nil), "getBusInfo")
    refused(component.getRoutingInfo(plugin.component, nil, nil), "getRoutingInfo")
    refused(component.setState(plugin.component, nil), "setState")
    refused(component.getState(plugin.component, nil), "getState")
    refused(component.getControllerClassId(plugin.component, nil), "getControllerClassId")
    let processor = plugin.processor.pointee.vtbl.pointee
    refused(processor.setBusArrangements(plugin.processor, nil, -1, nil, 3), "setBusArrangements")
    refused(processor.getBusArrangement(plugin.processor, 1, 0, nil), "getBusArrangement")
    refused(processor.setupProcessing(plugin.processor, nil), "setupProcessing")
    refused(processor.process(plugin.processor, nil), "process")
    refused(processor.canProcessSampleSize(plugin.processor, Int32(kSample64)), "64 bits")
    passNothing(to: plugin, refused)
    passNothingToOthers(plugin, refused)
    trial.close(plugin)
  }

  private static func passNothing(to plugin: HostedVST3, _ refused: (tresult, String) -> Void) {
    let table = plugin.controller.pointee.vtbl.pointee
    let controller = plugin.controller
    var value = 0.0
    var text: [TChar] = [49, 0]
    refused(table.getParameterInfo(controller, 0, nil), "getParameterInfo")
    for index in [-1, .max] as [Int32] {
      var info = ParameterInfo()
      refused(table.getParameterInfo(controller, index, &info), "getParameterInfo")
    }
    refused(table.getParamStringByValue(controller, 0, 0, nil), "getParamStringByValue")
    refused(table.getParamValueByString(controller, 0, nil, &value), "getParamValueByString")
    refused(table.getParamValueByString(controller, 0, &text, nil), "getParamValueByString")
    refused(table.setParamNormalized(controller, 0xFFFF_FFF0, 0.5), "setParamNormalized")
    refused(table.setParamNormalized(controller, 0, .nan), "setParamNormalized")
    _ = table.setComponentHandler(controller, nil)
    _ = table.setComponentState(controller, nil)
    _ = (table.setState(controller, nil), table.getState(controller, nil))
    _ = (table.getParamNormalized(controller, .max), table.normalizedParamToPlain(controller, .max, .nan))
    refused(table.createView(controller, nil) == nil ? tresult(kResultFalse) : 0, "createView")
    _ = table.setComponentHandler(controller, plugin.handler.handler)
  }

  private static func passNothingToOthers(_ plugin: HostedVST3, _ refused: (tresult, String) -> Void) {
    let mapping = plugin.midiMapping.pointee.vtbl.pointee
    var id: UInt32 = 0
    refused(mapping.getMidiControllerAssignment(plugin.midiMapping, 0, 0, 7, nil), "getMidiControllerAssignment")
    for (bus, channel, number) in [(1, 0, 7), (0, -1, 7), (0, 16, 7), (0, 0, -1), (0, 0, 131)]
      as [(Int32, Int16, Int16)]
    {
      refused(
        mapping.getMidiControllerAssignment(plugin.midiMapping, bus, channel, number, &id), "another controller")
    }
    if let units = plugin.find(IUnitInfo_iid, IUnitInfo.self) {
      let table = units.pointee.vtbl.pointee
      refused(table.getUnitInfo(units, 0, nil), "getUnitInfo")
      refused(table.getProgramListInfo(units, 0, nil), "getProgramListInfo")
      refused(table.getProgramName(units, 1, 0, nil), "getProgramName")
      refused(table.getProgramInfo(units, 1, 0, nil, nil), "getProgramInfo")
      refused(table.getProgramPitchName(units, 1, 0, 36, nil), "getProgramPitchName")
      refused(table.selectUnit(units, 999), "selectUnit")
      refused(table.getUnitByBus(units, 1, 0, 0, 0, nil), "getUnitByBus")
      refused(table.setUnitProgramData(units, 1, 0, nil), "setUnitProgramData")
      _ = table.release(units)
    }
    if let notes = plugin.find(INoteExpressionController_iid, INoteExpressionController.self) {
      let table = notes.pointee.vtbl.pointee
      refused(table.getNoteExpressionInfo(notes, 0, 0, 0, nil), "getNoteExpressionInfo")
      refused(table.getNoteExpressionStringByValue(notes, 0, 0, 100_000, 0, nil), "getNoteExpressionStringByValue")
      refused(table.getNoteExpressionValueByString(notes, 0, 0, 100_000, nil, nil), "getNoteExpressionValueByString")
      _ = table.release(notes)
    }
    if let mapping = plugin.find(INoteExpressionPhysicalUIMapping_iid, INoteExpressionPhysicalUIMapping.self) {
      let table = mapping.pointee.vtbl.pointee
      var list = PhysicalUIMapList(count: 2, map: nil)
      refused(table.getPhysicalUIMapping(mapping, 0, 0, nil), "getPhysicalUIMapping")
      refused(table.getPhysicalUIMapping(mapping, 0, 0, &list), "getPhysicalUIMapping")
      _ = table.release(mapping)
    }
  }
}
