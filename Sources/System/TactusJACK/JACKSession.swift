import CJACK
import TactusDevices
import TactusEngine
import TactusRender
import TactusSequencer
import TactusTime

/// A JACK client with the ports of an instrument, and the player that renders to them.
///
///     let session = try JACKSession(JACKClient(JACKLibrary(), name: "tactus"), ports: .init())
///     session.play(sampler)
///     try session.start()
///     try session.connectToHardware()
///
/// When a connection of the MIDI input ends, because its sender has gone or the user has ended it, all notes and
/// pedals end, also those of other senders.
///
/// Cycles may have any length, and freewheeling needs no preparation. Only a change of the sample rate requires a new
/// player, because a song is compiled for one sample rate: see ``newSampleRate``.
/// - Thread: control, one thread at a time
public final class JACKSession: AudioSession {
  /// The ports to register.
  public struct Ports: Hashable, Sendable {
    /// Whether there are audio outputs: out_1 and out_2.
    public var hasAudio = true
    /// Whether there is a MIDI input: midi_in.
    public var hasMIDIInput = true
    /// The message ports with a MIDI output, one bit each: midi_out for port 0, midi_out_2 ….
    public var midiOutputs: UInt16 = 0
    /// Whether there is a MIDI clock output: clock.
    public var hasClock = false

    /// Creates the default: audio outputs and a MIDI input.
    public init() {}
  }

  /// The client.
  public let client: JACKClient
  /// The audio outputs, left and right.
  public private(set) var audioOutputs: [JACKClient.Port] = []
  /// The MIDI input.
  public private(set) var midiInput: JACKClient.Port?
  /// The MIDI outputs in the order of their message ports; the first also receives the messages of ports without an
  /// output.
  public private(set) var midiOutputs: [JACKClient.Port] = []
  /// The output for MIDI clock.
  public private(set) var clockOutput: JACKClient.Port?
  /// The sample rate of the session, in frames per second.
  public let sampleRate: Int
  let memory: JACKProcessMemory

  /// Creates a silent, inactive session.
  ///
  /// - Parameters:
  ///   - client: an open client that is not active yet.
  ///   - ports: the ports to register.
  ///   - sampleRate: frames per second; nil for the client's rate. Until its first cycle, a PipeWire client may report
  ///     the wrong rate. Pass the rate if an earlier session has detected the correct one.
  public init(_ client: JACKClient, ports: Ports = Ports(), sampleRate: Int? = nil) throws(JACKError) {
    guard let reference = client.reference else { throw .serverGone("") }
    self.client = client
    let sampleRate = sampleRate ?? client.sampleRate
    self.sampleRate = sampleRate
    if ports.hasAudio {
      audioOutputs = [try client.addPort("out_1", .audio, .output), try client.addPort("out_2", .audio, .output)]
    }
    if ports.hasMIDIInput { midiInput = try client.addPort("midi_in", .midi, .input) }
    var outputs: [Int: JACKClient.Port] = [:]
    for port in 0..<16 where ports.midiOutputs & 1 << UInt16(port) != 0 {
      outputs[port] = try client.addPort(port == 0 ? "midi_out" : "midi_out_\(port + 1)", .midi, .output)
    }
    midiOutputs = outputs.sorted { $0.key < $1.key }.map(\.value)
    if ports.hasClock { clockOutput = try client.addPort("clock", .midi, .output) }
    let (audio, input, clock) = (audioOutputs, midiInput, clockOutput)
    memory = JACKProcessMemory(
      client.library.functions, reference,
      { empty in
        var ports = empty
        if audio.count == 2 { (ports.left, ports.right) = (audio[0].reference, audio[1].reference) }
        (ports.midiInput, ports.clockOutput) = (input?.reference, clock?.reference)
        for (port, output) in outputs { ports.midiOutputs[port] = output.reference }
        return ports
      }, sampleRate: sampleRate)
    client.setProcess({ jackProcess($0, $1) }, memory.process)
    if let input {
      client.watch.watchInput(
        input.reference, of: reference, with: client.library.functions, setting: memory.inputEnds)
    }
  }

  deinit {
    client.close()
    // it is impossible to wait for the process thread of a server that has gone, so the memory that the thread may
    // still use is never freed
    if client.watch.isServerGone { _ = Unmanaged.passRetained(memory) }
  }

  // MARK: Players

  /// Plays a song, whose sample rate must be the session's. Call it before ``start()``.
  public func play(_ player: SongPlayer) {
    precondition(player.bouncer.settings.sampleRate == sampleRate, "compiled for another sample rate")
    memory.render(.song(player.core), keeping: player)
  }

  /// Plays a sampler from the MIDI input. Call it before ``start()``.
  public func play(_ sampler: Sampler) { memory.render(.sampler(sampler.renderer), keeping: sampler) }

  /// Plays a sequence. Call it before ``start()``.
  public func play(_ sequence: LiveSequence) {
    memory.render(.sequence(sequence.core), keeping: sequence)
    memory.process.pointee.followsTransport = true
  }

  /// Records the MIDI input. Call it before ``start()``.
  public func record(into take: TakeRecorder) { memory.record(into: take) }

  /// Sets tempo and bars for all clients from a sequence: frame 0 is tick 0. Call it before ``start()``.
  public func provideTimebase(_ tempi: TempoMap, _ meters: MeterMap) throws(JACKError) {
    memory.provideTimebase(FrameClock(map: tempi, sampleRate: sampleRate), meters)
    try client.provideTimebase({ jackTimebase($2, $4) }, memory.process)
  }

  // MARK: Life cycle

  /// Activates the client.
  public func start() throws(JACKError) { try client.activate() }

  /// Closes the client. The player can be used by another session.
  public func stop() { client.close() }

  /// Connects the audio outputs to the first two hardware inputs, if there are any.
  ///
  /// - Returns: the names of the connected hardware ports.
  @discardableResult public func connectToHardware() throws(JACKError) -> [String] {
    let names = Array(client.ports(.audio, .input, isPhysical: true).prefix(2))
    if names.count == 1 {
      for port in audioOutputs { try client.connect(port, to: names[0]) }
    } else {
      for (port, name) in zip(audioOutputs, names) { try client.connect(port, to: name) }
    }
    return names
  }

  /// Waits until connections and commands have taken effect, for at most a second. The server applies connections
  /// between cycles, and commands reach the audio thread at the start of a cycle.
  /// - Thread: control
  public func waitForCommands() {
    let first = load.cycles
    client.watch.wait(milliseconds: 1_000) { load.cycles >= first + 4 }
  }

  /// The server's sample rate, if it differs from the session's.
  public var newSampleRate: Int? {
    let rate = client.watch.sampleRate
    return rate == 0 || rate == sampleRate ? nil : rate
  }

  /// JACK.
  public var driver: AudioDriver { .jack }
  /// "JACK (name of the client)".
  public var title: String { "JACK (\(client.name))" }
  /// The number of frames in a cycle; a server may change it.
  public var maximumFrameCount: Int { client.bufferSize }
  /// The sentence "the JACK server has shut down", with the server's last message, once it has.
  public var ending: String? {
    client.watch.isServerGone ? "\(JACKError.serverGone(client.watch.shutdownMessage))" : nil
  }
  /// The number of xruns that the server has reported.
  public var xruns: Int { client.watch.xruns }
  /// The time of two cycles.
  public var bufferedSeconds: Double { 2 * Double(client.bufferSize) / Double(max(1, sampleRate)) }
  /// The load and losses so far.
  public var load: AudioLoad { memory.load }
  /// Counters of irregular input events.
  public var inputCounters: HostEventCounters { memory.inputCounters }
}
