import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender

/// A version of a chain in plain memory.
struct ChainHeader {
  let stages: UnsafePointer<PlacedStage>
  let count: Int
  /// Its number.
  let version: Int
  let sync: ChainSync
}

/// ``ProcessorChain/Sync`` in plain memory.
enum ChainSync: BitwiseCopyable {
  case host, midiClock
  case timeCode(tempo: Double)
}

/// A function in its place.
struct PlacedStage {
  let stage: Stage
  /// Set to the version's number while it is bypassed and remembers nothing, else to 0.
  let idle: UnsafeMutablePointer<Atomic<Int>>
  /// What it has lost of system-exclusive messages.
  let gate: UnsafeMutablePointer<ExclusiveGate>
}

/// Runs the functions of a chain one after the other, cycle by cycle.
struct ChainCore {
  /// Where functions write in turn.
  struct Buffers {
    let first: UnsafeMutablePointer<TimedEvent>
    let second: UnsafeMutablePointer<TimedEvent>
    let capacity: Int
  }

  private let reader: SnapshotReader<ChainHeader>
  private let buffers: Buffers
  private let mostHeld: Int
  private let dropped: UnsafeMutablePointer<Atomic<Int>>
  private let moved: MovedWords
  private var cycle: StageCycle
  private var beats: BeatFollower
  private var clock: MIDIClockFollower
  private var timeCode: MTCFollower

  init(
    reader: SnapshotReader<ChainHeader>, buffers: Buffers, mostHeld: Int, sampleRate: Int,
    dropped: UnsafeMutablePointer<Atomic<Int>>, moved: MovedWords
  ) {
    (self.reader, self.buffers, self.mostHeld, self.dropped, self.moved) = (reader, buffers, mostHeld, dropped, moved)
    (clock, timeCode) = (MIDIClockFollower(sampleRate: sampleRate), MTCFollower(sampleRate: sampleRate))
    beats = BeatFollower(sampleRate: Double(sampleRate))
    cycle = StageCycle(
      sampleRate: Double(sampleRate), course: beats.follow(MusicalContext(), now: 0, frames: 0),
      parameters: moved.parameters)
  }

  /// Begins again at another sample rate.
  mutating func prepare(sampleRate: Int) {
    self = ChainCore(
      reader: reader, buffers: buffers, mostHeld: mostHeld, sampleRate: sampleRate, dropped: dropped, moved: moved)
  }

  mutating func render(_ wanted: RenderCycle, _ input: EventList) -> EventList {
    cycle.frames = max(0, min(wanted.frameCount, 1 << 30))
    moved.note(input)
    var events = input
    let header = reader.acquire()
    cycle.context = context(wanted.context, input, header?.pointee.sync ?? .host)
    cycle.course = beats.follow(cycle.context, now: cycle.firstFrame, frames: cycle.frames)
    if let header { events = run(header, events, isLast: false) }
    cycle.firstFrame &+= Int64(cycle.frames)
    return events
  }

  /// What the chain follows; both kinds of sync are always listened to, so that a tempo is known when it is asked for.
  private mutating func context(_ host: MusicalContext, _ input: EventList, _ sync: ChainSync) -> MusicalContext {
    let own = RenderCycle(firstFrame: cycle.firstFrame, frameCount: cycle.frames)
    if case .timeCode(let tempo) = sync { timeCode.tempo = tempo }
    let fromClock = clock.follow(own, events: input)
    let fromTimeCode = timeCode.follow(own, events: input)
    if case .midiClock = sync { return fromClock }
    if case .timeCode = sync { return fromTimeCode }
    return host
  }

  mutating func finish() -> EventList {
    cycle.frames = 0
    cycle.course = beats.follow(cycle.context, now: cycle.firstFrame, frames: 0)
    let none = EventList(start: nil, count: 0)
    guard let header = reader.acquire() else { return none }
    return run(header, none, isLast: true)
  }

  mutating func reset() {
    prepare(sampleRate: Int(cycle.sampleRate))
    guard let header = reader.acquire() else { return }
    for index in 0..<header.pointee.count {
      header.pointee.stages[index].stage.reset()
      header.pointee.stages[index].gate.pointee = ExclusiveGate()
    }
  }

  /// Whether no function holds anything.
  func isIdle() -> Bool {
    guard let header = reader.acquire() else { return true }
    for index in 0..<header.pointee.count where !header.pointee.stages[index].stage.isIdle() { return false }
    return true
  }

  /// What the functions make of a cycle's events; in its last cycle they end what they have begun.
  private func run(_ header: UnsafePointer<ChainHeader>, _ input: EventList, isLast: Bool) -> EventList {
    var events = input
    var isSecond = false
    for index in 0..<header.pointee.count {
      let placed = header.pointee.stages + index
      if placed.pointee.gate.pointee.isOpen, placed.pointee.stage.passesAll(cycle, events) {
        // not copied, so nothing can find no room
        tell(placed, header.pointee.version)
        if isLast { placed.pointee.stage.reset() }
        continue
      }
      let buffer = isSecond ? buffers.second : buffers.first
      isSecond.toggle()
      var output = EventWriter(
        buffer, capacity: buffers.capacity, sounding: mostHeld, frames: cycle.frames, gate: placed.pointee.gate)
      placed.pointee.stage.render(cycle, events, &output)
      if isLast { placed.pointee.stage.release(&output) }
      if output.dropped > 0 { dropped.pointee.wrappingAdd(output.dropped, ordering: .relaxed) }
      tell(placed, header.pointee.version)
      events = output.events
    }
    return events
  }

  /// Says whether a function could be taken away.
  private func tell(_ placed: UnsafePointer<PlacedStage>, _ version: Int) {
    let isIdle =
      placed.pointee.stage.isBypassed() && placed.pointee.stage.isIdle() && placed.pointee.gate.pointee.isOpen
    placed.pointee.idle.pointee.store(isIdle ? version : 0, ordering: .releasing)
  }
}
