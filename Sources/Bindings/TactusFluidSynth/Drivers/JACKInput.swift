import CFluidSynth
import CJACK
import Tactus
import TactusJACK

/// Receives MIDI through JACK's port "midi".
final class JACKInput {
  private let client: JACKClient
  private let port: JACKClient.Port
  private let target: MIDITarget

  init(_ settings: FluidSettings, _ target: MIDITarget) throws {
    self.target = target
    client = try JACKClient(
      JACKLibrary(), name: settings.string("midi.jack.id") ?? "fluidsynth-midi", server: settings.jackServer("midi"))
    port = try client.addPort("midi", .midi, .input)
    client.setProcess(
      { frames, context in
        guard let context else { return 0 }
        Unmanaged<JACKInput>.fromOpaque(context).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    try client.activate()
    guard settings.integer("midi.autoconnect") == 1 else { return }
    for name in client.ports(.midi, .output) {
      do { try client.connect(port, to: name) } catch { log(FLUID_WARN, "\(error)") }
    }
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
    guard bytes[0] != 0xF0 else {
      return target.pass(exclusive: bytes.baseAddress.map { $0 + 1 }, count: bytes.count - 2)
    }
    target.pass(bytes[0], bytes.count > 1 ? bytes[1] : 0, bytes.count > 2 ? bytes[2] : 0)
  }

  func stop() {
    client.deactivate()
    client.close()
  }
}
