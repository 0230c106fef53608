import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender

/// The audio side of a plug-in: receives a host's events in a cycle, applies each at its frame, and renders.
///
///     core.begin(cycle)
///     core.receive(…, at: offset)                 for each message
///     core.change(parameter: …, at: offset)       for each parameter change, in any order
///     core.render(into: block)
///     while let event = core.nextOutput() { if !host.takes(event) { core.refuseOutput() } }
///
/// A cycle is split at each change of a setting, so that the change takes effect on its own frame. The output does not
/// depend on the division into cycles, so a split alone does not change it.
///
/// - Thread: audio (one at a time)
public struct PluginCore {
  var kernel: PluginKernel
  /// The MIDI effects.
  let chain: UnsafeMutablePointer<ChainCore>
  /// Whether the plug-in is switched off.
  var isBypassed = false
  let table: ParameterTable
  var port: HostEventPort
  var changes: CycleChanges
  var output: NoteOutput
  var keys: HostKeys
  /// Delays what bypasses the MIDI effects.
  var bypassDelay: BypassDelay
  /// Memory for the channel pointers of a sub-block.
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The values last set by controller maps.
  let mapped: UnsafeMutablePointer<Double>
  private var cycle = RenderCycle(firstFrame: 0, frameCount: 0)
  private var context = MusicalContext()
  var needsMainThreadRun = false
  /// What an open window shows.
  let activity: ActivityWords
  /// One bit for each parameter that the plug-in has changed itself and not yet reported.
  let moved: UnsafeMutablePointer<UInt64>
  var reportOffset: Int32 = 0
  /// The last value of each parameter that the audio side has processed.
  let known: UnsafeMutablePointer<Double>
  /// For each parameter, the amount by which the host modulates it.
  let modulation: UnsafeMutablePointer<Double>
  /// The MIDI controllers that control parameters.
  let learn: UnsafeMutablePointer<LearnCore>
  /// Whether the last cycle was silent, nothing sounds, and the MIDI effects hold no events that may sound later.
  public internal(set) var isSilent = true

  struct Memory {
    let port: HostEventPort
    let changes: CycleChanges
    let output: NoteOutput
    let keys: HostKeys
    let bypassDelay: BypassDelay
    let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// For each of the first 128 parameters, the value that a controller map set last.
    let mapped: UnsafeMutablePointer<Double>
    /// For each parameter, the last value that the audio side has processed.
    let known: UnsafeMutablePointer<Double>
    /// One bit for each parameter that the plug-in has changed itself and not yet reported.
    let moved: UnsafeMutablePointer<UInt64>
    let modulation: UnsafeMutablePointer<Double>
    let learn: UnsafeMutablePointer<LearnCore>
  }

  /// The maximum number of channels of a block.
  static var mostChannels: Int { 64 }
  /// The number of parameters that controller maps can set.
  static var mostMapped: Int { 128 }

  init(
    _ kernel: PluginKernel, _ chain: UnsafeMutablePointer<ChainCore>, _ table: ParameterTable, _ memory: Memory,
    _ activity: ActivityWords
  ) {
    (self.kernel, self.chain, self.table) = (kernel, chain, table)
    (port, changes, output) = (memory.port, memory.changes, memory.output)
    (keys, bypassDelay) = (memory.keys, memory.bypassDelay)
    (channels, mapped) = (memory.channels, memory.mapped)
    (known, moved, modulation, learn) = (memory.known, memory.moved, memory.modulation, memory.learn)
    self.activity = activity
  }

  /// Starts a cycle. Offsets refer to it until the next call.
  ///
  /// - Parameter cycle: any number of frames. With 0 frames, settings take effect and nothing is rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(_ cycle: RenderCycle) {
    // a host that only sets parameters in a cycle without frames fetches no events
    output.begin(keepsEvents: self.cycle.frameCount == 0)
    self.cycle = cycle
    self.cycle.frameCount = max(0, min(cycle.frameCount, 1 << 24))
    context = cycle.context
    port.begin(self.cycle)
    changes.removeAll()
    reportOffset = 0
    applyControlSide()
    // new assignments are reported to the host, unless it has restored them
    if learn.pointee.begin() { needsMainThreadRun = true }
    takeWaitingControllers()
    takePlayedKeys(self.cycle)
  }

  /// The number of frames in the cycle.
  var frameCount: Int { cycle.frameCount }

  /// Receives a message.
  ///
  /// - Parameters:
  ///   - message: a message of MIDI 1.0 or 2.0, or a packet of a system-exclusive message.
  ///   - offset: frames from the start of the cycle. A late (negative) offset is taken as 0; a message with an offset
  ///     after the end waits for its cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at offset: Int) {
    if learn.pointee.isActive, takeController(message, at: offset) { return }
    receiveUnlearned(message, at: offset)
  }

  /// Receives a message that controls no parameter.
  mutating func receiveUnlearned(_ message: ChannelMessage, at offset: Int) {
    port.receive(message, at: time(offset))
  }

  /// Receives MIDI 1.0 messages as bytes; system-exclusive messages must be complete.
  ///
  /// - Parameters:
  ///   - bytes: complete messages, one after the other.
  ///   - count: the number of bytes.
  ///   - offset: as with ``receive(_:at:)``.
  ///   - port: 0…15, masked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int, port: UInt8 = 0) {
    if learn.pointee.isActive { return receiveLearned(bytes, count: count, at: offset, port: port) }
    receiveUnlearned(bytes, count: count, at: offset, port: port)
  }

  /// Receives bytes that control no parameter.
  mutating func receiveUnlearned(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int, port: UInt8) {
    _ = self.port.receive(bytes, count: max(0, count), at: time(offset), port: port)
  }

  /// Sets a parameter at a frame, before the events of that frame.
  ///
  /// - Parameters:
  ///   - index: an index in ``PluginDescriptor/parameters``.
  ///   - value: clamped to the range; NaN is ignored.
  ///   - offset: frames from the start of the cycle, clamped to the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func change(parameter index: Int, to value: Double, at offset: Int) {
    guard index >= 0, index < table.count, value == value else { return }
    if !table.entries[index].target.isLearn, learn.pointee.touch(index) { needsMainThreadRun = true }
    addChange(index, value, at: offset)
  }

  /// Adds a change of a parameter to the cycle.
  mutating func addChange(_ index: Int, _ value: Double, at offset: Int) {
    // if there are too many changes, the last value applies, on the frame of an earlier change or in the next cycle
    guard !changes.add(parameter: index, value, at: position(offset)), table.set(index, value) != nil else { return }
    table.mark(index)
  }

  /// Returns the present value of a parameter, without the changes received in this cycle; 0 for invalid indices.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func value(ofParameter index: Int) -> Double {
    index >= 0 && index < table.count ? table.value(index) : 0
  }

  /// Sets the host's transport starting at a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func change(context: MusicalContext, at offset: Int) {
    changes.add(context, at: position(offset))
  }

  /// Renders the cycle. Writes (does not add) its frames to the block if the plug-in has audio output.
  ///
  /// - Parameter block: has the host's number of channels and the frames of the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(into block: AudioBlock) {
    let frames = min(cycle.frameCount, block.channelCount > 0 ? block.frameCount : cycle.frameCount)
    changes.sort()
    var (start, nextChange) = (0, 0)
    while true {
      while nextChange < changes.count, Int(changes[nextChange].offset) <= start || frames == 0 {
        apply(changes[nextChange], at: Int32(truncatingIfNeeded: start))
        nextChange &+= 1
      }
      guard start < frames else { break }
      let limit = nextChange < changes.count ? min(frames, Int(changes[nextChange].offset)) : frames
      let end = subBlockEnd(from: start, to: limit)
      renderSubBlock(start, end, isLast: end == frames, into: block)
      start = end
    }
    // a cycle without frames has no last sub-block to end the port's cycle
    if frames <= 0 { _ = port.end() }
    // if the block is shorter than its cycle, apply the changes after its end, too
    for index in nextChange..<max(nextChange, changes.count) {
      apply(changes[index], at: Int32(truncatingIfNeeded: max(0, frames &- 1)))
    }
    changes.removeAll()
    finishCycle(block, frames)
  }

  private mutating func renderSubBlock(_ start: Int, _ end: Int, isLast: Bool, into block: AudioBlock) {
    let events = isLast ? port.end(from: start, to: end) : port.events(from: start, to: end)
    let width = min(block.channelCount, Self.mostChannels)
    for channel in 0..<width { channels[channel] = block[channel] + start }
    let subBlock = AudioBlock(channels: channels, channelCount: width, frameCount: end &- start)
    let subCycle = RenderCycle(
      firstFrame: cycle.firstFrame &+ Int64(start), frameCount: end &- start, context: context)
    play(events, subCycle, into: subBlock, at: Int32(truncatingIfNeeded: start))
    // the chain plays the next sub-block with the parameters that controller maps have set in this one
    if chain.pointee.framesToParameter() != nil { applyMapped(at: Int32(truncatingIfNeeded: start)) }
    context.advance(frames: end &- start)
  }

  /// Passes the events of a sub-block, which starts at `offset`, through the MIDI effects to the synthesizer or the
  /// host.
  private mutating func play(_ events: EventList, _ cycle: RenderCycle, into block: AudioBlock, at offset: Int32) {
    let routes = keys.divide(events, isBypassed: isBypassed)
    if case .sampler(let sampler) = kernel { return play(routes, with: sampler, cycle, into: block, at: offset) }
    let latency = routes.unprocessed.count > 0 || !bypassDelay.isEmpty ? chain.pointee.latency() : 0
    let unprocessed = bypassDelay.pass(
      routes.unprocessed, alongside: routes.chained, after: latency, frames: cycle.frameCount, isBypassed: isBypassed)
    if isBypassed {
      chain.pointee.follow(cycle, events)
      return output.add(unprocessed, at: offset)
    }
    var input = routes.chained
    if case .sequencer(let sequencer) = kernel { input = sequencer.play(cycle, input) }
    let played = chain.pointee.render(cycle, input)
    activity.record(held: routes.chained, sounding: played)
    add(played, merging: unprocessed, after: latency, frames: cycle.frameCount, at: offset)
  }

  /// An instrument that is bypassed starts no notes, so nothing must be delayed.
  private mutating func play(
    _ routes: HostKeys.Routes, with sampler: SamplerKernel, _ cycle: RenderCycle, into block: AudioBlock,
    at offset: Int32
  ) {
    if isBypassed {
      chain.pointee.follow(cycle, routes.unprocessed)
      return sampler.renderBypassed(cycle, routes.unprocessed, into: block)
    }
    let played = chain.pointee.render(cycle, routes.chained)
    activity.record(held: routes.chained, sounding: played)
    // before the synthesizer renders, so that a parameter takes effect on the frame on which a controller map sets it
    if chain.pointee.framesToParameter() != nil { applyMapped(at: offset) }
    sampler.synth.pointee.render(cycle.frameCount, played, into: block)
  }

  private mutating func apply(_ change: CycleChange, at offset: Int32) {
    if change.isModulation { return setModulation(Int(change.index), change.value, at: offset) }
    if let new = changes.context(change) { context = new } else { set(Int(change.index), change.value, at: offset) }
  }

  /// Silences everything. Notes that still sound at the host are ended in the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    switch kernel {
    case .sampler(let sampler): sampler.synth.pointee.reset()
    case .effects: break
    case .sequencer(let sequencer): _ = sequencer.finish()
    }
    chain.pointee.reset()
    port.reset()
    learn.pointee.reset()
    keys.reset()
    bypassDelay.reset()
    changes.removeAll()
    output.endAll()
    activity.clear()
    applyAll()
    isSilent = true
  }

  /// Returns a host time that means "now" plus an offset, independently of the host's frame count.
  private func time(_ offset: Int) -> Int64 { HostEventTime.immediate(after: Int64(offset)) }

  func position(_ offset: Int) -> Int32 {
    Int32(truncatingIfNeeded: max(0, min(offset, max(0, cycle.frameCount &- 1))))
  }
}
