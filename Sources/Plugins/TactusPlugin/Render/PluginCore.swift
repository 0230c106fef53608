import TactusMIDI
import TactusRealtime
import TactusRender

/// A plug-in on the audio thread: takes what a host brings in a cycle, each thing at its frame, and renders it.
///
///     core.begin(cycle)
///     core.receive(…, at: offset)                 notes, as often as there are any
///     core.change(parameter: …, at: offset)       and parameters, in any order
///     core.render(into: block)
///     while let event = core.nextOutput() { if !host.takes(event) { core.refuseOutput() } }
///
/// A cycle is cut where something is set, so that it takes effect on its own frame; by the partition law a cut alone
/// changes nothing.
///
/// - Thread: audio (one at a time)
public struct PluginCore {
  var kernel: PluginKernel
  let table: ParameterTable
  private var port: HostEventPort
  private var changes: CycleChanges
  var output: NoteOutput
  /// Room for the events of a stretch.
  private let stretch: UnsafeMutableBufferPointer<TimedEvent>
  /// Room for the channels of a stretch.
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// What controller maps have set last.
  let mapped: UnsafeMutablePointer<Double>
  private var cycle = RenderCycle(firstFrame: 0, frameCount: 0)
  private var context = MusicalContext()
  var needsMainThreadRun = false
  /// Parameters that the unit has moved itself and that have not been told: a bit for each.
  let moved: UnsafeMutablePointer<UInt64>
  var reportOffset: Int32 = 0
  /// What the audio side has last known of each parameter.
  let known: UnsafeMutablePointer<Double>
  /// Whether the last cycle was without sound, nothing sounds, and the functions hold nothing that may sound later.
  public private(set) var isSilent = true

  struct Memory {
    let port: HostEventPort
    let changes: CycleChanges
    let output: NoteOutput
    let stretch: UnsafeMutableBufferPointer<TimedEvent>
    let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// For each of the first 128 parameters what a controller map has set last.
    let mapped: UnsafeMutablePointer<Double>
    /// For each parameter what the audio side has last known, and a bit.
    let known: UnsafeMutablePointer<Double>
    let moved: UnsafeMutablePointer<UInt64>
  }

  /// How many channels a block can have.
  static var mostChannels: Int { 64 }
  /// How many parameters controller maps can set.
  static var mostMapped: Int { 128 }

  init(_ kernel: PluginKernel, _ table: ParameterTable, _ memory: Memory) {
    (self.kernel, self.table) = (kernel, table)
    (port, changes, output) = (memory.port, memory.changes, memory.output)
    (stretch, channels, mapped) = (memory.stretch, memory.channels, memory.mapped)
    (known, moved) = (memory.known, memory.moved)
  }

  /// Begins a cycle, to which offsets refer from now on.
  ///
  /// - Parameter cycle: any number of frames, also 0: then what is set takes effect, and nothing is rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(_ cycle: RenderCycle) {
    self.cycle = cycle
    self.cycle.frameCount = max(0, min(cycle.frameCount, 1 << 24))
    context = cycle.context
    port.begin(self.cycle)
    output.begin()
    changes.removeAll()
    reportOffset = 0
    applyControlSide()
  }

  /// Takes a message.
  ///
  /// - Parameter offset: frames from the start of the cycle; before it is late and comes at 0, after it waits for its
  ///   cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at offset: Int) {
    port.receive(message, at: time(offset))
  }

  /// Takes messages of MIDI 1.0 as bytes, system-exclusive ones whole.
  ///
  /// - Parameters:
  ///   - offset: as with ``receive(_:at:)``.
  ///   - port: 0…15, masked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int, port: UInt8 = 0) {
    _ = self.port.receive(bytes, count: max(0, count), at: time(offset), port: port)
  }

  /// Sets a parameter on a frame, before the events of that frame.
  ///
  /// - Parameters:
  ///   - index: its place in ``PluginDescriptor/parameters``.
  ///   - value: moved into its range; what is no number is left out.
  ///   - offset: frames from the start of the cycle, moved into it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func change(parameter index: Int, to value: Double, at offset: Int) {
    guard index >= 0, index < table.count, value == value else { return }
    // in a flood the last value counts, on the frame of one before it, or in the next cycle
    if !changes.add(parameter: index, value, at: place(offset)), table.set(index, value) != nil { table.mark(index) }
  }

  /// A parameter's present value, what this cycle has brought of it left out; 0 for places where there is none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func value(ofParameter index: Int) -> Double {
    index >= 0 && index < table.count ? table.value(index) : 0
  }

  /// Says what holds of the host's transport from a frame on.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func change(context: MusicalContext, at offset: Int) {
    changes.add(context, at: place(offset))
  }

  /// Renders the cycle: writes (not adds) its frames to the block, if the plug-in has sound.
  ///
  /// - Parameter block: as many channels as the host has; of as many frames as the cycle has.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(into block: AudioBlock) {
    let frames = min(cycle.frameCount, block.channelCount > 0 ? block.frameCount : cycle.frameCount)
    let events = port.end()
    changes.sort()
    var (start, nextEvent, nextChange) = (0, 0, 0)
    while true {
      while nextChange < changes.count, Int(changes[nextChange].offset) <= start || frames == 0 {
        apply(changes[nextChange], at: Int32(truncatingIfNeeded: start))
        nextChange &+= 1
      }
      guard start < frames else { break }
      let end = nextChange < changes.count ? min(frames, Int(changes[nextChange].offset)) : frames
      renderStretch(start, end, isLast: end == frames, events, &nextEvent, into: block)
      start = end
    }
    // behind a block that is shorter than its cycle
    for index in nextChange..<max(nextChange, changes.count) {
      apply(changes[index], at: Int32(truncatingIfNeeded: max(0, frames &- 1)))
    }
    changes.removeAll()
    finishCycle(block, frames)
  }

  private mutating func renderStretch(
    _ start: Int, _ end: Int, isLast: Bool, _ events: EventList, _ nextEvent: inout Int, into block: AudioBlock
  ) {
    var count = 0
    while nextEvent < events.count, isLast || Int(events[nextEvent].offset) < end {
      let event = events[nextEvent]
      nextEvent &+= 1
      guard count < stretch.count else { continue }
      let offset = max(0, min(Int(event.offset), end &- 1) &- start)
      stretch[count] = TimedEvent(offset: Int32(truncatingIfNeeded: offset), message: event.message)
      count &+= 1
    }
    let width = min(block.channelCount, Self.mostChannels)
    for channel in 0..<width { channels[channel] = block[channel] + start }
    let part = AudioBlock(channels: channels, channelCount: width, frameCount: end &- start)
    let stretchCycle = RenderCycle(
      firstFrame: cycle.firstFrame &+ Int64(start), frameCount: end &- start, context: context)
    let list = EventList(start: stretch.baseAddress, count: count)
    kernel.render(stretchCycle, list, into: part, &output, at: Int32(truncatingIfNeeded: start))
    context.advance(frames: end &- start)
  }

  private mutating func apply(_ change: CycleChange, at offset: Int32) {
    if let new = changes.context(change) { context = new } else { set(Int(change.index), change.value, at: offset) }
  }

  mutating func set(_ index: Int, _ value: Double, at offset: Int32) {
    guard let value = table.set(index, value) else { return }
    let target = table.entries[index].target
    switch target {
    case .sequence, .lane: needsMainThreadRun = true
    default:
      // what may change the latency
      if case .stage(.humaniseOn) = target { needsMainThreadRun = true }
      if case .stage(.humaniseTiming) = target { needsMainThreadRun = true }
      kernel.set(target, to: value, &output, at: offset)
      known[index] = value
    }
  }

  /// What the control side has set since the last cycle.
  private mutating func applyControlSide() {
    for word in 0..<table.wordCount {
      var marks = table.takeMarks(word)
      while marks != 0 {
        let index = word &* 64 &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        if index < table.count { set(index, table.value(index), at: 0) }
      }
    }
  }

  /// Sets everything to what the parameters say, as at the beginning.
  mutating func applyAll() {
    for word in 0..<table.wordCount { _ = table.takeMarks(word) }
    for index in 0..<table.count { set(index, table.value(index), at: 0) }
  }

  private mutating func finishCycle(_ block: AudioBlock, _ frames: Int) {
    findMoved(at: Int32(truncatingIfNeeded: max(0, frames &- 1)))
    if case .sampler(let kernel) = kernel, kernel.synth.takesAttention() { needsMainThreadRun = true }
    guard frames > 0 else { return }
    var channel = Self.mostChannels
    while channel < block.channelCount {
      block[channel].update(repeating: 0, count: frames)
      channel &+= 1
    }
    switch kernel {
    case .sampler(let kernel):
      let holdsNothing = kernel.synth.voiceCount() == 0 && kernel.chain.isIdle() && port.isEmpty()
      isSilent = holdsNothing && Self.isZero(block, frames)
    case .functions(let kernel): isSilent = kernel.chain.isIdle() && port.isEmpty()
    case .sequencer: isSilent = false
    }
  }

  private static func isZero(_ block: AudioBlock, _ frames: Int) -> Bool {
    for channel in 0..<block.channelCount {
      let samples = block[channel]
      for frame in 0..<frames where samples[frame] != 0 { return false }
    }
    return true
  }

  /// Silences everything. Notes that the host has been sent end with its next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    kernel.reset()
    port.reset()
    changes.removeAll()
    output.endAll()
    applyAll()
    isSilent = true
  }

  /// As "now" and an offset, whatever the host counts frames from.
  private func time(_ offset: Int) -> Int64 { HostEventTime.immediate(after: Int64(offset)) }

  private func place(_ offset: Int) -> Int32 {
    Int32(truncatingIfNeeded: max(0, min(offset, max(0, cycle.frameCount &- 1))))
  }
}
