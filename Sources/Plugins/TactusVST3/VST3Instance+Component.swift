import CVST3
import TactusPlugin

// IComponent: life and state.

extension VST3Tables {
  nonisolated(unsafe) static let component = constant(
    IComponentVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      initialize: { object, _ in VST3Instance.of(object)?.initialize() ?? tresult(kInvalidArgument) },
      terminate: { VST3Instance.of($0)?.terminate() ?? tresult(kInvalidArgument) },
      // the controller is the same object
      getControllerClassId: { _, _ in tresult(kNotImplemented) },
      setIoMode: { _, _ in tresult(kNotImplemented) },
      getBusCount: { VST3Instance.of($0)?.busCount($1, $2) ?? 0 },
      getBusInfo: { VST3Instance.of($0)?.describeBus($1, $2, $3, $4) ?? tresult(kInvalidArgument) },
      getRoutingInfo: { VST3Instance.of($0)?.route($1, $2) ?? tresult(kInvalidArgument) },
      activateBus: { object, type, direction, index, isOn in
        VST3Instance.of(object)?.activateBus(type, direction, index, isOn != 0) ?? tresult(kInvalidArgument)
      },
      setActive: { object, isOn in
        guard let instance = VST3Instance.of(object), instance.isInitialized else { return tresult(kNotInitialized) }
        instance.setActive(isOn != 0)
        return tresult(kResultOk)
      },
      setState: { VST3Instance.of($0)?.load($1) ?? tresult(kInvalidArgument) },
      getState: { VST3Instance.of($0)?.save($1) ?? tresult(kInvalidArgument) }))
}

extension VST3Instance {
  /// Component and controller are one object, which is initialized once.
  func initialize() -> tresult {
    guard !isInitialized else { return tresult(kResultFalse) }
    isInitialized = true
    return tresult(kResultOk)
  }

  func terminate() -> tresult {
    guard isInitialized else { return tresult(kResultFalse) }
    setHandler(nil)
    setActive(false)
    isInitialized = false
    return tresult(kResultOk)
  }
}
