import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// Runs a ``ProcessorChain``, before an instrument or alone.
///
/// The control side may publish versions of the chain at any time. Effects that stay keep their state, and a note-off
/// always ends what its note-on started, whatever has been published between them.
///
///     control                              audio
///     publish(chain) ──── snapshot ──────► render ─► events, ascending by offset
public final class ChainProcessor: EventProcessor, @unchecked Sendable {  // the core is the audio thread's, see publish
  /// The sizes that it was created with.
  public let settings: ChainSettings
  private let snapshots = SnapshotExchange<CompiledChain, ChainHeader>()
  private let compiler: Guarded<(ChainCompiler, ProcessorChain)>
  /// The audio side; valid for the lifetime of the processor.
  package let core: UnsafeMutablePointer<ChainCore>
  private let buffers: UnsafeMutablePointer<TimedEvent>
  private let dropped = SharedWords(0)
  private let moved = MovedMemory()
  private let adjustments: UnsafeMutablePointer<Double>

  /// Creates a processor for a chain; it runs once it has been prepared.
  ///
  /// - Parameters:
  ///   - chain: the first version.
  ///   - sampleRate: frames per second, at least ``ChainSettings/slowestRate`` (clamped).
  ///   - settings: the sizes.
  /// - Thread: control
  public init(
    _ chain: ProcessorChain = ProcessorChain(), sampleRate: SampleRate = 48_000,
    settings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    self.settings = settings.clamped
    let capacity = self.settings.mostEvents
    let sampleRate = sampleRate.clamped(to: ChainSettings.slowestRate...TimeSettings.sampleRateLimit)
    buffers = .allocate(capacity: 2 * capacity)
    core = .allocate(capacity: 1)
    adjustments = .allocate(capacity: StageSetting.count)
    adjustments.initialize(repeating: .nan, count: StageSetting.count)
    compiler = Guarded((ChainCompiler(settings: self.settings, sampleRate: sampleRate.rounded), chain))
    let buffers = ChainCore.Buffers(first: buffers, second: buffers + capacity, capacity: capacity)
    core.initialize(
      to: ChainCore(
        reader: snapshots.reader, buffers: buffers, mostHeld: self.settings.mostHeld, sampleRate: sampleRate,
        dropped: dropped[0], moved: moved.words, adjustments: adjustments))
    try publish(chain)
  }

  /// Creates a processor for an integral sample rate.
  /// - Thread: control
  public convenience init(
    _ chain: ProcessorChain = ProcessorChain(), sampleRate: Int, settings: ChainSettings = ChainSettings()
  ) throws(ChainError) {
    try self.init(chain, sampleRate: SampleRate(sampleRate), settings: settings)
  }

  deinit {
    core.deallocate()
    adjustments.deallocate()
    buffers.deallocate()
  }

  /// The version published last.
  /// - Thread: control, any number of threads
  public var chain: ProcessorChain { compiler.withLock { $0.1 } }

  /// The numbers of events and notes dropped so far because of limits.
  /// - Thread: any
  public var droppedEvents: Int { dropped[0].pointee.load(ordering: .relaxed) }

  /// Returns the pitches that a ``ChordDetector`` of the chain reports; nil if there is none.
  ///
  /// - Parameter name: the name of its link; nil for the first one.
  /// - Thread: control, any number of threads
  public func heldPitches(of name: String? = nil) -> HeldPitches? {
    compiler.withLock { $0.0.heldPitches(of: name) }
  }

  /// The controller, pressure or pitch bend that was moved last before the chain, for MIDI learn; nil if none was.
  /// - Thread: any
  public var lastMoved: MovedController? {
    let word = moved.words.last.pointee.load(ordering: .relaxed)
    return word == 0 ? nil : MovedController(word: UInt32(truncatingIfNeeded: word))
  }

  /// Clears the last movement, so that the next control that moves is learned.
  /// - Thread: any
  public func forgetMoved() { moved.words.last.pointee.store(0, ordering: .relaxed) }

  /// Returns a parameter of the unit itself as a ``ControllerMap`` has set it last, 0…1; nil if none has.
  ///
  /// - Parameter number: 0…127.
  /// - Thread: any
  public func parameter(_ number: Int) -> Double? {
    guard (0..<MovedWords.parameterCount).contains(number) else { return nil }
    let word = moved.words.parameters[number].load(ordering: .relaxed)
    return word == 0 ? nil : Double(UInt32(truncatingIfNeeded: word)) / Double(UInt32.max)
  }

  /// Publishes another version of the chain; it runs from the next cycle onwards.
  ///
  /// - Throws: ``ChainError`` if it is too long; the former version continues.
  /// - Thread: control, any number of threads
  public func publish(_ chain: ProcessorChain) throws(ChainError) {
    let failure = compiler.withLock { state -> ChainError? in
      do throws(ChainError) {
        let compiled = try state.0.compile(chain)
        state.1 = chain
        snapshots.publish(compiled, compiled.header)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  /// Prepares for another integral sample rate.
  /// - Thread: control
  public func prepare(sampleRate: Int, maximumFrameCount: Int) {
    prepare(sampleRate: SampleRate(sampleRate), maximumFrameCount: maximumFrameCount)
  }

  /// Prepares for another sample rate, and discards held notes. The audio thread must not be rendering.
  /// - Thread: control
  public func prepare(sampleRate: SampleRate, maximumFrameCount: Int) {
    let sampleRate = sampleRate.clamped(to: ChainSettings.slowestRate...TimeSettings.sampleRateLimit)
    core.pointee.reset()
    compiler.withLock { state in
      state.0 = ChainCompiler(settings: settings, sampleRate: sampleRate.rounded)
      // a chain that has been published once can be published again
      guard let compiled = try? state.0.compile(state.1) else { return }
      snapshots.publish(compiled, compiled.header)
    }
    core.pointee.prepare(sampleRate: sampleRate)
  }
}
