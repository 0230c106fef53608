#if canImport(CoreAudioKit) && !canImport(UIKit)
  import AudioToolbox
  import TactusPlugin

  /// Passes what the user changes in a view to the unit and to its parameter tree, as gestures that hosts record.
  ///
  /// - Thread: the main thread
  final class AudioUnitEdits: WindowHost {
    private let plugin: PluginUnit
    private let tree: AUParameterTree?
    private let report: () -> Void

    /// - Parameter report: makes the host read all parameters again.
    init(_ plugin: PluginUnit, _ tree: AUParameterTree?, report: @escaping () -> Void) {
      (self.plugin, self.tree, self.report) = (plugin, tree, report)
    }

    func beginEdit(_ index: Int) { send(index, .touch) }

    func edit(_ index: Int, to value: Double) {
      // the tree knows only floats
      plugin.setParameter(index, to: value)
      send(index, .value)
    }

    func endEdit(_ index: Int) { send(index, .release) }

    private func send(_ index: Int, _ type: AUParameterAutomationEventType) {
      let parameter = tree?.parameter(withAddress: UInt64(plugin.descriptor.parameters[index].id))
      parameter?.setValue(
        AUValue(plugin.value(ofParameter: index)), originator: nil, atHostTime: 0, eventType: type)
    }

    func contentsChanged() { report() }

    func wake() {}
  }
#endif
