import TactusRealtime
import TactusTime

/// Plays sequences, exactly once whatever the host does.
///
/// One instance is one player: the control side publishes what is to be played and asks for starts and stops; the audio
/// side calls ``render(_:input:into:)`` cycle by cycle and gets each event at its offset. All memory is taken when it is
/// made.
///
///     control                                   audio
///     publish(…) ──────── snapshot ───────────► render ─► events, ascending by offset
///     play, stop, … ───── queue ──────────────►   │
///     playhead, feedback ◄─── state, queue ────── ┘
///
/// With a host it follows ``RenderCycle/context``; after ``lead(_:)`` it has a transport of its own, by the sequence's
/// tempo map. Order, policies and tolerances are the same with both: see "The rules" in `Documentation/Timing.md`.
public final class Sequencer: @unchecked Sendable {  // the core belongs to the audio thread, all else is thread-safe
  /// The sizes it was made with.
  public let settings: SequencerSettings
  /// Frames per second.
  public let sampleRate: SampleRate
  let memory: SequencerMemory
  /// What renders it on an audio thread.
  package let core: UnsafeMutablePointer<SequencerCore>
  private let asked: SharedProducer<TransportCommand>
  private let compiler: Guarded<TimelineCompiler>

  /// A sequencer in which nothing has been published, following the host.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second; ``SampleRate/init(_:)-(Double)`` makes it of what a host says.
  ///   - settings: its sizes.
  /// - Thread: control
  public init(sampleRate: SampleRate, settings: SequencerSettings = SequencerSettings()) {
    self.settings = settings.clamped
    self.sampleRate = sampleRate
    memory = SequencerMemory(self.settings)
    compiler = Guarded(TimelineCompiler(sampleRate: sampleRate))
    core = .allocate(capacity: 1)
    core.initialize(to: SequencerCore(settings: self.settings, sampleRate: sampleRate, memory: memory))
    asked = SharedProducer(of: memory.commands)
  }

  /// A sequencer in which nothing has been published, at so many frames per second (clamped to 1…2²⁰).
  /// - Thread: control
  public convenience init(sampleRate: Int, settings: SequencerSettings = SequencerSettings()) {
    self.init(sampleRate: SampleRate(sampleRate), settings: settings)
  }

  deinit { core.deallocate() }

  /// Plays another version of the sequence from the next cycle on, from where the old one stood. What sounds goes on if
  /// its note is still there, and is released if not.
  ///
  /// What has not changed since the last version is not compiled again: the edit of one note among 100,000 takes some
  /// hundred microseconds.
  ///
  /// - Throws: ``SequencerError`` if there are more tracks than ``SequencerSettings/mostTracks``; what played goes on.
  /// - Thread: control, any number of threads
  public func publish(_ sequence: MIDISequence) throws(SequencerError) {
    guard sequence.tracks.count <= settings.mostTracks else {
      throw .tooManyTracks(sequence.tracks.count, limit: settings.mostTracks)
    }
    compiler.withLock { publish($0.compile(sequence)) }
  }

  /// Plays another compiled version.
  ///
  /// - Parameter timeline: compiled for this sequencer's sample rate, with at most ``SequencerSettings/mostTracks``
  ///   tracks.
  /// - Thread: control
  package func publish(_ timeline: SequenceTimeline) {
    precondition(timeline.tracks.count <= settings.mostTracks, "more tracks than the sequencer was made for")
    precondition(timeline.clock.sampleRate == sampleRate, "compiled for another sample rate")
    memory.snapshots.publish(timeline, timeline.header)
  }

  /// Leads by its own transport, or follows the host from now on. Either way it stands at first.
  /// - Returns: whether the next cycle will see it; false if 256 requests wait because nobody renders.
  /// - Thread: control
  @discardableResult public func lead(_ isLeading: Bool) -> Bool { asked.push(.lead(isLeading)) }

  /// Plays from where it stands. Needs ``lead(_:)``.
  /// - Thread: control
  @discardableResult public func play() -> Bool { asked.push(.play) }

  /// Plays from a tick. Needs ``lead(_:)``.
  ///
  /// - Parameters:
  ///   - tick: where, also negative.
  ///   - countIn: by how many ticks to begin earlier; only tracks that are marked for it play there.
  /// - Thread: control
  @discardableResult public func play(from tick: Tick, countIn: Tick = 0) -> Bool {
    asked.push(.playFrom(tick, countIn: countIn))
  }

  /// Stops, and releases what sounds. Needs ``lead(_:)``.
  /// - Thread: control
  @discardableResult public func stop() -> Bool { asked.push(.stop) }

  /// Goes to a tick; if it plays it goes on there. Needs ``lead(_:)``.
  /// - Thread: control
  @discardableResult public func locate(_ tick: Tick) -> Bool { asked.push(.locate(tick)) }

  /// Repeats a stretch of ticks, or none. Needs ``lead(_:)``; hosts have their own.
  /// - Thread: control
  @discardableResult public func cycle(_ ticks: Range<Tick>?) -> Bool {
    asked.push(.cycle(start: ticks?.lowerBound ?? 0, end: ticks?.upperBound ?? 0))
  }

  /// Plays the steps that only play in fills, or no longer.
  /// - Thread: control
  @discardableResult public func fill(_ isFilling: Bool) -> Bool { asked.push(.fill(isFilling)) }

  /// Passes on what comes in and plays nothing itself, or plays again. Position and transport go on.
  /// - Thread: control
  @discardableResult public func bypass(_ isBypassed: Bool) -> Bool { asked.push(.bypass(isBypassed)) }

  /// Releases all that sounds, pedals too; playing goes on.
  /// - Thread: control
  @discardableResult public func panic() -> Bool { asked.push(.panic) }
}
