import Synchronization
import TactusFiles
import TactusProcessors
import TactusRealtime
import TactusSequencer
import TactusSynth
import TactusTime

/// A plug-in in a host, of whatever format: the control side, and the audio side in ``core``.
///
///     host's control threads ── set, restore, load, attend ─► PluginUnit
///                                                               │ snapshots, marks
///     host's audio thread ──── begin, receive, render ────────► PluginCore
///
/// It can be set at any time, also before it is activated. A format's adapter gives it what the host says, and nothing
/// else.
///
/// - Thread: made, activated, deactivated and freed by one control thread at a time; everything else as said with it
public final class PluginUnit: @unchecked Sendable {  // the core is the audio thread's, all else under the lock
  /// What it is.
  public let descriptor: PluginDescriptor
  /// The audio side: valid as long as the unit lives.
  public let core: UnsafeMutablePointer<PluginCore>
  let parameters: ParameterMemory
  private let output = NoteOutputMemory(capacity: 32_768)
  let contents: Guarded<PluginContents>
  private let version = Atomic<Int>(0)

  /// A plug-in as it comes.
  ///
  /// - Parameters:
  ///   - descriptor: one of ``Plugins``.
  ///   - banks: where sound banks come from.
  /// - Thread: control
  public init(_ descriptor: PluginDescriptor, banks: any PluginBanks = StoredBanks()) {
    self.descriptor = descriptor
    parameters = ParameterMemory(descriptor.parameters)
    let contents = PluginContents(descriptor, banks: banks)
    core = .allocate(capacity: 1)
    core.initialize(to: contents.engine.core(parameters.table, output))
    core.pointee.applyAll()
    self.contents = Guarded(contents)
    attend()
  }

  deinit { core.deallocate() }

  // MARK: Life

  /// Makes ready to render. Nobody may be rendering.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, 8,000…768,000; rounded, clamped.
  ///   - maximumFrameCount: what the host says; cycles may be longer.
  /// - Thread: control
  public func activate(sampleRate: Double, maximumFrameCount: Int) {
    let rate = sampleRate.isFinite ? SampleRate(min(max(8_000, sampleRate), 768_000)) : 48_000
    contents.withLock { contents in
      if contents.engine.sampleRate != rate { remake(&contents, rate) }
    }
    core.pointee.applyAll()
    attend()
  }

  /// Ends rendering. Nobody may be rendering. Notes that the host has been sent are ended with its next cycle.
  /// - Thread: control
  public func deactivate() { core.pointee.reset() }

  /// Another engine with the same contents; what the host is owed stays in the memory of the output.
  private func remake(_ contents: inout PluginContents, _ rate: SampleRate) {
    contents.makeEngine(sampleRate: rate)
    core.pointee = contents.engine.core(parameters.table, output)
    core.pointee.reset()
    contents.compilePattern(values: values)
  }

  /// By how many frames everything comes later, as the parameters stand.
  /// - Thread: control
  public var latency: Int {
    let chain = descriptor.applying(values, to: chain)
    return contents.withLock { chain.latency($0.engine.sampleRate.rounded) }
  }

  /// For how many frames it may go on after the last event; nil: nobody knows (voices, echoes, latches), see
  /// ``PluginCore/isSilent``.
  /// - Thread: control
  public var tail: Int? { descriptor.kind == .noteGenerator ? 0 : nil }

  /// Does what the audio side has asked for: compiles a pattern, decodes samples, gives back banks. To be called soon
  /// after ``PluginCore/needsMainThread()``.
  /// - Thread: control, any number of threads
  public func attend() {
    // read under the lock: of two threads the later one must not be overtaken by what the earlier one has read
    contents.withLock { $0.attend(values: values) }
  }

  // MARK: Parameters

  /// A parameter's present value.
  ///
  /// - Parameter index: its place in ``PluginDescriptor/parameters``.
  /// - Thread: any
  public func value(ofParameter index: Int) -> Double {
    guard descriptor.parameters.indices.contains(index) else { return 0 }
    return parameters.table.value(index)
  }

  /// Sets a parameter, from the next cycle's first frame on.
  ///
  /// - Parameters:
  ///   - index: its place in ``PluginDescriptor/parameters``.
  ///   - value: moved into its range; what is no number is left out.
  /// - Thread: control, any number of threads
  public func setParameter(_ index: Int, to value: Double) {
    guard parameters.table.set(index, value) != nil else { return }
    parameters.table.mark(index)
    touch()
    if !descriptor.parameters[index].isAutomatable { attend() }
  }

  var values: [Double] { descriptor.parameters.indices.map { parameters.table.value($0) } }

  /// Sets all parameters.
  func setAll(_ values: [Double]) {
    for (index, value) in values.enumerated() where parameters.table.set(index, value) != nil {
      parameters.table.mark(index)
    }
    touch()
    attend()
  }

  /// Counts what has changed of ``state()``, as far as the control side knows.
  /// - Thread: any
  public var stateVersion: Int { version.load(ordering: .relaxed) }

  func touch() { version.wrappingAdd(1, ordering: .relaxed) }
}
