#if canImport(CoreMIDI)
  import TactusDevices
  import TactusRealtime
  import TactusRender

  /// The sources of other programs and devices that a program listens to, also those that appear later.
  ///
  /// - Thread: control, one thread at a time
  package final class CoreMIDIInputs: MIDIConnections {
    private let words: [String]
    private let changes = SharedWords(1)
    private let port: CoreMIDIInput
    private var connected: [CoreMIDIEndpoint: String] = [:]

    /// Connects the wanted sources.
    ///
    /// - Parameter words: parts of the names of wanted sources; none for all of them.
    package init(
      _ words: [String], into input: HostTimeInput, client name: String = "tactus"
    ) throws(CoreMIDIError) {
      self.words = words
      let client = try CoreMIDIClient(name: name) { [changes] in changes[0].pointee.store(1, ordering: .releasing) }
      port = try CoreMIDIInput(client, port: "in", into: input)
    }

    /// Disconnects all sources, and ends all notes.
    package func stop() {
      for source in connected.keys { port.disconnect(source) }
      connected = [:]
      port.input.releaseNotes()
    }

    /// Connects sources that have appeared. Returns what has happened since the last call.
    package func takeRemarks() -> [String] {
      guard changes[0].pointee.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return [] }
      var remarks: [String] = []
      let sources = CoreMIDIEndpoint.sources
      for (source, name) in connected where !sources.contains(source) {
        connected[source] = nil
        port.disconnect(source)
        remarks.append("MIDI input disconnected: \(name)")
      }
      for source in sources where connected[source] == nil && source.isNamed(byOneOf: words) {
        do throws(CoreMIDIError) { try port.connect(source) } catch { continue }
        connected[source] = source.name
        remarks.append("MIDI input connected: \(source.name)")
      }
      return remarks
    }
  }

  /// The destination that a program sends to.
  ///
  /// - Thread: control, one thread at a time
  package final class CoreMIDIOutputs: MIDIConnections {
    private let output: CoreMIDIOutput
    private let pump: CoreMIDIPump
    private var remarks: [String]

    /// Opens the destination, or, if none has the name, a source of this name to which other programs can listen.
    ///
    /// - Parameter word: a part of the destination's name.
    package init(_ word: String, from output: HostTimeOutput, client name: String = "tactus") throws(CoreMIDIError) {
      let client = try CoreMIDIClient(name: name)
      if let destination = CoreMIDIEndpoint.destinations.first(where: { $0.isNamed(byOneOf: [word]) }) {
        self.output = try CoreMIDIOutput(client, to: destination, from: output)
        remarks = ["MIDI output connected: \(destination.name)"]
      } else {
        self.output = try CoreMIDIOutput(client, source: word, from: output)
        remarks = ["no MIDI output is named '\(word)'; other programs can listen to this source"]
      }
      pump = CoreMIDIPump([self.output])
    }

    /// Ends all notes, and closes the output.
    package func stop() {
      pump.stop()
      output.pump()
      output.stop()
    }

    /// Returns what has happened since the last call.
    package func takeRemarks() -> [String] {
      defer { remarks = [] }
      return remarks
    }
  }

  extension CoreMIDIEndpoint {
    /// All sources and destinations that exist now.
    package static var devices: [MIDIDevice] { (sources + destinations).map(\.device) }

    private var device: MIDIDevice {
      MIDIDevice(name: "\(uniqueID)", title: name, isInput: isSource, isOutput: !isSource, isHardware: true)
    }

    /// Whether one of the words names the endpoint, or there are none.
    func isNamed(byOneOf words: [String]) -> Bool {
      words.isEmpty || words.contains { device.isNamed($0) }
    }
  }
#endif
