import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// Runs a ``ProcessorChain``, in front of an instrument or on its own.
///
/// The control side may publish versions of the chain at any time. Effects that remain keep their state. A note-off
/// always ends what its note-on started, whatever has been published in between.
///
///     control                              audio
///     publish(chain) ──── snapshot ──────► render ─► events, ascending by offset
public final class ChainProcessor: EventProcessor, @unchecked Sendable {  // the core is the audio thread's, see publish
  /// The limits with which the processor was created (clamped).
  public let settings: ChainSettings
  private let snapshots = SnapshotExchange<CompiledChain, ChainHeader>()
  private let compiler: Guarded<(ChainCompiler, ProcessorChain)>
  /// The audio side; valid for the lifetime of the processor.
  package let core: UnsafeMutablePointer<ChainCore>
  private let buffers: UnsafeMutablePointer<TimedEvent>
  private let dropped = SharedWords(0)
  private let moved = MovedMemory()
  private let adjustments: UnsafeMutablePointer<Double>

  /// Creates a processor that runs a chain at a given sample rate.
  ///
  /// - Parameters:
  ///   - chain: the first version.
  ///   - sampleRate: frames per second, at least ``ChainSettings/slowestRate`` (clamped).
  ///   - settings: the limits.
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

  /// The number of events and notes dropped so far because a limit was reached.
  /// - Thread: any
  public var droppedEvents: Int { dropped[0].pointee.load(ordering: .relaxed) }

  /// Returns the pitches that a ``ChordDetector`` of the chain reports; nil if there is no such detector.
  ///
  /// - Parameter name: the name of the detector's link; nil for the first detector.
  /// - Thread: control, any number of threads
  public func heldPitches(of name: String? = nil) -> HeldPitches? {
    compiler.withLock { $0.0.heldPitches(of: name) }
  }

  /// The controller, pressure or pitch bend that moved last in the chain's input, for MIDI learn; nil if none has
  /// moved.
  /// - Thread: any
  public var lastMoved: MovedController? {
    let word = moved.words.last.pointee.load(ordering: .relaxed)
    return word == 0 ? nil : MovedController(word: UInt32(truncatingIfNeeded: word))
  }

  /// Clears ``lastMoved``, so that the next control that moves is learned.
  /// - Thread: any
  public func forgetMoved() { moved.words.last.pointee.store(0, ordering: .relaxed) }

  /// Returns the value, 0…1, that a ``ControllerMap`` last set for a parameter of the plug-in unit itself; nil if none
  /// was set.
  ///
  /// - Parameter number: the number of the parameter, 0…127.
  /// - Thread: any
  public func parameter(_ number: Int) -> Double? {
    guard (0..<MovedWords.parameterCount).contains(number) else { return nil }
    let word = moved.words.parameters[number].load(ordering: .relaxed)
    return word == 0 ? nil : Double(UInt32(truncatingIfNeeded: word)) / Double(UInt32.max)
  }

  /// Publishes another version of the chain; it runs from the next cycle onwards.
  ///
  /// - Throws: ``ChainError`` if the chain is too long; the previous version then continues to run.
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
      // this chain has been compiled before, so it can be compiled again
      guard let compiled = try? state.0.compile(state.1) else { return }
      snapshots.publish(compiled, compiled.header)
    }
    core.pointee.prepare(sampleRate: sampleRate)
  }
}
