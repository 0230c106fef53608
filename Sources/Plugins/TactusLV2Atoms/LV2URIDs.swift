import CLV2

/// The URIDs of atoms, of MIDI and of the transport's position.
///
/// - Thread: any; created on the control side
package struct LV2URIDs: BitwiseCopyable, Sendable {
  package var sequence, object, blank, beatTime: UInt32
  package var int, long, float, double, bool: UInt32
  package var midiEvent: UInt32
  package var position: UInt32
  package var bar, barBeat, beat, beatUnit, beatsPerBar, beatsPerMinute, frame, speed: UInt32

  /// Maps all URIs.
  /// - Thread: control
  package init(_ map: UnsafePointer<LV2_URID_Map>) {
    sequence = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Sequence")
    object = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Object")
    blank = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Blank")
    beatTime = map.pointee.urid("http://lv2plug.in/ns/ext/atom#beatTime")
    int = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Int")
    long = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Long")
    float = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Float")
    double = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Double")
    bool = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Bool")
    midiEvent = map.pointee.urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
    position = map.pointee.urid("http://lv2plug.in/ns/ext/time#Position")
    bar = map.pointee.urid("http://lv2plug.in/ns/ext/time#bar")
    barBeat = map.pointee.urid("http://lv2plug.in/ns/ext/time#barBeat")
    beat = map.pointee.urid("http://lv2plug.in/ns/ext/time#beat")
    beatUnit = map.pointee.urid("http://lv2plug.in/ns/ext/time#beatUnit")
    beatsPerBar = map.pointee.urid("http://lv2plug.in/ns/ext/time#beatsPerBar")
    beatsPerMinute = map.pointee.urid("http://lv2plug.in/ns/ext/time#beatsPerMinute")
    frame = map.pointee.urid("http://lv2plug.in/ns/ext/time#frame")
    speed = map.pointee.urid("http://lv2plug.in/ns/ext/time#speed")
  }
}

extension LV2_URID_Map {
  /// Returns the URID of a URI; 0 if the host cannot map it.
  /// - Thread: control
  package func urid(_ uri: StaticString) -> UInt32 {
    guard let map else { return 0 }
    return uri.utf8Start.withMemoryRebound(to: CChar.self, capacity: uri.utf8CodeUnitCount + 1) { map(handle, $0) }
  }
}
