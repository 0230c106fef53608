import CVST3
import TactusPlugin

/// The file `moduleinfo.json` of a bundle, from which hosts know its classes without loading the library.
package enum ModuleInfo {
  package static func json() -> String {
    var lines = ["{"]
    lines.append(#"  "Name": "Tactus","#)
    lines.append(#"  "Version": \#(quoted(VST3Class.version)),"#)
    lines.append(#"  "Factory Info": {"#)
    lines.append(#"    "Vendor": \#(quoted(VST3Class.vendor)),"#)
    lines.append(#"    "URL": "","#)
    lines.append(#"    "E-Mail": "","#)
    lines.append(#"    "Flags": {"#)
    lines.append(#"      "Unicode": true,"#)
    lines.append(#"      "Classes Discardable": false,"#)
    lines.append(#"      "Component Non Discardable": false"#)
    lines.append("    }")
    lines.append("  },")
    lines.append(#"  "Classes": ["#)
    lines.append(VST3Class.all.map(text).joined(separator: ",\n"))
    lines.append("  ]")
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of plugin: VST3Class) -> String {
    let categories = plugin.subCategories.split(separator: "|").map { quoted(String($0)) }.joined(separator: ", ")
    let members = [
      ("CID", quoted(plugin.id.text)), ("Category", quoted(VST3Class.category)),
      ("Name", quoted(plugin.descriptor.name)), ("Vendor", quoted(VST3Class.vendor)),
      ("Version", quoted(VST3Class.version)), ("SDKVersion", quoted(VST3Class.interfaceVersion)),
      ("Sub Categories", "[\(categories)]"), ("Class Flags", "0"), ("Cardinality", "\(kManyInstances)"),
      ("Snapshots", "[]"),
    ]
    return "    {\n" + members.map { "      \(quoted($0.0)): \($0.1)" }.joined(separator: ",\n") + "\n    }"
  }

  /// The texts of the classes need no escapes.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
