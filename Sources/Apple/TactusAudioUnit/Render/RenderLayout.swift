/// The offsets of fields in the host's data structures: render events, packets and buffers.
///
/// Render events are declared as a union, but each is only as long as its kind requires, so the union must not be read
/// as a whole.
/// The offsets are measured on the control side, from the system's declarations.
struct RenderLayout: BitwiseCopyable, Sendable {
  // the header of an event
  var next = 0
  var time = 8
  var type = 16
  // bytes of MIDI 1.0
  var byteCount = 18
  var byteCable = 20
  var bytes = 21
  // packets
  var listCable = 18
  var list = 20
  // parameters
  var rampDuration = 20
  var address = 24
  var value = 32
  // a packet list, relative to its start
  var listProtocol = 0
  var packetCount = 4
  var packets = 8
  var wordCount = 8
  var words = 12
  // a buffer list
  var bufferCount = 0
  var buffers = 8
  var bufferStride = 16
  var channelCount = 0
  var byteSize = 4
  var data = 8
}

/// The types of render events.
enum RenderEventKind {
  static var parameter: UInt8 { 1 }
  static var ramp: UInt8 { 2 }
  static var bytes: UInt8 { 8 }
  static var systemExclusive: UInt8 { 9 }
  static var packets: UInt8 { 10 }
}
