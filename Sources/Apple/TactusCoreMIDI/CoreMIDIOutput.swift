#if canImport(CoreMIDI)
  import CoreMIDI
  import TactusCoreAudio
  import TactusMIDI
  import TactusRealtime
  import TactusTime

  /// MIDI that an audio thread plays, for other programs and devices.
  ///
  ///     let notes = HostTimeOutput()
  ///     let output = try CoreMIDIOutput(client, source: "My sequencer", uniqueID: saved, from: notes)
  ///     let pump = CoreMIDIPump([output])
  ///
  /// Messages have the times at which they are due, and go out ahead of them. Times in a list ascend, and a key's
  /// messages stay in order even if the clock leaps back. Each destination has its own compensation
  /// (`HostTimeOutput.compensation`).
  /// - Thread: control, any number of threads
  public final class CoreMIDIOutput: Sendable {
    /// Where the messages come from.
    public let output: HostTimeOutput
    /// The virtual source that others see; nil where it sends to one destination.
    public let endpoint: CoreMIDIEndpoint?
    private let client: CoreMIDIClient
    private let port: MIDIPortRef
    private let list: Guarded<OutgoingList>

    /// A virtual source, to which other programs can listen.
    ///
    /// - Parameters:
    ///   - client: is kept alive.
    ///   - name: what other programs call it.
    ///   - uniqueID: the one it had before, so that other programs know it again; see ``CoreMIDIEndpoint/uniqueID``.
    ///   - protocolID: in which it sends.
    ///   - output: where the messages come from.
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

    /// What sends to one destination.
    ///
    /// - Parameters:
    ///   - client: is kept alive.
    ///   - destination: where to.
    ///   - protocolID: in which it sends; CoreMIDI translates into what the destination wants.
    ///   - output: where the messages come from.
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

    /// Sends what the audio thread has played by now; to be called every few milliseconds, see ``CoreMIDIPump``.
    ///
    /// - Returns: how many messages went out.
    @discardableResult public func pump() -> Int {
      list.withLock { list in
        let before = list.sentCount
        list.retry()
        while let stamped = output.take() { list.send(stamped) }
        list.finish()
        return list.sentCount - before
      }
    }

    /// Cancels what has been sent ahead of time, and ends all notes and pedals that are down. What the audio thread plays
    /// from now on goes out as before.
    ///
    /// What a virtual source has sent cannot be cancelled: its listeners have it already. Its notes end after that.
    public func stop() {
      list.withLock { list in
        while output.take() != nil {}
        list.cancel()
      }
    }

    /// How many lists CoreMIDI has refused. Note-offs that were in them are sent again.
    public var refusedLists: Int { list.withLock { $0.refusedLists } }
  }
#endif
