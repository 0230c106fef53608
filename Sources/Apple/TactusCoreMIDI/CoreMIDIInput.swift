#if canImport(CoreMIDI)
  import CoreMIDI
  import TactusCoreAudio
  import TactusRealtime
  import TactusRender

  /// MIDI input from other programs and devices, for an audio thread.
  ///
  ///     let keys = HostTimeInput(latency: 512)
  ///     let input = try CoreMIDIInput(client, destination: "My synth", uniqueID: saved, into: keys)
  ///     saved = input.endpoint?.uniqueID
  ///
  /// CoreMIDI's own thread only puts the messages into the queue of a ``HostTimeInput``, without allocating; several
  /// inputs may share one queue. Both protocols are accepted, whichever was requested.
  /// - Thread: control
  public final class CoreMIDIInput: Sendable {
    /// The queue that receives the messages.
    public let input: HostTimeInput
    /// The virtual destination that other programs see; nil for a port.
    public let endpoint: CoreMIDIEndpoint?
    private let port: MIDIPortRef
    private let client: CoreMIDIClient
    private let words: SharedWords

    /// Creates a virtual destination, to which other programs can send.
    ///
    /// - Parameters:
    ///   - client: the client; kept alive.
    ///   - name: the name that other programs show.
    ///   - uniqueID: the destination's former unique ID, by which other programs recognize it; see
    ///     ``CoreMIDIEndpoint/uniqueID``.
    ///   - protocolID: the protocol to which CoreMIDI converts the messages.
    ///   - advance: the advance schedule time in microseconds. With 0, CoreMIDI holds messages back until their time,
    ///     which is too late for the cycle that is being rendered; the input then needs a latency. With a larger value,
    ///     messages arrive when they are sent, and the input sorts and delays them.
    ///   - input: the queue that receives the messages.
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

    /// Creates a port, which can be connected to sources.
    ///
    /// - Parameters:
    ///   - client: the client; kept alive.
    ///   - name: the name for display.
    ///   - protocolID: the protocol to which CoreMIDI converts the messages.
    ///   - input: the queue that receives the messages.
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

    /// Returns the block that CoreMIDI calls on its own thread with each list. The block must retain neither the list
    /// nor this object.
    private static func receive(into input: HostTimeInput, _ words: SharedWords) -> MIDIReceiveBlock {
      { @Sendable list, _ in
        let malformed = input.send(listAt: UnsafeRawPointer(list))
        if malformed > 0 { words[0].pointee.wrappingAdd(malformed, ordering: .relaxed) }
      }
    }

    /// Connects the port to a source.
    public func connect(_ source: CoreMIDIEndpoint) throws(CoreMIDIError) {
      guard source.isSource else { throw .wrongKind(name: source.name, isSource: false) }
      try CoreMIDIError.check(MIDIPortConnectSource(port, source.reference, nil), .connecting)
    }

    /// Disconnects the port from a source, and ends the sounding notes.
    public func disconnect(_ source: CoreMIDIEndpoint) {
      _ = MIDIPortDisconnectSource(port, source.reference)
      input.releaseNotes()
    }

    /// The number of malformed packets so far: those that were too long or ended in an incomplete message.
    /// - Thread: any
    public var malformedCount: Int { words[0].pointee.load(ordering: .relaxed) }
  }
#endif
