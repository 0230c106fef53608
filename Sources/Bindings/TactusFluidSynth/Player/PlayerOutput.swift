import CFluidSynth
import Tactus

/// Passes the events of a song to a function of the program, or to the synthesizer.
final class PlayerOutput {
  /// A function of the program for events, and its argument.
  struct Handler {
    var function: handle_midi_event_func_t
    var data: UnsafeMutableRawPointer?
  }

  /// The receiver of the events.
  enum Receiver {
    case synth
    case function(Handler)
    case nobody
  }

  var receiver = Receiver.synth
  /// The channels that have received notes since they were last silenced.
  private var playing: Set<UInt8> = []
  private let synth: FluidSynth
  private let event = FluidMIDIEvent()

  init(_ synth: FluidSynth) { self.synth = synth }

  func send(_ content: PlayerSong.Content) {
    switch content {
    case .message(let message): set(message)
    case .systemExclusive(let bytes): return send(bytes, type: FluidMIDIEvent.Kind.systemExclusive)
    case .tempo(let microseconds):
      (event.type, event.channel, event.param1, event.param2) = (FluidMIDIEvent.Kind.setTempo, 0, microseconds, 0)
    // zero-terminated, because the program may read a text as a C string
    case .text(let type, let bytes): return send(bytes + [0], type: type)
    }
    pass(event)
  }

  private func set(_ message: ChannelMessage) {
    let part = Int(message.port) * 16 + Int(message.channel)
    event.type = message.status & 0xF0
    event.channel = part < synth.channelCount ? UInt8(part) : message.channel
    let isBend = event.type == FluidMIDIEvent.Kind.pitchBend
    event.param1 = isBend ? Int32(message.pitchBend) : Int32(message.data1)
    event.param2 = isBend || message.byteCount == 2 ? 0 : Int32(message.data2)
    if event.type == FluidMIDIEvent.Kind.noteOn { playing.insert(event.channel) }
  }

  /// Ends all sound of the song: sends "all sound off" to each channel that has received notes.
  func silence() {
    sendControllers([120])
    playing = []
  }

  /// Lifts the pedals and releases the keys of each channel that has received notes.
  func releaseAll() { sendControllers([64, 66, 69, 123]) }

  /// Sends controllers with the value 0. It uses a separate event object, because a callback of the program may call
  /// this function while it is handling the song's event.
  private func sendControllers(_ numbers: [Int32]) {
    for channel in playing.sorted() {
      for number in numbers {
        pass(FluidMIDIEvent(type: FluidMIDIEvent.Kind.controlChange, channel: channel, param1: number))
      }
    }
  }

  private func send(_ bytes: [UInt8], type: UInt8) {
    var bytes = bytes
    let count = Int32(clamping: bytes.count)
    bytes.withUnsafeMutableBytes {
      event.setPayload($0.baseAddress, size: count, type: type, dynamic: 0)
      event.channel = 0
      pass(event)
      event.setPayload(nil, size: 0, type: 0, dynamic: 0)
    }
  }

  private func pass(_ event: FluidMIDIEvent) {
    switch receiver {
    case .synth: _ = fluid_synth_handle_midi_event(UnsafeMutableRawPointer(synth.pointer), event.pointer)
    case .function(let handler): _ = handler.function(handler.data, event.pointer)
    case .nobody: break
    }
  }
}
