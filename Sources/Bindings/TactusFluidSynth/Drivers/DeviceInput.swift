import CFluidSynth
import Tactus
import TactusDevices

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Receives MIDI through a client of the ALSA sequencer, with one port for each sixteen channels of the synthesizer, or
/// from a raw MIDI device. A thread of its own passes the messages on.
package final class DeviceInput {
  private let receiver: MIDIReceiver

  /// Opens the client that the settings describe, and starts the thread.
  convenience init(sequencer settings: FluidSettings, _ target: MIDITarget) throws {
    let names = ALSANames(id: settings.string("midi.alsa_seq.id"), port: settings.string("midi.portname"))
    let sequencer = try ALSASequencer(
      names.client, device: settings.chosen("midi.alsa_seq.device") ?? "default", portName: names.port(0))
    let ports = max(1, ((settings.integer("synth.midi-channels") ?? 16) + 15) / 16)
    for port in 1..<ports { try sequencer.addInput(names.port(port)) }
    try self.init(sequencer, connectsAll: settings.integer("midi.autoconnect") == 1, target)
  }

  /// Starts the thread of a client.
  ///
  /// - Parameter connectsAll: whether the inputs of the machine and those of other programs are connected to the first
  ///   port, also those that appear later.
  package init(_ sequencer: ALSASequencer, connectsAll: Bool, _ target: MIDITarget) throws {
    // As in FluidSynth's driver: some keyboards send a system reset without being asked.
    let inputTarget = DeviceInputTarget(target, passesResets: false)
    let wantsInput = { (device: MIDIDevice) in device.isInput }
    let reader = ALSASequencerReader(sequencer, into: inputTarget, connecting: connectsAll ? wantsInput : nil)
    reader.open()
    receiver = MIDIReceiver(reader, into: inputTarget)
    try receiver.start()
  }

  /// Opens a raw MIDI device, and starts the thread.
  package init(_ target: MIDITarget, open: (any MIDIInputTarget) throws -> any RawMIDISource) throws {
    let inputTarget = DeviceInputTarget(target, passesResets: true)
    receiver = MIDIReceiver(nil, [try open(inputTarget)], into: inputTarget)
    try receiver.start()
  }

  /// Ends the thread.
  package func stop() { receiver.stop() }
}

/// Passes the messages of inputs to a program.
private final class DeviceInputTarget: MIDIInputTarget {
  private let target: MIDITarget
  private let passesResets: Bool

  init(_ target: MIDITarget, passesResets: Bool) { (self.target, self.passesResets) = (target, passesResets) }

  var convertsZeroVelocities: Bool { false }

  func receive(_ message: ChannelMessage, port: Int, at time: UInt64) {
    guard passesResets || message.status != 0xFF else { return }
    target.pass(message.status, message.data1, message.data2, port: port)
  }

  func receive(exclusive data: UnsafeBufferPointer<UInt8>, at time: UInt64) {
    target.pass(exclusive: data.baseAddress, count: data.count)
  }

  /// Does nothing: FluidSynth's drivers leave notes on, too.
  func releaseNotes() {}

  func report(_ event: MIDIInputEvent) {
    switch event {
    case .connected: log(FLUID_INFO, event.description)
    case .notConnected, .notWatched, .lostMessages, .disconnected: log(FLUID_WARN, event.description)
    case .stopped: log(FLUID_ERR, event.description)
    }
  }
}

/// The names of a client of the ALSA sequencer and of its ports, which are FluidSynth's.
struct ALSANames {
  /// The name of the client.
  let client: String
  private let id: String
  private let givenName: String?

  /// - Parameters:
  ///   - id: the setting `midi.alsa_seq.id`; "pid" for the number of the process.
  ///   - port: the setting `midi.portname`, which replaces all names.
  init(id: String?, port: String?) {
    let id = id ?? "pid"
    self.id = id == "pid" ? "\(getpid())" : id
    givenName = port.flatMap { $0.isEmpty ? nil : $0 }
    client = givenName ?? "FLUID Synth (\(self.id))"
  }

  /// Returns the name of a port.
  func port(_ number: Int) -> String { givenName ?? "Synth input port (\(id):\(number))" }
}
