import CLV2
import TactusPlugin

/// The plug-ins by LV2 index: 0 the sampler, 1 the sequencer, 2 the arpeggiator, 3 the sampler with outputs by part.
///
/// - Thread: any
package enum LV2Plugins {
  /// All plug-ins of the bundle. In LV2, the ports of a plug-in never change, so the sampler is there twice.
  package static let all = Plugins.all + [Plugins.samplerOutputs]

  /// Returns the descriptor with an index; nil after the last one.
  package static func descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
    index < UInt32(table.count) ? UnsafePointer(table.descriptors + Int(index)) : nil
  }

  /// Returns the plug-in with a descriptor's URI.
  static func plugin(_ descriptor: UnsafePointer<LV2_Descriptor>?) -> PluginDescriptor? {
    guard let uri = descriptor?.pointee.URI else { return nil }
    let text = String(cString: uri)
    return LV2Plugins.all.first { LV2Names.uri($0) == text }
  }

  /// Returns the instance for a handle from `instantiate`.
  static func instance(_ handle: UnsafeMutableRawPointer?) -> LV2Instance? {
    guard let core = handle?.assumingMemoryBound(to: LV2Core.self) else { return nil }
    return Unmanaged<LV2Instance>.fromOpaque(core.pointee.owner).takeUnretainedValue()
  }

  static let table = LV2Table()
}

/// Descriptors to which hosts get pointers: created once, and never changed or freed.
struct LV2Table: @unchecked Sendable {  // see above
  let descriptors: UnsafeMutablePointer<LV2_Descriptor>
  let count = LV2Plugins.all.count
  let state: UnsafeMutablePointer<LV2_State_Interface>
  let worker: UnsafeMutablePointer<LV2_Worker_Interface>
  let names: UnsafeMutablePointer<LV2_Midnam_Interface>

  fileprivate init() {
    state = .allocate(capacity: 1)
    state.initialize(to: LV2_State_Interface(save: saveLV2, restore: restoreLV2))
    worker = .allocate(capacity: 1)
    worker.initialize(to: LV2_Worker_Interface(work: workLV2, work_response: receiveLV2Reply, end_run: nil))
    names = .allocate(capacity: 1)
    names.initialize(to: LV2_Midnam_Interface(midnam: describeNamesOfLV2, model: modelOfLV2, free: freeTextOfLV2))
    descriptors = .allocate(capacity: count)
    for (index, plugin) in LV2Plugins.all.enumerated() {
      (descriptors + index).initialize(
        to: LV2_Descriptor(
          URI: Self.text(LV2Names.uri(plugin)), instantiate: instantiateLV2, connect_port: connectLV2,
          activate: activateLV2, run: runLV2, deactivate: deactivateLV2, cleanup: cleanUpLV2,
          extension_data: extensionDataOfLV2))
    }
  }

  private static func text(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = text.initialize(from: bytes)
    return UnsafePointer(text.baseAddress ?? .allocate(capacity: 1))
  }
}
