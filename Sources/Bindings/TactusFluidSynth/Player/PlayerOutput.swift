import CFluidSynth
import Tactus

/// Passes the events of a song to a function of the program, or to the synthesizer.
final class PlayerOutput {
  /// A function of the program for events, and its argument.
  struct Handler {
    var function: handle_midi_event_func_t
    var data: UnsafeMutableRawPointer?
  }

  /// The program's function; nil for the synthesizer.
  var handler: Handler?
  private let synth: FluidSynth
  private let event = FluidMIDIEvent()

  init(_ synth: FluidSynth) { self.synth = synth }

  func send(_ content: PlayerSong.Content) {
    switch content {
    case .message(let message): set(message)
    case .systemExclusive(let bytes): return send(bytes, type: FluidMIDIEvent.Kind.systemExclusive)
    case .tempo(let microseconds):
      (event.type, event.channel, event.param1, event.param2) = (FluidMIDIEvent.Kind.setTempo, 0, microseconds, 0)
    case .text(let type, let bytes): return send(bytes, type: type)
    }
    pass()
  }

  private func set(_ message: ChannelMessage) {
    let part = Int(message.port) * 16 + Int(message.channel)
    event.type = message.status & 0xF0
    event.channel = part < synth.channels.count ? UInt8(part) : message.channel
    let isBend = event.type == FluidMIDIEvent.Kind.pitchBend
    event.param1 = isBend ? Int32(message.pitchBend) : Int32(message.data1)
    event.param2 = isBend || message.byteCount == 2 ? 0 : Int32(message.data2)
  }

  private func send(_ bytes: [UInt8], type: UInt8) {
    var bytes = bytes
    let count = Int32(clamping: bytes.count)
    bytes.withUnsafeMutableBytes {
      event.setPayload($0.baseAddress, size: count, type: type, dynamic: 0)
      event.channel = 0
      pass()
      event.setPayload(nil, size: 0, type: 0, dynamic: 0)
    }
  }

  private func pass() {
    if let handler {
      _ = handler.function(handler.data, event.pointer)
    } else {
      _ = fluid_synth_handle_midi_event(UnsafeMutableRawPointer(synth.pointer), event.pointer)
    }
  }

  /// Lifts the pedals and releases all keys.
  func releaseAll() {
    for channel in synth.channels.indices {
      synth.send(0xB0, channel, 64, 0)
      synth.send(0xB0, channel, 66, 0)
    }
    _ = fluid_synth_all_notes_off(synth.pointer, -1)
  }
}
