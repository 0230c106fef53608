import TactusPlugin

/// The control port of a parameter. The port of the bypass parameter is inverted, because hosts expect an "enabled"
/// port.
struct LV2ControlPort {
  let parameter: ParameterDescriptor
  /// The name for display, with the group if another parameter has the same name.
  let name: String

  init(_ parameter: ParameterDescriptor, of plugin: PluginDescriptor) {
    self.parameter = parameter
    let isAlone = plugin.parameters.count { $0.name == parameter.name } == 1
    name = parameter.isBypass ? "Enabled" : isAlone ? parameter.name : "\(parameter.group) \(parameter.name)"
  }

  var symbol: String { parameter.isBypass ? "enabled" : parameter.symbol }

  /// Returns the port's value for a parameter value.
  func value(ofParameter value: Double) -> Double { Self.value(ofParameter: value, isBypass: parameter.isBypass) }

  static func value(ofParameter value: Double, isBypass: Bool) -> Double { isBypass ? (value > 0 ? 0 : 1) : value }

  /// Returns the Turtle statements that describe the port, except its type and its index.
  func statements(group: String?) -> [String] {
    var lines = [
      "lv2:symbol \(Turtle.literal(symbol))", "lv2:name \(Turtle.literal(name))",
      "lv2:default \(Turtle.number(value(ofParameter: parameter.defaultValue)))",
      "lv2:minimum \(Turtle.number(parameter.range.lowerBound))",
      "lv2:maximum \(Turtle.number(parameter.range.upperBound))",
    ]
    if parameter.isBypass { lines.append("lv2:designation lv2:enabled") }
    if let group { lines.append("pg:group <\(group)>") }
    lines += properties().map { "lv2:portProperty \($0)" }
    if let unit = Self.unit(parameter.unit) { lines.append("units:unit \(unit)") }
    return lines + points()
  }

  private func properties() -> [String] {
    let late = parameter.isAutomatable ? [] : ["pprops:expensive"]
    switch parameter.kind {
    case .continuous: return late
    case .whole: return ["lv2:integer"] + late
    case .toggle: return ["lv2:toggled"] + late
    case .choice: return ["lv2:integer", "lv2:enumeration"] + late
    }
  }

  private func points() -> [String] {
    guard case .choice(let names) = parameter.kind else { return [] }
    return names.enumerated().map { index, name in
      "lv2:scalePoint [ rdfs:label \(Turtle.literal(name)) ; rdf:value \(Turtle.number(Double(index))) ]"
    }
  }

  private static func unit(_ unit: ParameterUnit) -> String? {
    switch unit {
    case .decibels: "units:db"
    case .cents: "units:cent"
    case .semitones: "units:semitone12TET"
    case .percent: "units:pc"
    case .milliseconds: "units:ms"
    case .beats: "units:beat"
    case .octaves, .factor: "units:oct"
    case .none: nil
    }
  }
}
