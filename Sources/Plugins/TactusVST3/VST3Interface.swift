import CVST3

/// The interfaces of a plug-in. They all belong to one object, which has one reference count.
///
///     object ─► slot: table of IComponent, owner
///               slot: table of IAudioProcessor, owner
///               …
enum VST3Interface: Int, CaseIterable {
  case component, processor, requirements, controller, controller2, units, midiMapping, midiLearn, noteExpression
  case physicalMapping

  /// The interface of an identifier; nil for interfaces that are not implemented.
  static func find(_ id: UnsafePointer<CChar>) -> VST3Interface? { all[VST3ID(at: id)] }

  private static let all: [VST3ID: VST3Interface] = [
    VST3ID(FUnknown_iid): .component, VST3ID(IPluginBase_iid): .component, VST3ID(IComponent_iid): .component,
    VST3ID(IAudioProcessor_iid): .processor, VST3ID(IProcessContextRequirements_iid): .requirements,
    VST3ID(IEditController_iid): .controller, VST3ID(IEditController2_iid): .controller2,
    VST3ID(IUnitInfo_iid): .units, VST3ID(IMidiMapping_iid): .midiMapping,
    VST3ID(IMidiLearn_iid): .midiLearn,
    VST3ID(INoteExpressionController_iid): .noteExpression,
    VST3ID(INoteExpressionPhysicalUIMapping_iid): .physicalMapping,
  ]

  /// The table of functions.
  var table: UnsafeRawPointer {
    switch self {
    case .component: VST3Tables.component
    case .processor: VST3Tables.processor
    case .requirements: VST3Tables.requirements
    case .controller: VST3Tables.controller
    case .controller2: VST3Tables.controller2
    case .units: VST3Tables.units
    case .midiMapping: VST3Tables.midiMapping
    case .midiLearn: VST3Tables.midiLearn
    case .noteExpression: VST3Tables.noteExpression
    case .physicalMapping: VST3Tables.physicalMapping
    }
  }
}

/// The tables of functions of the interfaces. They live as long as the process and are never written again.
enum VST3Tables {
  static func constant<Table>(_ table: Table) -> UnsafeRawPointer {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafeRawPointer(memory)
  }
}

// The functions with which every table begins.

func queryInterface(
  _ object: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> tresult {
  guard let result else { return tresult(kInvalidArgument) }
  result.pointee = nil
  guard let instance = VST3Instance.of(object), let id else { return tresult(kInvalidArgument) }
  guard let interface = VST3Interface.find(id) else { return tresult(kNoInterface) }
  _ = instance.retainForHost()
  result.pointee = instance.pointer(interface)
  return tresult(kResultOk)
}

func addReference(_ object: UnsafeMutableRawPointer?) -> UInt32 { VST3Instance.of(object)?.retainForHost() ?? 0 }

func releaseReference(_ object: UnsafeMutableRawPointer?) -> UInt32 { VST3Instance.of(object)?.releaseForHost() ?? 0 }

// MARK: Objects of the host

/// Returns another interface of an object of the host, with a reference for the caller; nil if the object does not have
/// it.
func interface<ID, Interface>(
  _ id: ID, of object: UnsafeMutableRawPointer?, as type: Interface.Type
) -> UnsafeMutablePointer<Interface>? {
  guard let object else { return nil }
  var found: UnsafeMutableRawPointer?
  let query = object.load(as: FUnknown.self).vtbl?.pointee.queryInterface
  let result = withUnsafeBytes(of: id) { query?(object, $0.bindMemory(to: CChar.self).baseAddress, &found) }
  return result == tresult(kResultOk) ? found?.assumingMemoryBound(to: type) : nil
}
