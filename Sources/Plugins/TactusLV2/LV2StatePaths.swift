import CLV2

/// Paths as a host's states keep them. Hosts that keep them as they are say nothing of it.
struct LV2StatePaths {
  private let map: UnsafeMutablePointer<LV2StateMapPath>?
  private let free: UnsafeMutablePointer<LV2StateFreePath>?

  init(_ features: UnsafePointer<UnsafePointer<LV2Feature>?>?) {
    map = LV2Host.data(of: "http://lv2plug.in/ns/ext/state#mapPath", features)?.assumingMemoryBound(
      to: LV2StateMapPath.self)
    free = LV2Host.data(of: "http://lv2plug.in/ns/ext/state#freePath", features)?.assumingMemoryBound(
      to: LV2StateFreePath.self)
  }

  /// A file's path as the state keeps it.
  func abstract(_ path: String) -> String { ask(map?.pointee.abstractPath, path) }

  /// Where a path of a state is.
  func absolute(_ path: String) -> String { ask(map?.pointee.absolutePath, path) }

  private func ask(
    _ function: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?)?,
    _ path: String
  ) -> String {
    guard let function, let answer = function(map?.pointee.handle, path) else { return path }
    defer { lv2_free_path(free, answer) }
    return String(cString: answer)
  }
}
