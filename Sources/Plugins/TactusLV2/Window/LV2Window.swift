import CLV2
import TactusPlugin
import TactusWindow
import TactusX11

/// A window of a plug-in in an LV2 host, which runs it by `ui:idleInterface`.
///
/// With `instance-access`, it shows the plug-in's instance. Without it, the window creates a unit for itself, which
/// only holds the values of the ports and is never rendered.
/// - Thread: the host's for windows
final class LV2Window {
  private let instance: LV2Instance?
  private let host: LV2WindowHost
  private let window: X11Window
  private let resize: UnsafePointer<LV2UI_Resize>?

  init?(
    _ descriptor: PluginDescriptor, controller: LV2UI_Controller?, write: @escaping LV2UI_Write_Function,
    features: LV2Features?
  ) {
    guard let parent = LV2Host.data(of: "http://lv2plug.in/ns/extensions/ui#parent", features) else { return nil }
    let handle = LV2Host.data(of: "http://lv2plug.in/ns/ext/instance-access", features)
    instance = handle.flatMap { LV2Instances.instance(withHandle: $0) }
    if let instance, instance.unit.descriptor.identifier != descriptor.identifier { return nil }
    let unit = instance?.unit ?? PluginUnit(descriptor)
    host = LV2WindowHost(
      unit, instance: instance, controller: controller, write: write,
      touch: UnsafePointer(
        LV2Host.data(of: "http://lv2plug.in/ns/extensions/ui#touch", features)?.assumingMemoryBound(
          to: LV2UI_Touch.self)))
    resize = UnsafePointer(
      LV2Host.data(of: "http://lv2plug.in/ns/extensions/ui#resize", features)?.assumingMemoryBound(
        to: LV2UI_Resize.self))
    let contents = PluginWindow(
      unit, host: host, state: instance?.windowState ?? WindowState(descriptor),
      scale: Self.scale(features) ?? X11Library.desktopScale)
    guard let window = X11Window(contents, parent: UInt(bitPattern: parent), title: descriptor.name) else { return nil }
    self.window = window
    window.show(true)
    let size = window.size
    if let resize { _ = resize.pointee.ui_resize?(resize.pointee.handle, Int32(size.width), Int32(size.height)) }
  }

  deinit { instance?.windowState = window.state }

  /// The host's window handle.
  var widget: LV2UI_Widget? { UnsafeMutableRawPointer(bitPattern: window.identifier) }

  func run() -> Bool { window.run() }

  func setSize(_ width: Int, _ height: Int) { window.resize(width: width, height: height) }

  /// Takes a port's value. An instance takes its ports' values itself.
  func receive(port: UInt32, _ value: Float) { if instance == nil { host.receive(port: Int(port), value) } }

  /// Returns the host's option `ui:scaleFactor`.
  private static func scale(_ features: LV2Features?) -> Double? {
    guard
      let map = LV2Host.data(of: "http://lv2plug.in/ns/ext/urid#map", features)?
        .assumingMemoryBound(to: LV2_URID_Map.self).pointee,
      var option = LV2Host.data(of: "http://lv2plug.in/ns/ext/options#options", features)?
        .assumingMemoryBound(to: LV2_Options_Option.self)
    else { return nil }
    let key = map.map?(map.handle, "http://lv2plug.in/ns/extensions/ui#scaleFactor") ?? 0
    let float = map.map?(map.handle, "http://lv2plug.in/ns/ext/atom#Float") ?? 0
    while option.pointee.key != 0 || option.pointee.value != nil {
      if option.pointee.key == key, key != 0, option.pointee.type == float, let value = option.pointee.value {
        return Double(value.assumingMemoryBound(to: Float.self).pointee)
      }
      option += 1
    }
    return nil
  }
}
