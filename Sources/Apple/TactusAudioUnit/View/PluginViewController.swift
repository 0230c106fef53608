#if canImport(CoreAudioKit) && !canImport(UIKit)
  import CoreAudioKit
  import TactusPlugin
  import TactusWindow

  /// The view of an audio unit of Tactus on macOS. The principal object of an extension inherits from it:
  ///
  ///     final class AudioUnitViewController: PluginViewController, AUAudioUnitFactory {
  ///       nonisolated func createAudioUnit(with description: AudioComponentDescription) throws -> AUAudioUnit {
  ///         let unit = try PluginAudioUnits.make(description)
  ///         show(unit)
  ///         return unit
  ///       }
  ///     }
  ///
  /// - Thread: the main thread
  open class PluginViewController: AUViewController {
    private var plugin: PluginUnit?
    private var parameters: AUParameterTree?
    /// The view of the unit, once it can be shown.
    package private(set) var pluginView: PluginView?

    /// Creates the view: empty until there is a unit.
    open override func loadView() {
      view = NSView(frame: NSRect(x: 0, y: 0, width: 1_000, height: 660))
      if let plugin { open(plugin, parameters) }
    }

    /// Shows a unit, once the main thread has time for it. Units of other makers are ignored.
    /// - Thread: any
    public nonisolated func show(_ unit: AUAudioUnit) {
      guard let unit = unit as? PluginAudioUnit else { return }
      let plugin = unit.plugin
      // parameter trees may be used on any thread
      nonisolated(unsafe) let tree = unit.parameterTree
      Task { @MainActor in open(plugin, tree) }
    }

    /// Shows a plug-in with its parameter tree.
    package func open(_ plugin: PluginUnit, _ tree: AUParameterTree?) {
      (self.plugin, parameters) = (plugin, tree)
      guard isViewLoaded else { return }
      let edits = AudioUnitEdits(plugin, tree) { ParameterTree.report(plugin, to: tree) }
      let contents = PluginWindow(plugin, host: edits, state: WindowState(plugin.descriptor))
      let pluginView = PluginView(contents)
      preferredContentSize = pluginView.frame.size
      self.pluginView?.removeFromSuperview()
      self.pluginView = pluginView
      pluginView.frame = view.bounds
      pluginView.autoresizingMask = [.width, .height]
      view.addSubview(pluginView)
    }
  }
#endif
