import CVST3
import Synchronization
import TactusPlugin
import TactusWindow

/// The control side of a plug-in instance, processor and controller in one, and the owner of all memory that the audio
/// side uses. It lives as long as the host holds references to it.
///
/// VST 3 calls these functions on one main thread, so no locks are needed.
/// - Thread: control
final class VST3Instance {
  let unit: PluginUnit
  let core: UnsafeMutablePointer<VST3Core>
  let parameters: VST3Parameters
  let state: VST3State
  private let slots: UnsafeMutablePointer<InterfaceSlot>
  private let notes = UnsafeMutableBufferPointer<HostNotes.Note>.allocate(capacity: 2_048)
  private let expressionMemory = ExpressionMemory()
  private let references = Atomic<UInt32>(1)
  /// One bit for each audio output that the host has activated.
  var activeBuses: UInt32 = 1
  /// One bit for each audio output for which the host has chosen no channels.
  var emptyBuses: UInt32 = 0
  var isInitialized = false
  var setup = ProcessSetup(
    processMode: Int32(kRealtime), symbolicSampleSize: Int32(kSample32), maxSamplesPerBlock: 1_024, sampleRate: 48_000)
  var handler: UnsafeMutablePointer<IComponentHandler>?
  /// What the window showed when it was closed last.
  var windowState: WindowState?
  /// The latency last reported to the host.
  var reportedLatency: Int?
  /// Changes of parameters that the host will pass to the processor.
  var edits: [UInt32: VST3Edit] = [:]
  /// The values of the controllers, as the host has set them last.
  var controllers: [UInt32: Double] = [:]
  /// The names of keys that the host may know.
  var keyNames = VST3KeyNames()

  private init(_ descriptor: PluginDescriptor) {
    unit = PluginUnit(descriptor)
    parameters = VST3Parameters(descriptor)
    state = VST3State()
    core = .allocate(capacity: 1)
    slots = .allocate(capacity: VST3Interface.allCases.count)
    core.initialize(
      to: VST3Core(
        core: unit.core, control: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), shared: state.shared,
        channelCount: descriptor.audioOutputs, addresses: ParameterAddresses(of: descriptor),
        ranges: VST3Memory.ranges(of: descriptor), programs: VST3Memory.programs(of: descriptor),
        program: unit.presetWord,
        notes: HostNotes(notes, reportsEnds: false), expressions: expressionMemory.expressions,
        exclusives: ExclusiveBytes(VST3Memory.exclusives(of: descriptor)),
        channels: .allocate(capacity: PluginCore.mostOutputChannels)))
    for interface in VST3Interface.allCases {
      (slots + interface.rawValue).initialize(to: InterfaceSlot(table: interface.table, core: core))
    }
    keyNames.source = keyNameSource
  }

  deinit {
    setHandler(nil)
    setActive(false)
    core.pointee.addresses.deallocate()
    core.pointee.ranges.deallocate()
    core.pointee.programs.values.deallocate()
    core.pointee.exclusives.memory.deallocate()
    core.pointee.channels.deallocate()
    core.pointee.spare.deallocate()
    core.deallocate()
    slots.deallocate()
    notes.deallocate()
  }

  // MARK: References

  /// Creates an instance with one reference.
  static func make(_ descriptor: PluginDescriptor) -> UnsafeMutableRawPointer {
    let instance = Unmanaged.passRetained(VST3Instance(descriptor))
    return instance.takeUnretainedValue().pointer(.component)
  }

  /// Returns the instance to which a pointer of the host belongs; nil if there is no pointer.
  static func of(_ object: UnsafeMutableRawPointer?) -> VST3Instance? {
    guard let object else { return nil }
    let core = object.assumingMemoryBound(to: InterfaceSlot.self).pointee.core
    return Unmanaged<VST3Instance>.fromOpaque(core.pointee.control).takeUnretainedValue()
  }

  /// Returns the host's pointer to an interface.
  func pointer(_ interface: VST3Interface) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(slots + interface.rawValue)
  }

  func retainForHost() -> UInt32 { references.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Releases a reference, and frees the instance with the last one.
  func releaseForHost() -> UInt32 {
    let count = references.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if count == 0 { Unmanaged.passUnretained(self).release() }
    return count
  }

  // MARK: Life cycle

  var isActive: Bool { core.pointee.isActive }

  /// Allocates the resources for rendering, or ends rendering.
  func setActive(_ isOn: Bool) {
    guard isOn != isActive else { return }
    applyEdits()
    guard isOn else {
      BackgroundTasks.shared.remove(state)
      unit.deactivate()
      core.pointee.isActive = false
      core.pointee.notes.removeAll()
      core.pointee.expressions.removeAll()
      return
    }
    let frames = max(1, min(Int(setup.maxSamplesPerBlock), 1 << 20))
    core.pointee.spare.deallocate()
    core.pointee.spare = .allocate(capacity: 2 * frames)
    core.pointee.spare.initialize(repeating: 0)
    prepareOutputs()
    unit.activate(sampleRate: setup.sampleRate, maximumFrameCount: frames)
    core.pointee.isActive = true
    reportedLatency = unit.latency
    BackgroundTasks.shared.add(state, unit)
  }

  func setHandler(_ new: UnsafeMutablePointer<IComponentHandler>?) {
    if let new { _ = new.pointee.vtbl?.pointee.addRef?(new) }
    if let old = handler { _ = old.pointee.vtbl?.pointee.release?(old) }
    handler = new
  }

  /// Tells the host that its project has changes to save, after a change that is not a change of parameters.
  private func markDirty() {
    guard let second = interface(IComponentHandler2_iid, of: handler, as: IComponentHandler2.self) else { return }
    _ = second.pointee.vtbl?.pointee.setDirty?(second, 1)
    _ = second.pointee.vtbl?.pointee.release?(second)
  }

  /// Runs the work that the audio side has requested, and reports to the host what has changed.
  ///
  /// - Parameters:
  ///   - hasNewValues: whether the values of parameters may have changed.
  ///   - hasNewContents: whether the project has changed otherwise.
  func reportChanges(hasNewValues: Bool = false, hasNewContents: Bool = false) {
    if state.takeMainThreadRequest() { unit.runMainThreadTasks() }
    let hasLost = state.shared.pointee.hasLostChange.exchange(false, ordering: .relaxed)
    if unit.takeAssignmentChange() || hasNewContents { markDirty() }
    reportKeyNames(hasNewValues: hasNewValues, hasNewContents: hasNewContents)
    var flags = hasNewValues || hasLost ? kParamValuesChanged : 0
    if let reportedLatency, reportedLatency != unit.latency {
      self.reportedLatency = unit.latency
      flags |= kLatencyChanged
    }
    guard flags != 0, let handler else { return }
    _ = handler.pointee.vtbl?.pointee.restartComponent?(handler, Int32(flags))
  }
}
