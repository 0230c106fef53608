// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

/// A host of one unit, for tests: it makes its calls in the correct order, or misbehaves as some real hosts do
/// (``Manners``), and records the unit's faults (``violations``).
///
///     let host = StandInHost(unit)
///     try host.start()
///     let cycle = host.render(512)
///     host.stop()
public final class StandInHost {
  /// The ways in which a host misbehaves.
  public struct Manners: Sendable {
    /// Provides no memory for the output, so the unit must provide its own.
    public var givesNoMemory = false
    /// Reports a size of 0 bytes for the buffers.
    public var givesNoByteSizes = false
    /// Renders only these output buses; nil for all, one after the other, with the same stamp.
    public var busses: [Int]?
    /// Passes all channels of a bus in one interleaved buffer.
    public var interleaves = false
    /// Omits the host time in time stamps.
    public var hasNoHostTime = false
    /// Omits the musical context and the transport state.
    public var hasNoContext = false
    public var hasNoTransport = false
    /// Has both blocks, but they report failure.
    public var contextFails = false
    public var transportFails = false
    /// Omits both blocks that receive MIDI.
    public var takesNoMIDI = false
    public var takesNoLists = false
    /// Sets its blocks, or replaces them, only after the unit has allocated its resources.
    public var setsBlocksLate = false
    public var changesBlocks = false
    /// The number of next MIDI outputs that are refused with kAudioUnitErr_MIDIOutputBufferFull.
    public var refusedOutputs = 0

    public init() {}
  }

  /// What the unit has sent.
  public struct Output: Equatable, Sendable {
    public var time: AUEventSampleTime
    public var cable: UInt8
    /// Bytes of MIDI 1.0; empty for words.
    public var bytes: [UInt8] = []
    /// Words of packets.
    public var words: [UInt32] = []
    /// The times of the packets.
    public var packetTimes: [UInt64] = []
    /// The first frame of the cycle in which it was sent.
    public var cycle: AUEventSampleTime = 0
  }

  /// What came of a cycle.
  public struct Cycle {
    /// What each call returned.
    public var statuses: [OSStatus] = []
    /// The flags after each call.
    public var flags: [AudioUnitRenderActionFlags] = []
    /// Samples by call and channel.
    public var sound: [[[Float]]] = []
  }

  public let unit: AUAudioUnit
  public var manners = Manners()
  /// The frame of the next cycle.
  public var frame: AUEventSampleTime = 0
  public var tempo = 120.0
  public var beat = 0.0
  public var meter = (numerator: 4.0, denominator: 4)
  public var barStart = 0.0
  public var transport: AUHostTransportStateFlags = [.moving]
  public var cycleStart = 0.0
  public var cycleEnd = 0.0
  public private(set) var outputs: [Output] = []
  public private(set) var violations: [String] = []
  private var isInCycle = false
  private var isRunning = false
  /// The number of the current set of blocks; calls of earlier blocks are faults.
  private var generation = 0
  private var renderBlock: AURenderBlock?

  public init(_ unit: AUAudioUnit) { self.unit = unit }

  deinit { if isRunning { stop() } }

  /// Notes what the unit does wrong.
  public func note(_ violation: String) { violations.append(violation) }

  /// What the unit has sent since the last call.
  public func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }

  // MARK: Life

  /// Sets the unit's properties in a host's order, and lets the unit allocate its resources.
  public func start(maximumFrames: AUAudioFrameCount = 512, protocolID: MIDIProtocolID? = nil) throws {
    unit.maximumFramesToRender = maximumFrames
    if let protocolID { unit.hostMIDIProtocol = protocolID }
    renderBlock = unit.renderBlock
    if !manners.setsBlocksLate { setBlocks() }
    try unit.allocateRenderResources()
    if !unit.renderResourcesAllocated { note("the unit has allocated without telling its base class") }
    if manners.setsBlocksLate || manners.changesBlocks { setBlocks() }
    isRunning = true
  }

  /// Lets the unit free its resources; until then, the unit may send output.
  public func stop() {
    unit.deallocateRenderResources()
    if unit.renderResourcesAllocated { note("the unit has freed without telling its base class") }
    isRunning = false
  }

  private func setBlocks() {
    generation += 1
    let number = generation
    unit.midiOutputEventBlock =
      manners.takesNoMIDI
      ? nil
      : { [unowned self] time, cable, count, bytes in
        take(number, Output(time: time, cable: cable, bytes: Array(UnsafeBufferPointer(start: bytes, count: count))))
      }
    unit.midiOutputEventListBlock =
      manners.takesNoMIDI || manners.takesNoLists
      ? nil
      : { [unowned self] time, cable, list in
        let raw = Array(UnsafeRawBufferPointer(start: list, count: standin_event_list_size(list)))
        let packets = ByteConversion.packets(raw)
        let output = Output(
          time: time, cable: cable, words: packets.flatMap(\.words), packetTimes: packets.map(\.time))
        return take(number, output)
      }
    unit.musicalContextBlock =
      manners.hasNoContext ? nil : { [unowned self] in context(number, $0, $1, $2, $3, $4, $5) }
    unit.transportStateBlock = manners.hasNoTransport ? nil : { [unowned self] in state(number, $0, $1, $2, $3) }
  }

  // MARK: The host's blocks

  private func check(_ number: Int, _ word: String) {
    if !isInCycle { note("\(word) was called outside a cycle") }
    if number != generation { note("\(word) was called after another had been set") }
  }

  private func take(_ number: Int, _ output: Output) -> OSStatus {
    check(number, "the MIDI output")
    if manners.refusedOutputs > 0 {
      manners.refusedOutputs -= 1
      return kAudioUnitErr_MIDIOutputBufferFull
    }
    var output = output
    output.cycle = frame
    outputs.append(output)
    return noErr
  }

  private func context(
    _ number: Int, _ tempo: UnsafeMutablePointer<Double>?, _ numerator: UnsafeMutablePointer<Double>?,
    _ denominator: UnsafeMutablePointer<Int>?, _ beat: UnsafeMutablePointer<Double>?,
    _ toNextBeat: UnsafeMutablePointer<Int>?, _ downbeat: UnsafeMutablePointer<Double>?
  ) -> Bool {
    check(number, "the musical context")
    guard !manners.contextFails else { return false }
    tempo?.pointee = self.tempo
    numerator?.pointee = meter.numerator
    denominator?.pointee = meter.denominator
    beat?.pointee = self.beat
    toNextBeat?.pointee = 0
    downbeat?.pointee = barStart
    return true
  }

  private func state(
    _ number: Int, _ flags: UnsafeMutablePointer<AUHostTransportStateFlags>?, _ position: UnsafeMutablePointer<Double>?,
    _ start: UnsafeMutablePointer<Double>?, _ end: UnsafeMutablePointer<Double>?
  ) -> Bool {
    check(number, "the state of the transport")
    guard !manners.transportFails else { return false }
    flags?.pointee = transport
    position?.pointee = Double(frame)
    start?.pointee = cycleStart
    end?.pointee = cycleEnd
    return true
  }

  // MARK: Cycles

  /// Renders a cycle, once for each output bus.
  public func render(_ frames: Int, pull: AURenderPullInputBlock? = nil) -> Cycle {
    guard let renderBlock else { return Cycle() }
    var stamp = AudioTimeStamp(sampleTime: Double(frame), hostTime: StandInClock.now)
    if manners.hasNoHostTime { stamp.mFlags = .sampleTimeValid }
    var cycle = Cycle()
    for bus in manners.busses ?? Array(0..<max(1, unit.outputBusses.count)) {
      let format = bus < unit.outputBusses.count ? unit.outputBusses[bus].format : nil
      let buffers = StandInBuffers(channels: Int(format?.channelCount ?? 2), frames: frames, manners)
      var flags: AudioUnitRenderActionFlags = []
      isInCycle = true
      let status = renderBlock(&flags, &stamp, AUAudioFrameCount(frames), bus, buffers.list, pull)
      isInCycle = false
      cycle.statuses.append(status)
      cycle.flags.append(flags)
      cycle.sound.append(status == noErr ? buffers.sound() : [])
      if status == noErr, let problem = buffers.problem { note(problem) }
    }
    frame += AUEventSampleTime(frames)
    if transport.contains(.moving), let rate = sampleRate { beat += Double(frames) * tempo / 60 / rate }
    return cycle
  }

  private var sampleRate: Double? { unit.outputBusses.count > 0 ? unit.outputBusses[0].format.sampleRate : nil }
}
