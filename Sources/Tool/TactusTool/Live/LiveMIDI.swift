import TactusDevices
import TactusRender

/// The MIDI inputs and outputs of a command, which outlive its sessions. They are opened with the first session that
/// needs them; JACK has ports of its own.
final class LiveMIDI {
  private let inputOptions: MIDIInputOptions?
  private let outputOptions: MIDIOutputOptions?
  /// The messages for sessions.
  let input = HostTimeInput(longestLatency: 48_000)
  private let output = HostTimeOutput(capacity: 1 << 14)
  private var inputs: (any MIDIConnections)?
  private var outputs: (any MIDIConnections)?
  private var isOpen = false

  init(_ input: MIDIInputOptions?, _ output: MIDIOutputOptions?) { (inputOptions, outputOptions) = (input, output) }

  /// Whether a port is given that JACK does not have.
  var excludesJACK: Bool { inputOptions?.excludesJACK ?? false || !(outputOptions?.midiOut ?? []).isEmpty }

  /// The names of outputs.
  var outputNames: [String] { outputOptions?.outputs ?? [] }

  /// The messages of sessions; nil without MIDI outputs, so that no session waits for the latency of its device.
  var sessionOutput: HostTimeOutput? { outputNames.isEmpty ? nil : output }

  /// Opens the inputs and outputs, or prepares the open ones for another song.
  ///
  /// - Parameter ports: the message ports of the song, one bit each.
  func open(ports: UInt16) throws(ToolError) {
    if isOpen {
      outputs?.setPorts(ports)
      return
    }
    inputs = try inputOptions?.open(into: input)
    outputs = try outputOptions?.open(ports: ports, from: output)
    isOpen = true
  }

  /// Sends what is waiting, ends all notes, and closes the outputs.
  func close() { outputs?.stop() }

  /// Returns what has happened since the last call.
  func takeRemarks() -> [String] { (inputs?.takeRemarks() ?? []) + (outputs?.takeRemarks() ?? []) }
}
