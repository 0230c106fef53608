import TactusPlugin

/// The parameters of all plug-ins as tables, for the documentation.
enum ParameterTable {
  static func markdown() -> String {
    Plugins.all.map { plugin in
      let rows = plugin.parameters.map { "| " + cells($0).joined(separator: " | ") + " |\n" }
      return "### \(plugin.name)\n\n| parameter | symbol | number | values | at first | |\n|---|---|---|---|---|---|\n"
        + rows.joined() + "\n"
    }.joined()
  }

  private static func cells(_ parameter: ParameterDescriptor) -> [String] {
    let name = parameter.group.isEmpty ? parameter.name : "\(parameter.group): \(parameter.name)"
    return [
      name, "`\(parameter.symbol)`", "\(parameter.id)", values(parameter), parameter.text(of: parameter.defaultValue),
      parameter.isAutomatable ? "" : "soon, not on a frame",
    ]
  }

  private static func values(_ parameter: ParameterDescriptor) -> String {
    switch parameter.kind {
    case .choice(let names) where names.count <= 12: names.joined(separator: ", ")
    case .choice(let names): "\(names.first ?? "") to \(names.last ?? ""), \(names.count) of them"
    case .toggle: "Off, On"
    case .continuous, .whole:
      "\(parameter.text(of: parameter.range.lowerBound)) to \(parameter.text(of: parameter.range.upperBound))"
    }
  }
}
