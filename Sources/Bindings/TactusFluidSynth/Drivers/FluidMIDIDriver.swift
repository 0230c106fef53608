import CFluidSynth
import CJACK
import Tactus
import TactusJACK

/// A MIDI driver: passes the messages that arrive at JACK's input "midi" to a function of the program, in order.
final class FluidMIDIDriver: PointedObject {
  private let client: JACKClient
  private let port: JACKClient.Port
  private let handler: handle_midi_event_func_t
  private let data: UnsafeMutableRawPointer?
  private let event = FluidMIDIEvent()

  init(_ settings: FluidSettings, _ handler: @escaping handle_midi_event_func_t, _ data: UnsafeMutableRawPointer?)
    throws
  {
    let name = settings.string("midi.driver") ?? ""
    guard name == "jack" || name.isEmpty else {
      throw FluidError("midi.driver", "there is no driver \(name); use jack")
    }
    (self.handler, self.data) = (handler, data)
    client = try JACKClient(
      JACKLibrary(), name: settings.string("midi.jack.id") ?? "fluidsynth-midi", server: settings.jackServer("midi"))
    port = try client.addPort("midi", .midi, .input)
    client.setProcess(
      { frames, context in
        guard let context else { return 0 }
        Unmanaged<FluidMIDIDriver>.fromOpaque(context).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    try client.activate()
  }

  private func process(_ frames: UInt32) {
    let functions = client.functionTable
    guard let buffer = ctactus_jack_buffer(functions, port.handle, frames) else { return }
    for index in 0..<ctactus_jack_midi_count(functions, buffer) {
      let message = ctactus_jack_midi_get(functions, buffer, index)
      guard let bytes = message.bytes, message.size > 0 else { continue }
      pass(UnsafeBufferPointer(start: bytes, count: message.size))
    }
  }

  private func pass(_ bytes: UnsafeBufferPointer<UInt8>) {
    typealias Kind = FluidMIDIEvent.Kind
    switch bytes[0] {
    case 0x80...0xEF:
      let (first, second) = (Int32(bytes.count > 1 ? bytes[1] : 0), Int32(bytes.count > 2 ? bytes[2] : 0))
      (event.type, event.channel) = (bytes[0] & 0xF0, bytes[0] & 15)
      event.param1 = event.type == Kind.pitchBend ? second << 7 | first : first
      event.param2 = event.type == Kind.pitchBend ? 0 : second
    case 0xF0 where bytes.count > 2:
      event.setPayload(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress.map { UnsafeRawPointer($0 + 1) }),
        size: Int32(clamping: bytes.count - 2), type: Kind.systemExclusive, dynamic: 0)
    case 0xFF: (event.type, event.channel, event.param1, event.param2) = (Kind.systemReset, 0, 0, 0)
    default: return
    }
    _ = handler(data, event.pointer)
  }

  func stop() {
    client.deactivate()
    client.close()
  }
}
