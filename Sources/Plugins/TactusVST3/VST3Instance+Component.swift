import CVST3
import TactusPlugin

// IComponent: buses and state.

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
      activateBus: { object, type, direction, index, _ in
        let count = VST3Instance.of(object)?.busCount(type, direction) ?? 0
        return tresult(index >= 0 && index < count ? kResultOk : kInvalidArgument)
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

  // MARK: Buses

  /// Every plug-in has one event input; all except instruments have one event output. Instruments have one audio output.
  func busCount(_ type: Int32, _ direction: Int32) -> Int32 {
    let isInput = Int(direction) == kInput
    guard isInput || Int(direction) == kOutput else { return 0 }
    switch Int(type) {
    case kAudio: return !isInput && unit.descriptor.audioOutputs > 0 ? 1 : 0
    case kEvent: return isInput || unit.descriptor.hasNoteOutput ? 1 : 0
    default: return 0
    }
  }

  func describeBus(
    _ type: Int32, _ direction: Int32, _ index: Int32, _ info: UnsafeMutablePointer<BusInfo>?
  ) -> tresult {
    guard index >= 0, index < busCount(type, direction), let info else { return tresult(kInvalidArgument) }
    let isAudio = Int(type) == kAudio
    info.initialize(to: BusInfo())
    info.pointee.mediaType = type
    info.pointee.direction = direction
    info.pointee.channelCount = Int32(isAudio ? unit.descriptor.audioOutputs : 16)
    WideText.write(
      isAudio ? "Out" : Int(direction) == kInput ? "Notes In" : "Notes Out", toField: &info.pointee.name)
    info.pointee.busType = Int32(kMain)
    info.pointee.flags = UInt32(kDefaultActive)
    return tresult(kResultOk)
  }

  /// Returns the output to which an input leads: notes to the only output.
  func route(_ input: UnsafeMutablePointer<RoutingInfo>?, _ output: UnsafeMutablePointer<RoutingInfo>?) -> tresult {
    guard let input, let output, Int(input.pointee.mediaType) == kEvent, input.pointee.busIndex == 0 else {
      return tresult(kResultFalse)
    }
    let isAudio = unit.descriptor.audioOutputs > 0
    output.pointee.mediaType = Int32(isAudio ? kAudio : kEvent)
    output.pointee.busIndex = 0
    output.pointee.channel = isAudio ? -1 : input.pointee.channel
    return tresult(kResultOk)
  }
}
