import CLV2
import Foundation

/// A plug-in's state as a host keeps it: properties by their numbers.
final class HostState {
  var properties: [UInt32: (type: UInt32, bytes: [UInt8])] = [:]
  /// The prefix of paths in the state, instead of "/".
  private let prefix: String?

  init(prefix: String? = nil) { self.prefix = prefix }

  private var this: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  func save(_ host: SimulatedHost) -> Int32? {
    usePaths { paths in
      host.descriptor.state?.save?(
        host.handle,
        { handle, key, value, size, type, flags in
          let state = Unmanaged<HostState>.fromOpaque(handle!).takeUnretainedValue()
          state.properties[key] = (type, Array(UnsafeRawBufferPointer(start: value, count: size)))
          return flags == UInt32(LV2_STATE_IS_POD) | UInt32(LV2_STATE_IS_PORTABLE) ? 0 : Int32(LV2_STATE_ERR_BAD_FLAGS)
        }, this, 0, paths)
    }
  }

  func restore(_ host: SimulatedHost) -> Int32? {
    usePaths { paths in
      host.descriptor.state?.restore?(
        host.handle,
        { handle, key, size, type, flags in
          let state = Unmanaged<HostState>.fromOpaque(handle!).takeUnretainedValue()
          guard let property = state.properties[key] else { return nil }
          (size!.pointee, type!.pointee, flags!.pointee) = (property.bytes.count, property.type, 3)
          return state.memory(property.bytes)
        }, this, 0, paths)
    }
  }

  private var borrowed: [UnsafeMutableRawPointer] = []

  private func memory(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    borrowed.append(memory)
    return UnsafeRawPointer(memory)
  }

  deinit { borrowed.forEach { $0.deallocate() } }

  private func usePaths(_ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>?) -> Int32?) -> Int32? {
    guard prefix != nil else { return body(nil) }
    var map = LV2_State_Map_Path(handle: this) { handle, path in
      let state = Unmanaged<HostState>.fromOpaque(handle!).takeUnretainedValue()
      return strdup(state.prefix! + String(cString: path!))
    } absolute_path: { handle, path in
      let state = Unmanaged<HostState>.fromOpaque(handle!).takeUnretainedValue()
      return strdup(String(String(cString: path!).dropFirst(state.prefix!.count)))
    }
    var release = LV2_State_Free_Path(handle: nil) { _, path in free(path) }
    return withUnsafeMutablePointer(to: &map) { map in
      withUnsafeMutablePointer(to: &release) { release in
        HostFeatures.use(
          [
            ("http://lv2plug.in/ns/ext/state#mapPath", UnsafeMutableRawPointer(map)),
            ("http://lv2plug.in/ns/ext/state#freePath", UnsafeMutableRawPointer(release)),
          ], body)
      }
    }
  }

  /// The unit's document.
  var document: String {
    properties[urid("urn:tactus:state")].map { String(decoding: $0.bytes.dropLast(), as: UTF8.self) } ?? ""
  }
}
