import Synchronization
import TactusFiles
import TactusProcessors
import TactusRealtime
import TactusSequencer
import TactusSynth
import TactusTime

/// One instance of a plug-in, independent of the format: the control side. The audio side is ``core``.
///
///     host's control threads ── set, restore, load … ──────► PluginUnit
///                                                               │ snapshots, marks
///     host's audio thread ──── begin, receive, render ────────► PluginCore
///
/// Settings may change at any time, even before activation. The adapter of a format only passes the host's calls on.
///
/// - Thread: created, activated, deactivated and freed by one control thread at a time; other members as documented
public final class PluginUnit: @unchecked Sendable {  // the audio thread owns the core; a lock guards the contents
  /// The description of the plug-in.
  public let descriptor: PluginDescriptor
  /// The audio side; valid for the lifetime of the unit.
  public let core: UnsafeMutablePointer<PluginCore>
  let parameters: ParameterMemory
  private let output = NoteOutputMemory(capacity: 32_768)
  let learnMemory = LearnMemory()
  /// What the plug-in plays, for its window.
  package let activity = PluginActivity()
  let contents: Guarded<PluginContents>
  private let version = Atomic<Int>(0)
  private let presetWords = SharedWords(0)

  /// Creates an instance with default settings.
  ///
  /// - Parameters:
  ///   - descriptor: one of ``Plugins``.
  ///   - banks: the source of sound banks.
  /// - Thread: control
  public init(_ descriptor: PluginDescriptor, banks: any PluginBanks = StoredBanks()) {
    self.descriptor = descriptor
    parameters = ParameterMemory(descriptor.parameters)
    let contents = PluginContents(descriptor, banks: banks)
    core = .allocate(capacity: 1)
    core.initialize(to: contents.engine.core(parameters.table, output, learnMemory.core, activity.words))
    self.contents = Guarded(contents)
    applySettings()
  }

  deinit { core.deallocate() }

  // MARK: Life cycle

  /// The sample rates that plug-ins accept, in frames per second; they need not be whole numbers.
  public static let sampleRates = 1_000.0...768_000.0

  /// Prepares for rendering. Must not be called while a thread renders.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, clamped to ``sampleRates``; 48,000 if it is not finite.
  ///   - maximumFrameCount: the host's maximum; cycles may be longer.
  /// - Thread: control
  public func activate(sampleRate: Double, maximumFrameCount: Int) {
    let limits = Self.sampleRates
    let rate = sampleRate.isFinite ? SampleRate(min(max(limits.lowerBound, sampleRate), limits.upperBound)) : 48_000
    contents.withLock { contents in
      if contents.engine.sampleRate != rate { remake(&contents, rate) }
    }
    applySettings()
  }

  /// Applies all settings on the audio side, and runs the tasks that result from them, so that the next cycle requests
  /// none. Must not be called while a thread renders.
  /// - Thread: control
  package func applySettings() {
    core.pointee.applyBeforeCycles()
    runMainThreadTasks()
  }

  /// Ends rendering. Must not be called while a thread renders. Notes that still sound at the host are ended in the
  /// next cycle, and modulation by the host ends.
  /// - Thread: control
  public func deactivate() {
    core.pointee.removeModulation()
    core.pointee.reset()
  }

  /// Replaces the engine and keeps its contents. Note-offs that have yet to be sent to the host stay in the
  /// output memory.
  private func remake(_ contents: inout PluginContents, _ rate: SampleRate) {
    contents.makeEngine(sampleRate: rate)
    core.pointee = contents.engine.core(parameters.table, output, learnMemory.core, activity.words)
    core.pointee.reset()
    contents.publishSequence()
  }

  /// The latency in frames with the present parameters.
  /// - Thread: control
  public var latency: Int {
    let chain = descriptor.applying(values, to: chain)
    return contents.withLock { chain.latency($0.engine.sampleRate.rounded) }
  }

  /// The maximum duration of the sound after the last event, in frames; nil if voices, echoes or latched notes make it
  /// unknown. See ``PluginCore/isSilent``.
  /// - Thread: control
  public var tail: Int? { descriptor.kind == .noteGenerator ? 0 : nil }

  /// Runs the work that the audio side has requested: compiles a pattern, decodes samples, frees banks. Call it soon
  /// after ``PluginCore/needsMainThread()`` returns true.
  /// - Thread: control, any number of threads
  public func runMainThreadTasks() {
    // read the values under the lock, so that the later of two threads uses the later values
    contents.withLock { contents in
      parameters.table.beginMainThreadRun()
      contents.runMainThreadTasks(values: values)
    }
    finishLearning()
  }

  // MARK: Parameters

  /// Returns the present value of a parameter.
  ///
  /// - Parameter index: an index in ``PluginDescriptor/parameters``.
  /// - Thread: any
  public func value(ofParameter index: Int) -> Double {
    guard descriptor.parameters.indices.contains(index) else { return 0 }
    return parameters.table.value(index)
  }

  /// Sets a parameter; the value takes effect on the first frame of the next cycle.
  ///
  /// - Parameters:
  ///   - index: an index in ``PluginDescriptor/parameters``.
  ///   - value: clamped to the range; NaN is ignored.
  /// - Thread: control, any number of threads
  public func setParameter(_ index: Int, to value: Double) {
    guard parameters.table.set(index, value) != nil else { return }
    parameters.table.mark(index)
    markChanged()
    touchForLearning(index)
  }

  /// The index of the preset that was loaded last; the first one is loaded at the beginning.
  /// - Thread: any
  package var presetIndex: Int {
    get { presetWord.pointee.load(ordering: .relaxed) }
    set { presetWord.pointee.store(newValue, ordering: .relaxed) }
  }

  /// The word that has ``presetIndex``, for audio threads on which a host selects presets; valid for the lifetime of the
  /// unit.
  package var presetWord: UnsafeMutablePointer<Atomic<Int>> { presetWords[0] }

  var values: [Double] { descriptor.parameters.indices.map { parameters.table.value($0) } }

  /// Sets all parameters.
  func setAll(_ values: [Double]) {
    for (index, value) in values.enumerated() where parameters.table.set(index, value) != nil {
      parameters.table.mark(index)
    }
    markChanged()
    runMainThreadTasks()
  }

  /// A counter of the control side's changes to ``state(mappingPath:)``. Changes by MIDI are not counted.
  /// - Thread: any
  public var stateVersion: Int { version.load(ordering: .relaxed) }

  /// Counts a change of the state; see ``stateVersion``.
  func markChanged() { version.wrappingAdd(1, ordering: .relaxed) }
}
