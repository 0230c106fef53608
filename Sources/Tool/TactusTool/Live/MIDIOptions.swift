import ArgumentParser
import TactusDevices
import TactusRender

#if canImport(Darwin)
  import TactusCoreMIDI
#endif

/// The options of live commands that choose the MIDI inputs.
struct MIDIInputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "MIDI input: a port or part of its name, the path of a raw device, or none; repeatable. (default: all hardware)",
      valueName: "port"))
  var midi: [String] = []

  func validate() throws {
    if midi.count > 1, midi.contains("none") { throw ValidationError("--midi none excludes other MIDI inputs") }
  }

  /// Whether a port is given, which JACK does not know.
  var excludesJACK: Bool { !midi.isEmpty && midi != ["none"] }

  /// Opens the MIDI inputs.
  ///
  /// - Returns: nil if none are wanted, or if there is no sequencer and none was requested.
  func open(into input: HostTimeInput) throws(ToolError) -> (any MIDIConnections)? {
    if midi == ["none"] { return nil }
    let files = midi.filter { $0.hasPrefix("/") }
    let names = midi.filter { !$0.hasPrefix("/") && $0 != "none" }
    do {
      #if canImport(Darwin)
        if files.isEmpty { return try CoreMIDIInputs(names, into: input) }
      #endif
      return try MIDIInputs(midi.isEmpty ? .hardware : .named(names), files: files, into: input)
    } catch {
      if midi.isEmpty { return nil }
      throw ToolError(nil, "\(error); `tactus devices` lists the MIDI ports")
    }
  }
}

/// The options of live commands that choose the MIDI outputs.
struct MIDIOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "MIDI output: a port or part of its name, or the path of a raw device; with JACK, a port or client. Repeatable: "
        + "several outputs receive the song's ports in order, the last one also further ports.", valueName: "port"))
  var midiOut: [String] = []
  @Flag(help: "Send MIDI clock to the MIDI output; with JACK, on a separate port, clock.") var clock = false

  /// The outputs, each once.
  var outputs: [String] {
    var seen: Set<String> = []
    return midiOut.filter { seen.insert($0).inserted }
  }

  /// The names of the given options.
  var givenOptions: [String] { (midiOut.isEmpty ? [] : ["--midi-out"]) + (clock ? ["--clock"] : []) }

  /// Opens the MIDI outputs.
  ///
  /// - Parameter ports: the message ports of the song, one bit each.
  func open(ports: UInt16, from output: HostTimeOutput) throws(ToolError) -> (any MIDIConnections)? {
    let words = outputs
    guard !words.isEmpty else { return nil }
    do {
      #if canImport(Darwin)
        if words.count == 1, !words[0].hasPrefix("/") { return try CoreMIDIOutputs(words[0], from: output) }
      #endif
      return try MIDIOutputs(words, ports: ports, from: output)
    } catch {
      throw ToolError(nil, "\(error); `tactus devices` lists the MIDI ports")
    }
  }
}
