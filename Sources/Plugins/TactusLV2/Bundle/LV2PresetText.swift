import TactusPlugin

/// The factory presets of a plug-in in Turtle: the values of all control ports, and the unit's document.
enum LV2PresetText {
  static func uri(_ plugin: PluginDescriptor, _ index: Int) -> String {
    "\(LV2Names.uri(plugin)):preset:\(index + 1)"
  }

  static func statements(_ plugin: PluginDescriptor) -> [String] {
    plugin.presets.indices.map { index in
      let unit = PluginUnit(plugin)
      unit.loadPreset(index)
      let values = plugin.parameters.indices.map { parameter -> String in
        let port = LV2ControlPort(plugin.parameters[parameter], of: plugin)
        let value = port.value(ofParameter: unit.value(ofParameter: parameter))
        return "[\n\t\tlv2:symbol \(Turtle.literal(port.symbol)) ;\n\t\tpset:value \(Turtle.number(value))\n\t]"
      }
      let document = String(decoding: unit.state(), as: UTF8.self)
      return """
        <\(uri(plugin, index))>
        \ta pset:Preset ;
        \tlv2:appliesTo <\(LV2Names.uri(plugin))> ;
        \trdfs:label \(Turtle.literal(plugin.presets[index].name)) ;
        \tlv2:port \(values.joined(separator: " , ")) ;
        \tstate:state [
        \t\t<\(LV2Names.state)> \(Turtle.literal(document))
        \t] .

        """
    }
  }
}
