#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A MIDI event of FluidSynth's interface: a type, a channel and two values, or a text.
final class FluidMIDIEvent: PointedObject {
  /// The kinds of events that the interface knows by number: a status without its channel, or a type of a meta event.
  enum Kind {
    static let text: UInt8 = 0x01
    static let lyrics: UInt8 = 0x05
    static let setTempo: UInt8 = 0x51
    static let noteOff: UInt8 = 0x80
    static let noteOn: UInt8 = 0x90
    static let keyPressure: UInt8 = 0xA0
    static let controlChange: UInt8 = 0xB0
    static let programChange: UInt8 = 0xC0
    static let channelPressure: UInt8 = 0xD0
    static let pitchBend: UInt8 = 0xE0
    static let systemExclusive: UInt8 = 0xF0
    static let systemReset: UInt8 = 0xFF
  }

  var type: UInt8
  var channel: UInt8
  /// The key, controller, program or pitch; the number of bytes of a payload.
  var param1: Int32
  /// The velocity or value; not 0 if this event frees its payload.
  var param2: Int32
  private(set) var payload: UnsafeMutableRawPointer?
  private var ownsPayload = false

  init(type: UInt8 = 0, channel: UInt8 = 0, param1: Int32 = 0, param2: Int32 = 0) {
    (self.type, self.channel, self.param1, self.param2) = (type, channel, param1, param2)
  }

  /// - Parameter dynamic: not 0 for memory of `malloc`, which the event frees.
  func setPayload(_ payload: UnsafeMutableRawPointer?, size: Int32, type: UInt8, dynamic: Int32) {
    (self.payload, ownsPayload) = (payload, dynamic != 0)
    (self.type, param1, param2) = (type, size, dynamic)
  }

  deinit {
    if ownsPayload { free(payload) }
  }
}
