import CLV2
import TactusLV2Atoms
import TactusPlugin

/// The URIDs of messages and states, and of the project's own URIs.
///
/// - Thread: any; created on the control side
package struct LV2PluginURIDs: BitwiseCopyable, Sendable {
  package var urid, path, string, vector: UInt32
  package var set, get, subject, property, value: UInt32
  package var stateChanged, error: UInt32
  /// The URIDs of the plug-in itself and of ``LV2Names``; `bank` is 0 if the plug-in has none.
  package var plugin, bank, document, state, portValues: UInt32

  /// Maps all URIs.
  /// - Thread: control
  package init(_ map: UnsafePointer<LV2_URID_Map>, _ descriptor: PluginDescriptor) {
    func ask(_ uri: String) -> UInt32 { map.pointee.map.map { $0(map.pointee.handle, uri) } ?? 0 }
    urid = ask("http://lv2plug.in/ns/ext/atom#URID")
    path = ask("http://lv2plug.in/ns/ext/atom#Path")
    string = ask("http://lv2plug.in/ns/ext/atom#String")
    vector = ask("http://lv2plug.in/ns/ext/atom#Vector")
    set = ask("http://lv2plug.in/ns/ext/patch#Set")
    get = ask("http://lv2plug.in/ns/ext/patch#Get")
    subject = ask("http://lv2plug.in/ns/ext/patch#subject")
    property = ask("http://lv2plug.in/ns/ext/patch#property")
    value = ask("http://lv2plug.in/ns/ext/patch#value")
    stateChanged = ask("http://lv2plug.in/ns/ext/state#StateChanged")
    error = ask("http://lv2plug.in/ns/ext/log#Error")
    plugin = ask(LV2Names.uri(descriptor))
    bank = descriptor.kind == .instrument ? ask(LV2Names.bank) : 0
    document = ask(LV2Names.document)
    state = ask(LV2Names.state)
    portValues = ask(LV2Names.portValues)
  }
}
