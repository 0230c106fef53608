import CLV2
import TactusLV2Atoms

/// The host features that an instance uses.
///
/// The pointers belong to the host, and are valid for the lifetime of the instance.
/// - Thread: control
package struct LV2Host {
  package let map: UnsafePointer<LV2_URID_Map>
  package let schedule: UnsafePointer<LV2_Worker_Schedule>?
  package let log: UnsafePointer<LV2_Log_Log>?
  package let names: UnsafePointer<LV2_Midnam>?

  /// Reads the host's features; nil without `urid:map`, which is required.
  package init?(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    guard let map = Self.data(of: "http://lv2plug.in/ns/ext/urid#map", features) else { return nil }
    self.map = UnsafePointer(map.assumingMemoryBound(to: LV2_URID_Map.self))
    guard self.map.pointee.map != nil else { return nil }
    schedule = UnsafePointer(
      Self.data(of: "http://lv2plug.in/ns/ext/worker#schedule", features)?.assumingMemoryBound(
        to: LV2_Worker_Schedule.self))
    names = UnsafePointer(
      Self.data(of: "http://ardour.org/lv2/midnam#update", features)?.assumingMemoryBound(to: LV2_Midnam.self))
    log = UnsafePointer(
      Self.data(of: "http://lv2plug.in/ns/ext/log#log", features)?.assumingMemoryBound(to: LV2_Log_Log.self))
  }

  /// Returns the data of a feature; nil if it is missing or has no data.
  package static func data(
    of uri: String, _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> UnsafeMutableRawPointer? {
    guard var position = features else { return nil }
    while let feature = position.pointee {
      if let name = feature.pointee.URI, String(cString: name) == uri { return feature.pointee.data }
      position += 1
    }
    return nil
  }
}
