import TactusRealtime
import TactusTime

/// Plays sequences. Each event is played exactly once, whatever the host does.
///
/// The control side publishes sequences and requests starts and stops; the audio side calls ``render(_:input:into:)``
/// for each cycle and gets each event with its offset. All memory is allocated on creation.
///
///     control                                   audio
///     publish(…) ──────── snapshot ───────────► render ─► events, ascending by offset
///     play, stop, … ───── queue ──────────────►   │
///     playhead, feedback ◄─── state, queue ────── ┘
///
/// A sequencer follows the transport of its host, ``RenderCycle/context``, until ``useInternalTransport(_:)`` switches
/// it to its own transport, which runs with the sequence's tempo map. Order, policies and tolerances are the same in
/// both modes: see "The rules" in `Documentation/Timing.md`.
public final class Sequencer: @unchecked Sendable {  // the audio thread owns the core; the rest is thread-safe
  /// The settings with which the sequencer was created.
  public let settings: SequencerSettings
  /// Frames per second.
  public let sampleRate: SampleRate
  let memory: SequencerMemory
  /// The part of the sequencer that runs on the audio thread.
  package let core: UnsafeMutablePointer<SequencerCore>
  private let asked: SharedProducer<TransportCommand>
  private let compiler: Guarded<TimelineCompiler>

  /// Creates a sequencer that follows the host and has no sequence yet.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second; ``SampleRate/init(_:)-(Double)`` converts a host's value.
  ///   - settings: the sizes and tolerances.
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

  /// Creates a sequencer that follows the host and has no sequence yet, at a sample rate in frames per second (clamped
  /// to 1…2²⁰).
  /// - Thread: control
  public convenience init(sampleRate: Int, settings: SequencerSettings = SequencerSettings()) {
    self.init(sampleRate: SampleRate(sampleRate), settings: settings)
  }

  deinit { core.deallocate() }

  /// Plays another version of the sequence from the next cycle onwards, at the current position. A sounding note
  /// continues if it still exists in the new version; otherwise it is released.
  ///
  /// Parts that have not changed since the last version are not compiled again: editing one note among 100,000 takes a
  /// few hundred microseconds.
  ///
  /// - Throws: ``SequencerError`` if there are more tracks than ``SequencerSettings/mostTracks``; the current version
  ///   then continues to play.
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
    precondition(timeline.trackTimelines.count <= settings.mostTracks, "more tracks than the sequencer was made for")
    precondition(timeline.clock.sampleRate == sampleRate, "compiled for another sample rate")
    memory.snapshots.publish(timeline, timeline.header)
  }

  /// Switches between the internal transport (true) and that of the host (false). The transport is stopped after the
  /// switch.
  /// - Returns: whether the next cycle will see the request; false if 256 requests are waiting because no thread
  ///   renders.
  /// - Thread: control
  @discardableResult public func useInternalTransport(_ isInternal: Bool) -> Bool {
    asked.push(.useInternalTransport(isInternal))
  }

  /// Plays from the current position. Has an effect only with the internal transport; see ``useInternalTransport(_:)``.
  /// - Thread: control
  @discardableResult public func play() -> Bool { asked.push(.play) }

  /// Plays from a tick. Has an effect only with the internal transport; see ``useInternalTransport(_:)``.
  ///
  /// - Parameters:
  ///   - tick: the start position; may be negative.
  ///   - countIn: the number of ticks to start earlier. Only tracks with ``Track/playsInCountIn`` play during the
  ///     count-in.
  /// - Thread: control
  @discardableResult public func play(from tick: Tick, countIn: Tick = 0) -> Bool {
    asked.push(.playFrom(tick, countIn: countIn))
  }

  /// Stops, and releases sounding notes. Has an effect only with the internal transport; see
  /// ``useInternalTransport(_:)``.
  /// - Thread: control
  @discardableResult public func stop() -> Bool { asked.push(.stop) }

  /// Moves to a tick; if playing, continues from there. Has an effect only with the internal transport; see
  /// ``useInternalTransport(_:)``.
  /// - Thread: control
  @discardableResult public func locate(_ tick: Tick) -> Bool { asked.push(.locate(tick)) }

  /// Sets the cycle region of the internal transport in ticks; nil or an empty range clears it. It keeps its beats,
  /// rounded to whole ticks, if a version with another resolution is published. A host sets its own cycle region; see
  /// ``useInternalTransport(_:)``.
  /// - Thread: control
  @discardableResult public func cycle(_ ticks: Range<Tick>?) -> Bool {
    asked.push(.cycle(start: ticks?.lowerBound ?? 0, end: ticks?.upperBound ?? 0))
  }

  /// Switches the steps that play only in fills on or off.
  /// - Thread: control
  @discardableResult public func fill(_ isFilling: Bool) -> Bool { asked.push(.fill(isFilling)) }

  /// Sets whether the sequencer is bypassed: it then only passes incoming events on, while its position and transport
  /// continue.
  /// - Thread: control
  @discardableResult public func bypass(_ isBypassed: Bool) -> Bool { asked.push(.bypass(isBypassed)) }

  /// Releases all notes and pedals; playing continues.
  /// - Thread: control
  @discardableResult public func panic() -> Bool { asked.push(.panic) }
}
