import CLV2
import Foundation
import TactusRealtime

/// The features of a simulated host: numbers for URIs, a worker, the names of keys, and the length of its cycles.
final class HostFeatures {
  /// Messages that have been logged or sent, from any thread.
  final class Box: Sendable {
    private let blobs = Guarded<[[UInt8]]>([])
    private let capacity = Guarded(64)
    private let receiver = Guarded<(@Sendable ([UInt8]) -> Void)?>(nil)

    /// Receives the messages at once, so that none waits; nil if they wait.
    var immediate: (@Sendable ([UInt8]) -> Void)? {
      get { receiver.withLock { $0 } }
      set { receiver.withLock { $0 = newValue } }
    }

    /// The maximum number of waiting messages.
    var room: Int {
      get { capacity.withLock { $0 } }
      set { capacity.withLock { $0 = newValue } }
    }

    /// Adds a message; returns false if there is no room.
    func put(_ data: UnsafeRawPointer?, _ size: UInt32) -> Bool {
      let (blob, room) = (Array(UnsafeRawBufferPointer(start: data, count: Int(size))), room)
      if let immediate {
        immediate(blob)
        return true
      }
      return blobs.withLock { blobs in
        guard blobs.count < room else { return false }
        blobs.append(blob)
        return true
      }
    }

    /// Takes all out.
    func take() -> [[UInt8]] {
      blobs.withLock { blobs in
        defer { blobs = [] }
        return blobs
      }
    }
  }

  let requests = Box()
  let answers = Box()
  /// An empty message for each request to read the names of keys and presets again.
  let nameRequests = Box()
  private let map: UnsafeMutablePointer<LV2_URID_Map>
  private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>
  private let names: UnsafeMutablePointer<LV2_Midnam>
  private let options: UnsafeMutablePointer<LV2_Options_Option>
  private let length: UnsafeMutablePointer<Int32>
  private let missing: Set<String>

  init(without missing: Set<String>) {
    self.missing = missing
    map = .allocate(capacity: 1)
    map.initialize(to: LV2_URID_Map(handle: nil) { _, uri in uri.map { urid(String(cString: $0)) } ?? 0 })
    schedule = .allocate(capacity: 1)
    schedule.initialize(
      to: LV2_Worker_Schedule(handle: Unmanaged.passUnretained(requests).toOpaque()) { handle, size, data in
        let box = Unmanaged<Box>.fromOpaque(handle!).takeUnretainedValue()
        return box.put(data, size) ? 0 : Int32(LV2_WORKER_ERR_NO_SPACE)
      })
    names = .allocate(capacity: 1)
    names.initialize(
      to: LV2_Midnam(handle: Unmanaged.passUnretained(nameRequests).toOpaque()) { handle in
        _ = Unmanaged<Box>.fromOpaque(handle!).takeUnretainedValue().put(nil, 0)
      })
    length = .allocate(capacity: 1)
    length.initialize(to: 1_024)
    options = .allocate(capacity: 2)
    options.initialize(repeating: LV2_Options_Option(), count: 2)
    options[0] = LV2_Options_Option(
      context: 0, subject: 0, key: urid("http://lv2plug.in/ns/ext/buf-size#maxBlockLength"), size: 4,
      type: urid("http://lv2plug.in/ns/ext/atom#Int"), value: UnsafeRawPointer(length))
  }

  deinit {
    map.deallocate()
    schedule.deallocate()
    names.deallocate()
    options.deallocate()
    length.deallocate()
  }

  /// The features in the form that plug-ins receive.
  func use<Result>(_ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>) -> Result) -> Result {
    let all: [(uri: String, data: UnsafeMutableRawPointer?)] = [
      ("http://lv2plug.in/ns/ext/urid#map", UnsafeMutableRawPointer(map)),
      ("http://lv2plug.in/ns/ext/worker#schedule", UnsafeMutableRawPointer(schedule)),
      ("http://ardour.org/lv2/midnam#update", UnsafeMutableRawPointer(names)),
      ("http://lv2plug.in/ns/ext/options#options", UnsafeMutableRawPointer(options)),
      ("http://example.org/unknown", nil),
    ]
    return Self.use(all.filter { !missing.contains($0.uri) }, body)
  }

  /// An array of pointers to features, with a null pointer at its end.
  static func use<Result>(
    _ features: [(uri: String, data: UnsafeMutableRawPointer?)],
    _ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>) -> Result
  ) -> Result {
    let texts = features.map { $0.uri.withCString { strdup($0)! } }
    let values = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: features.count)
    let list = UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>.allocate(capacity: features.count + 1)
    list.initialize(repeating: nil, count: features.count + 1)
    for (index, feature) in features.enumerated() {
      (values + index).initialize(to: LV2_Feature(URI: texts[index], data: feature.data))
      list[index] = UnsafePointer(values + index)
    }
    defer {
      texts.forEach { free($0) }
      values.deallocate()
      list.deallocate()
    }
    return body(list)
  }
}
