import TactusPlugin
import TactusSynth

/// The audio outputs of a plug-in in Turtle: two ports and a group for each stereo output.
struct LV2Outputs {
  private let plugin: PluginDescriptor
  private let uri: String

  init(_ plugin: PluginDescriptor, uri: String) { (self.plugin, self.uri) = (plugin, uri) }

  private var outputs: Range<Int> { 0..<plugin.audioOutputs / 2 }

  /// Returns the symbol of an output: "part_3", or "" for the main output.
  private func symbol(_ output: Int) -> String {
    output == SynthOutputs.main ? "" : LV2PluginText.symbol(SynthOutputs.name(of: output))
  }

  private func group(_ output: Int) -> String {
    output == SynthOutputs.main ? "\(uri):group:stereo_output" : "\(uri):output:\(symbol(output))"
  }

  /// The statements of each port, except its index.
  var ports: [[String]] {
    outputs.flatMap { output in
      [("left", "Left"), ("right", "Right")].map { side, name in
        let isMain = output == SynthOutputs.main
        return [
          "a lv2:OutputPort , lv2:AudioPort", "pg:group <\(group(output))>", "lv2:designation pg:\(side)",
          "lv2:symbol \"\(isMain ? side : "\(symbol(output))_\(side)")\"",
          "lv2:name \"\(isMain ? name : "\(SynthOutputs.name(of: output)) \(name.lowercased())")\"",
        ] + (isMain ? [] : ["lv2:portProperty lv2:connectionOptional"])
      }
    }
  }

  /// The statement that names the main output, if there are others.
  var main: String { outputs.count > 1 ? "\tpg:mainOutput <\(group(0))> ;\n" : "" }

  /// The descriptions of the groups.
  var groups: [String] {
    outputs.map { output in
      let isMain = output == SynthOutputs.main
      let symbol = isMain ? "stereo_output" : symbol(output)
      let name = isMain ? "Stereo output" : SynthOutputs.name(of: output)
      return """
        <\(group(output))>
        \ta pg:OutputGroup , pg:StereoGroup ;
        \tlv2:symbol "\(symbol)" ;
        \tlv2:name "\(name)" .

        """
    }
  }
}
