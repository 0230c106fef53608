import TactusPlugin

/// The Turtle description of a plug-in: its properties, required host features, and its ports in the order of
/// ``LV2Ports``.
struct LV2PluginText {
  private let plugin: PluginDescriptor
  private let uri: String

  init(_ plugin: PluginDescriptor) { (self.plugin, uri) = (plugin, LV2Names.uri(plugin)) }

  var text: String { Turtle.file([description] + properties + groups + names + [window, state, project]) }

  private var description: String {
    let kind: String
    switch plugin.kind {
    case .instrument: kind = "lv2:InstrumentPlugin"
    case .noteGenerator, .noteEffect: kind = "lv2:MIDIPlugin"
    }
    let hasNames = plugin.kind == .instrument
    let features =
      ["lv2:hardRTCapable", "work:schedule", "state:mapPath", "state:freePath", "log:log"]
      + (hasNames ? ["midnam:update"] : [])
    let interfaces = ["state:interface", "work:interface"] + (hasNames ? ["midnam:interface"] : [])
    let ports = ports.enumerated().map { index, lines in
      "[\n\t\t" + (lines + ["lv2:index \(index)"]).joined(separator: " ;\n\t\t") + "\n\t]"
    }
    return """
      <\(uri)>
      \ta lv2:Plugin , \(kind) ;
      \tdoap:name \(Turtle.literal(plugin.name)) ;
      \trdfs:comment \(Turtle.literal(plugin.summary)) ;
      \tdoap:license <http://opensource.org/licenses/mit> ;
      \tlv2:project <\(LV2Names.project)> ;
      \tlv2:minorVersion \(LV2Bundle.minorVersion) ;
      \tlv2:microVersion \(LV2Bundle.microVersion) ;
      \tlv2:requiredFeature urid:map ;
      \tlv2:optionalFeature \(features.joined(separator: " , ")) ;
      \tlv2:extensionData \(interfaces.joined(separator: " , ")) ;
      \tui:ui <\(LV2Names.windowURI(plugin))> ;
      \(LV2Outputs(plugin, uri: uri).main)\tpatch:writable \(writable.map { "<\($0.uri)>" }.joined(separator: " , ")) ;
      \tlv2:port \(ports.joined(separator: " , ")) .

      """
  }

  /// The description of each port. Port numbers may change between versions, but port symbols may not.
  private var ports: [[String]] {
    [control, notify, latency] + LV2Outputs(plugin, uri: uri).ports + parameters + freeWheeling
  }

  private var control: [String] {
    [
      "a lv2:InputPort , atom:AtomPort", "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , time:Position , patch:Message", "lv2:designation lv2:control",
      "rsz:minimumSize 65536", "lv2:symbol \"control\"", "lv2:name \"Control\"",
    ]
  }

  private var notify: [String] {
    let supports = (plugin.hasNoteOutput ? ["midi:MidiEvent"] : []) + ["patch:Message"]
    return [
      "a lv2:OutputPort , atom:AtomPort", "atom:bufferType atom:Sequence",
      "atom:supports \(supports.joined(separator: " , "))", "lv2:designation lv2:control", "rsz:minimumSize 65536",
      "lv2:symbol \"notify\"", "lv2:name \"Notify\"",
    ]
  }

  private var latency: [String] {
    [
      "a lv2:OutputPort , lv2:ControlPort", "lv2:designation lv2:latency",
      "lv2:portProperty lv2:reportsLatency , lv2:integer", "lv2:symbol \"latency\"", "lv2:name \"Latency\"",
      "lv2:default 0", "lv2:minimum 0", "lv2:maximum 768000", "units:unit units:frame",
    ]
  }

  private var parameters: [[String]] {
    plugin.parameters.map { parameter in
      let group = parameter.group.isEmpty ? nil : groupURI(parameter.group)
      return ["a lv2:InputPort , lv2:ControlPort"] + LV2ControlPort(parameter, of: plugin).statements(group: group)
    }
  }

  /// Instruments must know whether the host renders offline, because they prepare presets then.
  private var freeWheeling: [[String]] {
    guard plugin.kind == .instrument else { return [] }
    return [
      [
        "a lv2:InputPort , lv2:ControlPort", "lv2:designation lv2:freeWheeling",
        "lv2:portProperty lv2:toggled , lv2:connectionOptional , pprops:notOnGUI", "lv2:symbol \"freeWheeling\"",
        "lv2:name \"Free-wheeling\"", "lv2:default 0", "lv2:minimum 0", "lv2:maximum 1",
      ]
    ]
  }

  private var groups: [String] {
    var names: [String] = []
    for parameter in plugin.parameters where !parameter.group.isEmpty && !names.contains(parameter.group) {
      names.append(parameter.group)
    }
    let own = names.map { name in
      "<\(groupURI(name))>\n\ta pg:InputGroup ;\n\tlv2:symbol \"\(Self.symbol(name))\" ;\n\tlv2:name \(Turtle.literal(name)) .\n"
    }
    return own + LV2Outputs(plugin, uri: uri).groups
  }

  private func groupURI(_ name: String) -> String { "\(uri):group:\(Self.symbol(name))" }

  /// Returns a symbol for a name: "lane_3" for "Lane 3".
  static func symbol(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.map {
        $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? Character($0) : "_"
      })
  }

  private var writable: [(uri: String, label: String, comment: String)] {
    let bank = (LV2Names.bank, "SoundFont", "The file that sounds come from; an empty path is the built-in bank.")
    let document = (
      LV2Names.document, "Document", "A file to load: a sequence, a chain of effects, a state, or a sound bank."
    )
    return plugin.kind == .instrument ? [bank, document] : [document]
  }

  private var properties: [String] {
    writable.map { property in
      """
      <\(property.uri)>
      \ta lv2:Parameter ;
      \trdfs:label \(Turtle.literal(property.label)) ;
      \trdfs:comment \(Turtle.literal(property.comment)) ;
      \trdfs:range atom:Path .

      """
    }
  }

  private var window: String {
    """
    <\(LV2Names.windowURI(plugin))>
    \ta ui:X11UI ;
    \tlv2:requiredFeature ui:idleInterface , ui:parent ;
    \tlv2:optionalFeature ui:resize , ui:touch , opts:options , urid:map , <http://lv2plug.in/ns/ext/instance-access> ;
    \tlv2:extensionData ui:idleInterface , ui:resize .

    """
  }

  /// The properties that states and presets store.
  private var state: String {
    """
    <\(LV2Names.state)>
    \ta rdf:Property , owl:DatatypeProperty ;
    \trdfs:label "state" ;
    \trdfs:comment "What the plug-in is set to, as a JSON document." ;
    \trdfs:range atom:String .

    """
  }

  /// What the names of keys and presets need of Ardour's vocabulary, which hosts do not install.
  private var names: [String] {
    guard plugin.kind == .instrument else { return [] }
    return ["midnam:interface\n\ta lv2:ExtensionData .\n", "midnam:update\n\ta lv2:Feature .\n"]
  }

  private var project: String {
    """
    <\(LV2Names.project)>
    \ta doap:Project ;
    \tdoap:name "Tactus" ;
    \tdoap:maintainer [ a foaf:Group ; foaf:name "Tactus" ] .

    """
  }
}
