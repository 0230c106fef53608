import TactusPlugin

/// The parameters of all plug-ins as tables for the documentation. Parameters that differ only by a number share a row.
enum ParameterMarkdown {
  static func markdown() -> String {
    Plugins.all.map { plugin in
      let rows = rows(plugin.parameters).map { "| " + cells($0).joined(separator: " | ") + " |\n" }
      return "### \(plugin.name)\n\n\(plugin.summary)\n\n| parameter | symbol | number | values | default | |\n"
        + "|---|---|---|---|---|---|\n" + rows.joined() + "\n"
    }.joined(separator: "")
  }

  /// Returns the parameters grouped by their symbols without digits.
  private static func rows(_ parameters: [ParameterDescriptor]) -> [[ParameterDescriptor]] {
    var rows: [(key: String, members: [ParameterDescriptor])] = []
    for parameter in parameters {
      let key = parameter.symbol.filter { !$0.isNumber }
      if let position = rows.firstIndex(where: { $0.key == key }) {
        rows[position].members.append(parameter)
      } else {
        rows.append((key, [parameter]))
      }
    }
    return rows.map(\.members)
  }

  private static func cells(_ members: [ParameterDescriptor]) -> [String] {
    let (first, last) = (members[0], members[members.count - 1])
    let name = first.group.isEmpty ? first.name : "\(first.group): \(first.name)"
    let isAlone = members.count == 1
    let defaults = Set(members.map { $0.text(of: $0.defaultValue) })
    return [
      isAlone ? name : "\(name), and so on to \(last.group)",
      isAlone ? "`\(first.symbol)`" : "`\(first.symbol)` … `\(last.symbol)`",
      isAlone ? "\(first.id)" : "\(first.id) … \(last.id)", values(first),
      defaults.count == 1 ? first.text(of: first.defaultValue) : "differs",
      first.isAutomatable ? "" : "not automatable",
    ]
  }

  private static func values(_ parameter: ParameterDescriptor) -> String {
    switch parameter.kind {
    case .choice(let names) where names.count <= 12: names.joined(separator: ", ")
    case .choice(let names): "\(names.count) choices, from “\(names.first ?? "")” to “\(names.last ?? "")”"
    case .toggle: "Off, On"
    case .continuous, .whole:
      "\(parameter.text(of: parameter.range.lowerBound)) to \(parameter.text(of: parameter.range.upperBound))"
    }
  }
}
