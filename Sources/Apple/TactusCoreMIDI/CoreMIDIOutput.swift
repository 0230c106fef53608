#if canImport(CoreMIDI)
  import CoreMIDI
  import TactusCoreAudio
  import TactusMIDI
  import TactusRealtime
  import TactusRender
  import TactusTime

  /// MIDI output of an audio thread to other programs and devices.
  ///
  ///     let notes = HostTimeOutput()
  ///     let output = try CoreMIDIOutput(client, source: "My sequencer", uniqueID: saved, from: notes)
  ///     let pump = CoreMIDIPump([output])
  ///
  /// Messages carry the times at which they are due, and are sent before those times. The times in a list ascend, and
  /// a key's messages stay in order even if the clock jumps back. Each destination has its own compensation
  /// (`HostTimeOutput.compensation`).
  /// - Thread: control, any number of threads
  public final class CoreMIDIOutput: Sendable {
    /// The queue of messages to send.
    public let output: HostTimeOutput
    /// The virtual source that other programs see; nil if the output sends to one destination.
    public let endpoint: CoreMIDIEndpoint?
    private let client: CoreMIDIClient
    private let port: MIDIPortRef
    private let list: Guarded<OutgoingList>

    /// Creates a virtual source, to which other programs can listen.
    ///
    /// - Parameters:
    ///   - client: the client; kept alive.
    ///   - name: the name that other programs show.
    ///   - uniqueID: the source's former unique ID, by which other programs recognize it; see
    ///     ``CoreMIDIEndpoint/uniqueID``.
    ///   - protocolID: the protocol to send.
    ///   - output: the queue of messages to send.
    public init(
      _ client: CoreMIDIClient, source name: String, uniqueID: Int32? = nil, protocolID: CoreMIDIProtocol = .midi1,
      from output: HostTimeOutput
    ) throws(CoreMIDIError) {
      var reference: MIDIEndpointRef = 0
      let status = MIDISourceCreateWithProtocol(client.reference, cfString(name), protocolID.id, &reference)
      try CoreMIDIError.check(status, .makingSource)
      let endpoint = CoreMIDIEndpoint(reference, isSource: true)
      endpoint.take(uniqueID: uniqueID)
      (self.client, self.output, self.endpoint, port) = (client, output, endpoint, 0)
      list = Guarded(OutgoingList(.source(reference), protocolID))
    }

    /// Creates an output to one destination.
    ///
    /// - Parameters:
    ///   - client: the client; kept alive.
    ///   - destination: the destination.
    ///   - protocolID: the protocol to send; CoreMIDI converts it to that of the destination.
    ///   - output: the queue of messages to send.
    public init(
      _ client: CoreMIDIClient, to destination: CoreMIDIEndpoint, protocolID: CoreMIDIProtocol = .midi1,
      from output: HostTimeOutput
    ) throws(CoreMIDIError) {
      guard !destination.isSource else { throw .wrongKind(name: destination.name, isSource: true) }
      var reference: MIDIPortRef = 0
      try CoreMIDIError.check(MIDIOutputPortCreate(client.reference, cfString("output"), &reference), .makingPort)
      (self.client, self.output, endpoint, port) = (client, output, nil, reference)
      list = Guarded(OutgoingList(.destination(destination.reference, port: reference), protocolID))
    }

    deinit {
      stop()
      if let endpoint { _ = MIDIEndpointDispose(endpoint.reference) }
      if port != 0 { _ = MIDIPortDispose(port) }
    }

    /// Sends the messages that the audio thread has played so far. Call it every few milliseconds; see
    /// ``CoreMIDIPump``.
    ///
    /// - Returns: the number of messages sent.
    @discardableResult public func pump() -> Int {
      list.withLock { list in
        let before = list.sentCount
        list.retry()
        while let stamped = output.take() { list.send(stamped) }
        list.finish()
        return list.sentCount - before
      }
    }

    /// Cancels messages that have been sent ahead of time, and releases all notes and pedals that are down. Later
    /// messages of the audio thread are sent as usual.
    ///
    /// Messages of a virtual source cannot be cancelled, because its listeners already have them. The releases follow
    /// these messages.
    public func stop() {
      list.withLock { list in
        while output.take() != nil {}
        list.cancel()
      }
    }

    /// The number of lists that CoreMIDI has refused. Note-offs in them are sent again.
    public var refusedLists: Int { list.withLock { $0.refusedLists } }
  }
#endif
