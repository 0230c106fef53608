import CLV2
import CTactusShims
import TactusPlugin

/// A host's state is two properties: the unit's document, and what the control ports said. A port whose value is still
/// the same when the state comes back has nothing new to say, so that parameters that the unit has moved by itself (by
/// program changes, say) stay where they were.
extension LV2Instance {
  private static let flags = UInt32(LV2StatePlainData) | UInt32(LV2StatePortable)

  /// Hands the state to a host.
  ///
  /// - Thread: control, also while it runs
  package func save(
    _ store: LV2StateStore, _ handle: UnsafeMutableRawPointer?, _ features: UnsafePointer<UnsafePointer<LV2Feature>?>?
  ) -> Int {
    let paths = LV2StatePaths(features)
    let document = unit.state(mappingPath: { paths.abstract($0) }) + [0]
    let status = store(handle, urids.state, document, document.count, urids.string, Self.flags)
    guard status == Int32(LV2StateSuccess) else { return Int(status) }
    // a vector: the size and the type of its elements, and these
    var vector = [UInt32(MemoryLayout<Float>.size), atoms.float]
    for index in 0..<unit.descriptor.parameters.count {
      vector.append(lv2_load_number(core.pointee.seen + index).bitPattern)
    }
    _ = store(
      handle, urids.portValues, vector, vector.count * MemoryLayout<UInt32>.size, urids.vector, Self.flags)
    return Int(LV2StateSuccess)
  }

  /// Takes a state back. What is no state of this plug-in changes nothing.
  ///
  /// - Thread: control; not while it runs
  package func restore(
    _ retrieve: LV2StateRetrieve, _ handle: UnsafeMutableRawPointer?,
    _ features: UnsafePointer<UnsafePointer<LV2Feature>?>?
  ) -> Int {
    guard let (value, type) = Self.value(of: urids.state, retrieve, handle) else { return Int(LV2StateNoProperty) }
    guard type == urids.string else { return Int(LV2StateBadType) }
    let paths = LV2StatePaths(features)
    let document = Array(value.prefix { $0 != 0 })
    do throws(PluginStateError) {
      try unit.restore(document, resolvingPath: { paths.absolute($0) })
    } catch {
      say("\(error)")
      return Int(LV2StateUnknownError)
    }
    seeParameters()
    restorePortValues(retrieve, handle)
    attend()
    refresh()
    return Int(LV2StateSuccess)
  }

  private func restorePortValues(_ retrieve: LV2StateRetrieve, _ handle: UnsafeMutableRawPointer?) {
    let (count, size) = (unit.descriptor.parameters.count, MemoryLayout<Float>.size)
    guard let (value, type) = Self.value(of: urids.portValues, retrieve, handle), type == urids.vector,
      value.count == (2 + count) * size, value.load(as: UInt32.self) == UInt32(size),
      value.load(fromByteOffset: size, as: UInt32.self) == atoms.float
    else { return }
    for index in 0..<count {
      let said = value.loadUnaligned(fromByteOffset: (2 + index) * size, as: Float.self)
      lv2_store_number(core.pointee.seen + index, said)
    }
  }

  private static func value(
    of key: UInt32, _ retrieve: LV2StateRetrieve, _ handle: UnsafeMutableRawPointer?
  ) -> (UnsafeRawBufferPointer, type: UInt32)? {
    var (size, type, flags) = (0, UInt32(0), UInt32(0))
    guard let value = retrieve(handle, key, &size, &type, &flags), size > 0 else { return nil }
    return (UnsafeRawBufferPointer(start: value, count: size), type)
  }
}
