import CLV2
import CTactusShims
import TactusPlugin

/// The state in a host: the unit's document, the bank's path as a separate property if there is one, and the values of
/// the control ports. After the state is restored, a port sets its parameter only if the port's value differs from the
/// saved value. Parameters that the unit had changed itself (by program changes, for example) thus keep their values.
extension LV2Instance {
  private static let flags = UInt32(LV2_STATE_IS_POD) | UInt32(LV2_STATE_IS_PORTABLE)

  /// Stores the state in a host.
  ///
  /// - Thread: control, also while the plug-in runs
  package func save(
    _ store: LV2_State_Store_Function, _ handle: UnsafeMutableRawPointer?,
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> Int {
    let paths = LV2StatePaths(features)
    let document = unit.state(mappingPath: { paths.abstract($0) }) + [0]
    let status = store(handle, urids.state, document, document.count, urids.string, Self.flags)
    guard status == Int32(LV2_STATE_SUCCESS) else { return Int(status) }
    if urids.bank != 0, let bank = unit.bankPath {
      // hosts that move projects recognize paths by the type of the property
      let path = Array(paths.abstract(bank).utf8) + [0]
      _ = store(handle, urids.bank, path, path.count, urids.path, Self.flags)
    }
    // a vector: the size and the type of its elements, then the elements
    var vector = [UInt32(MemoryLayout<Float>.size), atoms.float]
    for index in 0..<unit.descriptor.parameters.count {
      vector.append(lv2_load_number(core.pointee.lastPortValues + index).bitPattern)
    }
    _ = store(
      handle, urids.portValues, vector, vector.count * MemoryLayout<UInt32>.size, urids.vector, Self.flags)
    return Int(LV2_STATE_SUCCESS)
  }

  /// Restores a state. If it is not a state of this plug-in, nothing changes.
  ///
  /// - Thread: control; not while the plug-in runs
  package func restore(
    _ retrieve: LV2_State_Retrieve_Function, _ handle: UnsafeMutableRawPointer?,
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> Int {
    // hosts use an empty state to reset a plug-in
    var document = Array("{\"plugin\": \"\(unit.descriptor.stateIdentifier)\"}".utf8)
    if let (value, type) = Self.value(of: urids.state, retrieve, handle) {
      guard type == urids.string else { return Int(LV2_STATE_ERR_BAD_TYPE) }
      document = Array(value.prefix { $0 != 0 })
    }
    let paths = LV2StatePaths(features)
    let bank = savedBank(retrieve, handle)
    do throws(PluginStateError) {
      try unit.restore(document, resolvingPath: { paths.absolute(bank ?? $0) })
    } catch {
      log("\(error)")
      return Int(LV2_STATE_ERR_UNKNOWN)
    }
    recordPortValues()
    restorePortValues(retrieve, handle)
    unit.applySettings()
    runMainThreadTasks()
    (core.pointee.needsMainThreadRun, core.pointee.hasNewContents) = (false, false)
    // earlier requests are void, and the files may have changed since they were loaded
    core.pointee.properties.bank.isRequested = false
    core.pointee.properties.document.isRequested = false
    core.pointee.properties.setCurrent(.document, [0], count: 0)
    refresh()
    return Int(LV2_STATE_SUCCESS)
  }

  /// Returns the path of the bank from its separate property; nil if there is none.
  private func savedBank(_ retrieve: LV2_State_Retrieve_Function, _ handle: UnsafeMutableRawPointer?) -> String? {
    guard urids.bank != 0, let (value, type) = Self.value(of: urids.bank, retrieve, handle), type == urids.path else {
      return nil
    }
    return String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func restorePortValues(_ retrieve: LV2_State_Retrieve_Function, _ handle: UnsafeMutableRawPointer?) {
    let (count, size) = (unit.descriptor.parameters.count, MemoryLayout<Float>.size)
    guard let (value, type) = Self.value(of: urids.portValues, retrieve, handle), type == urids.vector,
      value.count % size == 0, value.count >= 2 * size, value.count <= (2 + count) * size,
      value.loadUnaligned(as: UInt32.self) == UInt32(size),
      value.loadUnaligned(fromByteOffset: size, as: UInt32.self) == atoms.float
    else { return }
    // states of earlier versions have fewer ports, because new parameters are added at the end
    for index in 0..<(value.count / size - 2) {
      let stored = value.loadUnaligned(fromByteOffset: (2 + index) * size, as: Float.self)
      lv2_store_number(core.pointee.lastPortValues + index, stored)
    }
  }

  private static func value(
    of key: UInt32, _ retrieve: LV2_State_Retrieve_Function, _ handle: UnsafeMutableRawPointer?
  ) -> (UnsafeRawBufferPointer, type: UInt32)? {
    var (size, type, flags) = (0, UInt32(0), UInt32(0))
    guard let value = retrieve(handle, key, &size, &type, &flags), size > 0 else { return nil }
    return (UnsafeRawBufferPointer(start: value, count: size), type)
  }
}
