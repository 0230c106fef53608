import CJACK
import TactusJACK

/// Receives MIDI through JACK's port "midi".
final class JACKInput: JACKDriver {
  private let target: MIDITarget

  init(_ settings: FluidSettings, _ target: MIDITarget) throws {
    self.target = target
    try super.init(settings, "midi", name: "fluidsynth-midi", ["midi"], .midi, .input)
    try start(connecting: "midi.autoconnect") { client.ports(.midi, .output).map { (own: 0, other: $0) } }
  }

  override func process(_ frames: UInt32) {
    let functions = client.functionTable
    guard let buffer = memory(0, frames) else { return }
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
}
