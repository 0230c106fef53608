import CoreAudioKit
import SwiftUI
import TactusAudioUnit

#if os(macOS)
  /// The principal object of the extension: creates the audio units, and shows the windows of the plug-ins.
  public final class AudioUnitViewController: PluginViewController, AUAudioUnitFactory {
    /// Creates an audio unit. Hosts call this on any thread, before or after they load the view.
    public nonisolated func createAudioUnit(with description: AudioComponentDescription) throws -> AUAudioUnit {
      let unit = try PluginAudioUnits.make(description)
      show(unit)
      return unit
    }
  }
#else
  /// The principal object of the extension: creates the audio units, and shows their parameters.
  public final class AudioUnitViewController: AUViewController, AUAudioUnitFactory {
    private var parameters: AUParameterTree?

    /// Creates an audio unit. Hosts call this on any thread, before or after they load the view.
    public nonisolated func createAudioUnit(with description: AudioComponentDescription) throws -> AUAudioUnit {
      let unit = try PluginAudioUnits.make(description)
      // parameter trees may be used on any thread
      nonisolated(unsafe) let tree = unit.parameterTree
      Task { @MainActor in
        parameters = tree
        if isViewLoaded { show() }
      }
      return unit
    }

    public override func viewDidLoad() {
      super.viewDidLoad()
      show()
    }

    private func show() {
      guard let parameters else { return }
      let list = ParameterList(tree: parameters)
      let controller = UIHostingController(rootView: list)
      addChild(controller)
      controller.view.frame = view.bounds
      view.addSubview(controller.view)
    }
  }

  /// A list of all parameters.
  struct ParameterList: View {
    let tree: AUParameterTree

    var body: some View {
      List(tree.allParameters, id: \.address) { ParameterRow(parameter: $0) }
    }
  }

  /// A parameter with its value as text.
  struct ParameterRow: View {
    let parameter: AUParameter
    @State private var value: AUValue = 0

    var body: some View {
      HStack {
        Text(parameter.displayName)
        Slider(value: $value, in: parameter.minValue...parameter.maxValue)
        Text(withUnsafePointer(to: value) { parameter.string(fromValue: $0) })
      }
      .onAppear { value = parameter.value }
      .onChange(of: value) { parameter.value = value }
    }
  }
#endif
