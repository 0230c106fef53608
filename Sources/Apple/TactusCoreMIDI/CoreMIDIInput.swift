#if canImport(CoreMIDI)
  import CoreMIDI
  import TactusCoreAudio
  import TactusRealtime

  /// MIDI that comes from other programs and devices, for an audio thread.
  ///
  ///     let keys = HostTimeInput(latency: 512)
  ///     let input = try CoreMIDIInput(client, destination: "My synth", uniqueID: saved, into: keys)
  ///     saved = input.endpoint?.uniqueID
  ///
  /// CoreMIDI's own thread only puts the messages into the queue of a ``HostTimeInput``, without allocation; several
  /// inputs may share one. Both protocols are understood, whichever was asked for.
  /// - Thread: control
  public final class CoreMIDIInput: Sendable {
    /// Where the messages go.
    public let input: HostTimeInput
    /// The virtual destination that others see; nil for a port.
    public let endpoint: CoreMIDIEndpoint?
    private let port: MIDIPortRef
    private let client: CoreMIDIClient
    private let words: SharedWords

    /// A virtual destination, to which other programs can send.
    ///
    /// - Parameters:
    ///   - client: is kept alive.
    ///   - name: what other programs call it.
    ///   - uniqueID: the one it had before, so that other programs know it again; see ``CoreMIDIEndpoint/uniqueID``.
    ///   - protocolID: into which CoreMIDI translates what comes.
    ///   - advance: in microseconds. With 0 CoreMIDI holds messages back until their time, which is too late for the
    ///     cycle that is being rendered: the input then needs a latency. With more they come when they are sent, and are
    ///     sorted and waited for here.
    ///   - input: where the messages go.
    public init(
      _ client: CoreMIDIClient, destination name: String, uniqueID: Int32? = nil,
      protocolID: CoreMIDIProtocol = .midi2, advance: Int32 = 0, into input: HostTimeInput
    ) throws(CoreMIDIError) {
      let words = SharedWords(0)
      var reference: MIDIEndpointRef = 0
      let status = MIDIDestinationCreateWithProtocol(
        client.reference, cfString(name), protocolID.id, &reference, Self.receive(into: input, words))
      try CoreMIDIError.check(status, .makingDestination)
      let endpoint = CoreMIDIEndpoint(reference, isSource: false)
      endpoint.take(uniqueID: uniqueID)
      (self.client, self.input, self.endpoint, port, self.words) = (client, input, endpoint, 0, words)
      guard advance > 0 else { return }
      let isSet = MIDIObjectSetIntegerProperty(reference, kMIDIPropertyAdvanceScheduleTimeMuSec, advance)
      try CoreMIDIError.check(isSet, .settingAdvance)
    }

    /// A port, which can be connected to sources.
    ///
    /// - Parameters:
    ///   - client: is kept alive.
    ///   - name: for people.
    ///   - protocolID: into which CoreMIDI translates what comes.
    ///   - input: where the messages go.
    public init(
      _ client: CoreMIDIClient, port name: String, protocolID: CoreMIDIProtocol = .midi2, into input: HostTimeInput
    ) throws(CoreMIDIError) {
      let words = SharedWords(0)
      var reference: MIDIPortRef = 0
      let status = MIDIInputPortCreateWithProtocol(
        client.reference, cfString(name), protocolID.id, &reference, Self.receive(into: input, words))
      try CoreMIDIError.check(status, .makingPort)
      (self.client, self.input, endpoint, port, self.words) = (client, input, nil, reference, words)
    }

    deinit {
      if let endpoint { _ = MIDIEndpointDispose(endpoint.reference) }
      if port != 0 { _ = MIDIPortDispose(port) }
      input.releaseNotes()
    }

    /// What CoreMIDI calls on its own thread with each list. It must not keep the list, nor this object alive.
    private static func receive(into input: HostTimeInput, _ words: SharedWords) -> MIDIReceiveBlock {
      { @Sendable list, _ in
        let malformed = input.send(listAt: UnsafeRawPointer(list))
        if malformed > 0 { words[0].pointee.wrappingAdd(malformed, ordering: .relaxed) }
      }
    }

    /// Listens to a source; for ports.
    public func connect(_ source: CoreMIDIEndpoint) throws(CoreMIDIError) {
      guard source.isSource else { throw .wrongKind(name: source.name, isSource: false) }
      try CoreMIDIError.check(MIDIPortConnectSource(port, source.reference, nil), .connecting)
    }

    /// Listens no longer to a source, and ends the notes that sound.
    public func disconnect(_ source: CoreMIDIEndpoint) {
      _ = MIDIPortDisconnectSource(port, source.reference)
      input.releaseNotes()
    }

    /// Packets so far that held something else than whole messages.
    /// - Thread: any
    public var malformedCount: Int { words[0].pointee.load(ordering: .relaxed) }
  }
#endif
