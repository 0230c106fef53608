import TactusDevices

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Receives MIDI through a client of the ALSA sequencer, with one port for each sixteen channels of the synthesizer. A
/// thread of its own passes the messages on.
package final class ALSAInput {
  private let reader: ALSAReader
  private let thread: AudioThread

  /// Opens the client that the settings describe, and starts the thread.
  convenience init(_ settings: FluidSettings, _ target: MIDITarget) throws {
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
    let reader = ALSAReader(sequencer, connectsAll: connectsAll, target)
    reader.open()
    guard let thread = AudioThread({ reader.run() }) else {
      throw FluidError("midi.driver", "cannot start a thread")
    }
    (self.reader, self.thread) = (reader, thread)
  }

  /// Ends the thread.
  package func stop() {
    reader.stop()
    thread.join()
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
