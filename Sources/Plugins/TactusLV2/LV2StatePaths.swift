import CLV2

/// Converts paths for the host's states. Hosts that store paths unchanged do not provide this feature.
struct LV2StatePaths {
  private let map: UnsafeMutablePointer<LV2_State_Map_Path>?
  private let free: UnsafeMutablePointer<LV2_State_Free_Path>?

  init(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    map = LV2Host.data(of: "http://lv2plug.in/ns/ext/state#mapPath", features)?.assumingMemoryBound(
      to: LV2_State_Map_Path.self)
    free = LV2Host.data(of: "http://lv2plug.in/ns/ext/state#freePath", features)?.assumingMemoryBound(
      to: LV2_State_Free_Path.self)
  }

  /// Returns a file's path in the form that the state stores.
  func abstract(_ path: String) -> String { ask(map?.pointee.abstract_path, path) }

  /// Returns a file's path on this machine, given the path in a state.
  func absolute(_ path: String) -> String { ask(map?.pointee.absolute_path, path) }

  private func ask(
    _ function: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?)?,
    _ path: String
  ) -> String {
    guard let function, let answer = function(map?.pointee.handle, path) else { return path }
    defer { lv2_free_path(free, answer) }
    return String(cString: answer)
  }
}
