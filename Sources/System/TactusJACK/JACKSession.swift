import CJACK
import TactusEngine
import TactusRender
import TactusSequencer
import TactusTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A JACK client with the ports of an instrument, and what plays on them.
///
///     let session = try JACKSession(JACKClient(JACKLibrary(), name: "tactus"), ports: .init())
///     session.play(sampler)
///     try session.start()
///     try session.connectToHardware()
///
/// A cycle may have any length, and freewheeling needs nothing; only a sample rate that changes asks for a new player,
/// since a compiled song has the frames of one rate: see ``newSampleRate``.
/// - Thread: control, one thread at a time
public final class JACKSession {
  /// The ports to be made.
  public struct Ports: Hashable, Sendable {
    /// out_1 and out_2.
    public var hasAudio = true
    /// midi_in.
    public var hasMIDIInput = true
    /// The message ports that get an output: midi_out for port 0, midi_out_2 …; a bit each.
    public var midiOutputs: UInt16 = 0
    /// clock.
    public var hasClock = false

    /// Audio out and MIDI in.
    public init() {}
  }

  /// The client.
  public let client: JACKClient
  /// Its audio outputs, left and right.
  public private(set) var audioOutputs: [JACKClient.Port] = []
  /// Its MIDI input.
  public private(set) var midiInput: JACKClient.Port?
  /// Its MIDI outputs, in the order of their message ports; the first stands for those that have none.
  public private(set) var midiOutputs: [JACKClient.Port] = []
  /// Where MIDI clock goes.
  public private(set) var clockOutput: JACKClient.Port?
  /// Frames per second, as it was made for.
  public let sampleRate: Int
  let memory: JACKProcessMemory

  /// A session that is silent and not yet active.
  ///
  /// - Parameter sampleRate: frames per second; nil for what the client says. PipeWire's says what it wishes until its first
  ///   cycle: a session that takes the place of one that has been told better is told that here.
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
  }

  deinit {
    client.close()
    // nobody waits for the process thread of a server that has gone: what it may still render stays for ever
    if client.watch.isServerGone { _ = Unmanaged.passRetained(memory) }
  }

  // MARK: What plays

  /// Plays a song; its sample rate must be the session's. Before ``start()``.
  public func play(_ player: SongPlayer) {
    precondition(player.bouncer.settings.sampleRate == sampleRate, "compiled for another sample rate")
    memory.render(.song(player.core), keeping: player)
  }

  /// Plays a sampler by what comes in. Before ``start()``.
  public func play(_ sampler: Sampler) { memory.render(.sampler(sampler.renderer), keeping: sampler) }

  /// Plays a sequence. Before ``start()``.
  public func play(_ sequence: LiveSequence) {
    memory.render(.sequence(sequence.core), keeping: sequence)
    memory.process.pointee.followsTransport = true
  }

  /// Says tempo and bars of a sequence to all clients: frame 0 is tick 0. Before ``start()``.
  public func lead(_ tempi: TempoMap, _ meters: MeterMap) throws(JACKError) {
    memory.lead(FrameClock(map: tempi, sampleRate: sampleRate), meters)
    try client.lead({ jackTimebase($2, $4) }, memory.process)
  }

  // MARK: Life

  /// Lets the server call.
  public func start() throws(JACKError) { try client.activate() }

  /// Leaves the server. What played can be played by another session.
  public func stop() { client.close() }

  /// Connects the audio outputs to the first two inputs of the hardware, where there is any.
  ///
  /// - Returns: the names of what they are connected to.
  @discardableResult public func connectToHardware() throws(JACKError) -> [String] {
    let names = Array(client.ports(.audio, .input, isPhysical: true).prefix(2))
    if names.count == 1 {
      for port in audioOutputs { try client.connect(port, to: names[0]) }
    } else {
      for (port, name) in zip(audioOutputs, names) { try client.connect(port, to: name) }
    }
    return names
  }

  /// Waits until connections hold: the server takes them over between cycles. At most a second.
  /// - Thread: control
  public func settle() {
    let first = load.cycles
    for _ in 0..<1_000 where load.cycles < first + 4 && !client.watch.isServerGone { usleep(1_000) }
  }

  /// The server's rate, if it is another than the session's.
  public var newSampleRate: Int? {
    let told = client.watch.sampleRate
    return told == 0 || told == sampleRate ? nil : told
  }

  /// What has been used and lost so far.
  public var load: JACKLoad { memory.load }
  /// What has come in at odd times or found no room.
  public var inputCounters: HostEventCounters { memory.inputCounters }
}
