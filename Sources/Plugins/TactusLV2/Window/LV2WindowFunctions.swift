import CLV2
import TactusPlugin

// The functions that hosts call for windows.

extension LV2Plugins {
  /// Returns the descriptor of a window with an index, in the order of the plug-ins; nil after the last one.
  package static func windowDescriptor(_ index: UInt32) -> UnsafePointer<LV2UI_Descriptor>? {
    index < UInt32(LV2Plugins.all.count) ? UnsafePointer(windows.descriptors + Int(index)) : nil
  }

  static let windows = LV2WindowTable()

  static func window(_ handle: LV2UI_Handle?) -> LV2Window? {
    handle.map { Unmanaged<LV2Window>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Descriptors to which hosts get pointers: created once, and never changed or freed.
struct LV2WindowTable: @unchecked Sendable {  // see above
  let descriptors: UnsafeMutablePointer<LV2UI_Descriptor>
  let idle: UnsafeMutablePointer<LV2UI_Idle_Interface>
  let resize: UnsafeMutablePointer<LV2UI_Resize>

  fileprivate init() {
    idle = .allocate(capacity: 1)
    idle.initialize(to: LV2UI_Idle_Interface(idle: { LV2Plugins.window($0)?.run() == true ? 0 : 1 }))
    resize = .allocate(capacity: 1)
    resize.initialize(
      to: LV2UI_Resize(
        handle: nil,
        ui_resize: { handle, width, height in
          guard let window = LV2Plugins.window(handle) else { return 1 }
          window.setSize(Int(width), Int(height))
          return 0
        }))
    descriptors = .allocate(capacity: LV2Plugins.all.count)
    for (index, plugin) in LV2Plugins.all.enumerated() {
      (descriptors + index).initialize(
        to: LV2UI_Descriptor(
          URI: CText.constant(LV2Names.windowURI(plugin)), instantiate: instantiateLV2Window,
          cleanup: { if let handle = $0 { Unmanaged<LV2Window>.fromOpaque(handle).release() } },
          port_event: { handle, port, size, format, buffer in
            guard format == 0, size == UInt32(MemoryLayout<Float>.size), let buffer else { return }
            LV2Plugins.window(handle)?.receive(port: port, buffer.loadUnaligned(as: Float.self))
          },
          extension_data: extensionDataOfLV2Window))
    }
  }
}

@c(tactus_lv2_instantiate_window)
func instantiateLV2Window(
  _ descriptor: UnsafePointer<LV2UI_Descriptor>?, _ plugin: UnsafePointer<CChar>?, _ bundle: UnsafePointer<CChar>?,
  _ write: LV2UI_Write_Function?, _ controller: LV2UI_Controller?, _ widget: UnsafeMutablePointer<LV2UI_Widget?>?,
  _ features: LV2Features?
) -> LV2UI_Handle? {
  guard let plugin, let write, let widget else { return nil }
  let uri = String(cString: plugin)
  guard let descriptor = LV2Plugins.all.first(where: { LV2Names.uri($0) == uri }),
    let window = LV2Window(descriptor, controller: controller, write: write, features: features)
  else { return nil }
  widget.pointee = window.widget
  return Unmanaged.passRetained(window).toOpaque()
}

@c(tactus_lv2_window_extension_data)
func extensionDataOfLV2Window(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
  guard let uri else { return nil }
  switch String(cString: uri) {
  case "http://lv2plug.in/ns/extensions/ui#idleInterface": return UnsafeRawPointer(LV2Plugins.windows.idle)
  case "http://lv2plug.in/ns/extensions/ui#resize": return UnsafeRawPointer(LV2Plugins.windows.resize)
  default: return nil
  }
}
