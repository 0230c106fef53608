import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// A version of a chain as plain data for the audio thread.
struct ChainHeader {
  let stages: UnsafeMutablePointer<PlacedStage>
  let count: Int
  /// The version's number.
  let version: Int
  let sync: ChainSync
}

/// ``ProcessorChain/Sync`` as plain data for the audio thread.
enum ChainSync: BitwiseCopyable {
  case host, midiClock
  case timeCode(tempo: Double)
}

/// An effect of the chain with its settings and memory.
struct PlacedStage {
  /// The effect with its settings; once published, it belongs to the audio thread: see ``ChainCore/adjust(_:to:)``.
  var stage: Stage
  /// Whether the effect has been removed and only ends what it has started.
  let isLeaving: Bool
  /// The number of the chain's version while the effect is bypassed and has no state; otherwise 0.
  let idle: UnsafeMutablePointer<Atomic<Int>>
  /// The state of the effect's output.
  let output: UnsafeMutablePointer<EventWriterState>

  func reset() {
    stage.reset()
    output.pointee.reset()
  }
}

/// The audio side of a ``ChainProcessor``: runs the effects one after the other, cycle by cycle.
///
/// The core uses memory of the processor, which must outlive it. Functions that other modules call are `mutating` even
/// if they only read, because their callers would otherwise copy the whole value for each call.
/// - Thread: audio
package struct ChainCore {
  /// The buffers that the effects write to alternately.
  struct Buffers {
    let first: UnsafeMutablePointer<TimedEvent>
    let second: UnsafeMutablePointer<TimedEvent>
    let capacity: Int
  }

  private let reader: SnapshotReader<ChainHeader>
  private let buffers: Buffers
  private let mostHeld: Int
  private let sampleRate: SampleRate
  /// The sample rate with which times in milliseconds are converted to frames: a whole number, so that the latency is
  /// the one that ``ProcessorChain/latency(_:)`` reports.
  private let wholeRate: Double
  private let dropped: UnsafeMutablePointer<Atomic<Int>>
  private let moved: MovedWords
  /// Values set on the audio thread, one for each ``StageSetting``; NaN if not set.
  private let adjustments: UnsafeMutablePointer<Double>
  /// The number of the version to which the adjustments have been applied.
  private var adjusted = 0
  private var cycle: StageCycle
  var beats: BeatFollower
  private var clock: MIDIClockFollower
  private var timeCode: MTCFollower

  init(
    reader: SnapshotReader<ChainHeader>, buffers: Buffers, mostHeld: Int, sampleRate: SampleRate,
    dropped: UnsafeMutablePointer<Atomic<Int>>, moved: MovedWords, adjustments: UnsafeMutablePointer<Double>
  ) {
    (self.reader, self.buffers, self.mostHeld, self.dropped, self.moved) = (reader, buffers, mostHeld, dropped, moved)
    (self.adjustments, self.sampleRate) = (adjustments, sampleRate)
    wholeRate = Double(sampleRate.rounded)
    (clock, timeCode) = (MIDIClockFollower(sampleRate: sampleRate.rounded), MTCFollower(sampleRate: sampleRate.rounded))
    beats = BeatFollower(sampleRate: sampleRate.hertz)
    cycle = StageCycle(
      sampleRate: sampleRate.hertz, beatMap: beats.follow(MusicalContext(), now: 0, frames: 0),
      parameters: moved.parameters)
  }

  /// Resets the core for another sample rate.
  mutating func prepare(sampleRate: SampleRate) {
    self = ChainCore(
      reader: reader, buffers: buffers, mostHeld: mostHeld, sampleRate: sampleRate, dropped: dropped, moved: moved,
      adjustments: adjustments)
  }

  /// Changes a setting of the first effect that has it, from the next cycle onwards, in this and all later versions of
  /// the chain. With NaN, later versions use their own value again.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func adjust(_ setting: StageSetting, to value: Double) {
    adjustments[setting.rawValue] = value
    if let header = acquire() { adjust(header, setting, value) }
  }

  /// Returns a parameter of the plug-in unit itself as last set by a controller map, 0…1; negative if it was never set.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func parameter(_ number: Int) -> Double {
    guard number >= 0, number < MovedWords.parameterCount else { return -1 }
    let word = moved.parameters[number].load(ordering: .relaxed)
    return word == 0 ? -1 : Double(UInt32(truncatingIfNeeded: word)) / Double(UInt32.max)
  }

  /// The first frame of the next cycle.
  var nextFirstFrame: Int64 { cycle.firstFrame }

  /// Returns the current version of the chain, with the adjustments applied.
  mutating func acquire() -> UnsafePointer<ChainHeader>? {
    guard let header = reader.acquire() else { return nil }
    if header.pointee.version != adjusted {
      adjusted = header.pointee.version
      for index in 0..<StageSetting.count where adjustments[index] == adjustments[index] {
        if let setting = StageSetting(rawValue: index) { adjust(header, setting, adjustments[index]) }
      }
    }
    return header
  }

  private func adjust(_ header: UnsafePointer<ChainHeader>, _ setting: StageSetting, _ value: Double) {
    guard value == value else { return }
    for index in 0..<header.pointee.count where !header.pointee.stages[index].isLeaving {
      if header.pointee.stages[index].stage.adjust(setting, to: value, wholeRate) { return }
    }
  }

  /// Returns the cycle's output events; see ``ChainProcessor/render(_:events:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ wanted: RenderCycle, _ input: EventList) -> EventList {
    moved.note(input)
    var events = input
    if let header = begin(wanted, input) { events = run(header, events, isLast: false) }
    cycle.firstFrame &+= Int64(cycle.frames)
    return events
  }

  /// Follows a cycle whose events pass beside the effects, so that these are in time with their source when they run
  /// again. ``finish()`` must have been called after the last cycle in which they ran.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func follow(_ wanted: RenderCycle, _ input: EventList) {
    _ = begin(wanted, input)
    cycle.firstFrame &+= Int64(cycle.frames)
  }

  /// Starts a cycle; returns the current version of the chain.
  private mutating func begin(_ wanted: RenderCycle, _ input: EventList) -> UnsafePointer<ChainHeader>? {
    cycle.frames = max(0, min(wanted.frameCount, 1 << 30))
    let header = acquire()
    cycle.context = context(wanted.context, input, header?.pointee.sync ?? .host)
    cycle.beatMap = beats.follow(cycle.context, now: cycle.firstFrame, frames: cycle.frames)
    return header
  }

  /// Returns the musical context of the source that the chain follows. MIDI clock and time code are always received, so
  /// that their tempo is known when it is needed.
  private mutating func context(_ host: MusicalContext, _ input: EventList, _ sync: ChainSync) -> MusicalContext {
    let own = RenderCycle(firstFrame: cycle.firstFrame, frameCount: cycle.frames)
    if case .timeCode(let tempo) = sync { timeCode.tempo = tempo }
    let fromClock = clock.follow(own, events: input)
    let fromTimeCode = timeCode.follow(own, events: input)
    if case .midiClock = sync { return fromClock }
    if case .timeCode = sync { return fromTimeCode }
    return host
  }

  /// Ends what the effects have started; see ``ChainProcessor/finish()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func finish() -> EventList {
    cycle.frames = 0
    cycle.beatMap = beats.follow(cycle.context, now: cycle.firstFrame, frames: 0)
    let none = EventList(start: nil, count: 0)
    guard let header = acquire() else { return none }
    return run(header, none, isLast: true)
  }

  /// Clears all state; see ``ChainProcessor/reset()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    prepare(sampleRate: sampleRate)
    guard let header = reader.acquire() else { return }
    for index in 0..<header.pointee.count {
      header.pointee.stages[index].reset()
    }
  }

  /// Whether the effects hold neither notes nor pending events.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func isIdle() -> Bool {
    guard let header = reader.acquire() else { return true }
    for index in 0..<header.pointee.count where !header.pointee.stages[index].stage.isIdle() { return false }
    return true
  }

  /// Returns the latency of the present version of the chain in frames, with the adjustments applied; see
  /// ``ProcessorChain/latency(_:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func latency() -> Int64 {
    guard let header = acquire() else { return 0 }
    var frames: Int64 = 0
    for index in 0..<header.pointee.count { frames &+= header.pointee.stages[index].stage.latency() }
    return frames
  }

  /// Returns the first frame on which an effect may write an event without input; `.max` for never.
  func nextFrame() -> Int64 {
    guard let header = reader.acquire() else { return .max }
    var frame = Int64.max
    for index in 0..<header.pointee.count {
      frame = min(frame, header.pointee.stages[index].stage.nextFrame(beats.line))
    }
    return frame
  }

  /// Advances over frames that need not be rendered.
  mutating func skip(_ frames: Int64) { cycle.firstFrame &+= frames }

  /// Returns the chain's output for a cycle's events. In the chain's last cycle, the effects end what they have
  /// started.
  private func run(_ header: UnsafePointer<ChainHeader>, _ input: EventList, isLast: Bool) -> EventList {
    var events = input
    var isSecond = false
    for index in 0..<header.pointee.count {
      let placed = header.pointee.stages + index
      if placed.pointee.output.pointee.canPass(events), placed.pointee.stage.passesAll(cycle, events) {
        // the events are not copied, so nothing can be dropped
        placed.pointee.output.pointee.notes.pass(events)
        report(placed, header.pointee.version)
        if isLast { placed.pointee.reset() }
        continue
      }
      let buffer = isSecond ? buffers.second : buffers.first
      isSecond.toggle()
      var output = EventWriter(
        buffer, capacity: buffers.capacity, sounding: mostHeld, frames: cycle.frames, memory: placed.pointee.output)
      placed.pointee.stage.render(cycle, events, &output)
      if isLast {
        placed.pointee.stage.release(&output)
        placed.pointee.output.pointee.reset()
      }
      if output.dropped > 0 { dropped.pointee.wrappingAdd(output.dropped, ordering: .relaxed) }
      report(placed, header.pointee.version)
      events = output.events
    }
    return events
  }

  /// Reports to the control side whether an effect can be removed.
  private func report(_ placed: UnsafePointer<PlacedStage>, _ version: Int) {
    let isIdle =
      placed.pointee.stage.isBypassed() && placed.pointee.stage.isIdle() && placed.pointee.output.pointee.isIdle
    placed.pointee.idle.pointee.store(isIdle ? version : 0, ordering: .releasing)
  }
}
