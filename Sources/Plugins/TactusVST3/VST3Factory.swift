import CVST3
import TactusPlugin

/// The factory of the library. It lives as long as the process, so references to it are not counted.
package enum VST3Factory {
  private static let table = IPluginFactory3Vtbl(
    queryInterface: { VST3Factory.query($0, $1, $2) }, addRef: { _ in 1 }, release: { _ in 1 },
    getFactoryInfo: { VST3Factory.describe($1) },
    countClasses: { _ in Int32(VST3Class.all.count) },
    getClassInfo: { VST3Factory.describe($1, $2) },
    createInstance: { VST3Factory.create($1, $2, $3) },
    getClassInfo2: { VST3Factory.describe2($1, $2) },
    getClassInfoUnicode: { VST3Factory.describeUnicode($1, $2) },
    setHostContext: { _, _ in tresult(kResultOk) })

  /// The factory as hosts see it.
  package nonisolated(unsafe) static let object: UnsafeMutablePointer<IPluginFactory3> = {  // never written again
    let memory = UnsafeMutablePointer<IPluginFactory3>.allocate(capacity: 1)
    let functions = VST3Tables.constant(table).assumingMemoryBound(to: IPluginFactory3Vtbl.self)
    memory.initialize(to: IPluginFactory3(vtbl: functions))
    return memory
  }()

  private static let interfaces: Set = [
    VST3ID(FUnknown_iid), VST3ID(IPluginFactory_iid), VST3ID(IPluginFactory2_iid), VST3ID(IPluginFactory3_iid),
  ]

  private static func query(
    _ factory: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?,
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> tresult {
    guard let result else { return tresult(kInvalidArgument) }
    result.pointee = nil
    guard let id else { return tresult(kInvalidArgument) }
    guard interfaces.contains(VST3ID(at: id)) else { return tresult(kNoInterface) }
    result.pointee = factory
    return tresult(kResultOk)
  }

  private static func create(
    _ id: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> tresult {
    guard let result else { return tresult(kInvalidArgument) }
    result.pointee = nil
    guard let id, let interface else { return tresult(kInvalidArgument) }
    let name = VST3ID(at: id)
    guard let plugin = VST3Class.all.first(where: { $0.id == name }) else { return tresult(kInvalidArgument) }
    guard VST3Interface.find(interface) != nil else { return tresult(kNoInterface) }
    let object = VST3Instance.make(plugin.descriptor)
    defer { _ = releaseReference(object) }
    return queryInterface(object, interface, result)
  }

  // MARK: Descriptions

  private static func describe(_ info: UnsafeMutablePointer<PFactoryInfo>?) -> tresult {
    guard let info else { return tresult(kInvalidArgument) }
    CText.write(VST3Class.vendor, toField: &info.pointee.vendor)
    CText.write("", toField: &info.pointee.url)
    CText.write("", toField: &info.pointee.email)
    info.pointee.flags = Int32(kUnicode)
    return tresult(kResultOk)
  }

  private static func plugin(_ index: Int32) -> VST3Class? {
    VST3Class.all.indices.contains(Int(index)) ? VST3Class.all[Int(index)] : nil
  }

  private static func describe(_ index: Int32, _ info: UnsafeMutablePointer<PClassInfo>?) -> tresult {
    guard let plugin = plugin(index), let info else { return tresult(kInvalidArgument) }
    plugin.id.write(to: &info.pointee.cid)
    info.pointee.cardinality = Int32(kManyInstances)
    CText.write(VST3Class.category, toField: &info.pointee.category)
    CText.write(plugin.descriptor.name, toField: &info.pointee.name)
    return tresult(kResultOk)
  }

  private static func describe2(_ index: Int32, _ info: UnsafeMutablePointer<PClassInfo2>?) -> tresult {
    guard let plugin = plugin(index), let info else { return tresult(kInvalidArgument) }
    plugin.id.write(to: &info.pointee.cid)
    info.pointee.cardinality = Int32(kManyInstances)
    CText.write(VST3Class.category, toField: &info.pointee.category)
    CText.write(plugin.descriptor.name, toField: &info.pointee.name)
    info.pointee.classFlags = 0
    CText.write(plugin.subCategories, toField: &info.pointee.subCategories)
    CText.write(VST3Class.vendor, toField: &info.pointee.vendor)
    CText.write(VST3Class.version, toField: &info.pointee.version)
    CText.write(VST3Class.interfaceVersion, toField: &info.pointee.sdkVersion)
    return tresult(kResultOk)
  }

  private static func describeUnicode(_ index: Int32, _ info: UnsafeMutablePointer<PClassInfoW>?) -> tresult {
    guard let plugin = plugin(index), let info else { return tresult(kInvalidArgument) }
    plugin.id.write(to: &info.pointee.cid)
    info.pointee.cardinality = Int32(kManyInstances)
    CText.write(VST3Class.category, toField: &info.pointee.category)
    WideText.write(plugin.descriptor.name, toField: &info.pointee.name)
    info.pointee.classFlags = 0
    CText.write(plugin.subCategories, toField: &info.pointee.subCategories)
    WideText.write(VST3Class.vendor, toField: &info.pointee.vendor)
    WideText.write(VST3Class.version, toField: &info.pointee.version)
    WideText.write(VST3Class.interfaceVersion, toField: &info.pointee.sdkVersion)
    return tresult(kResultOk)
  }
}
