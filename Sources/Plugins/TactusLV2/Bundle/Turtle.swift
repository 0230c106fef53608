/// Formats Turtle, the language in which LV2 bundles describe their contents.
enum Turtle {
  static let prefixes: [(name: String, uri: String)] = [
    ("atom", "http://lv2plug.in/ns/ext/atom#"), ("bufsz", "http://lv2plug.in/ns/ext/buf-size#"),
    ("doap", "http://usefulinc.com/ns/doap#"), ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("log", "http://lv2plug.in/ns/ext/log#"), ("lv2", "http://lv2plug.in/ns/lv2core#"),
    ("midi", "http://lv2plug.in/ns/ext/midi#"),
    ("midnam", "http://ardour.org/lv2/midnam#"), ("opts", "http://lv2plug.in/ns/ext/options#"),
    ("owl", "http://www.w3.org/2002/07/owl#"), ("patch", "http://lv2plug.in/ns/ext/patch#"),
    ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
    ("pprops", "http://lv2plug.in/ns/ext/port-props#"), ("pset", "http://lv2plug.in/ns/ext/presets#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"), ("rsz", "http://lv2plug.in/ns/ext/resize-port#"),
    ("state", "http://lv2plug.in/ns/ext/state#"), ("time", "http://lv2plug.in/ns/ext/time#"),
    ("ui", "http://lv2plug.in/ns/extensions/ui#"),
    ("units", "http://lv2plug.in/ns/extensions/units#"), ("urid", "http://lv2plug.in/ns/ext/urid#"),
    ("work", "http://lv2plug.in/ns/ext/worker#"),
  ]

  /// Returns a file: the statements, preceded by the prefixes that they use.
  static func file(_ statements: [String]) -> String {
    let body = statements.joined(separator: "\n")
    let words = body.split(whereSeparator: \.isWhitespace)
    let used = prefixes.filter { prefix in words.contains { $0.hasPrefix(prefix.name + ":") } }
    return used.map { "@prefix \($0.name): <\($0.uri)> .\n" }.joined() + "\n" + body
  }

  /// Returns a string as a quoted literal.
  static func literal(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns a number with the precision of a 32-bit float, the type of control ports.
  static func number(_ value: Double) -> String { Float(value).description }
}
