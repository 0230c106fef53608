import CVST3
import Synchronization
import TactusPlugin
import TactusRealtime
import TactusRender

/// The audio side of a plug-in.
///
///     process ─► begin ─► parameters and controllers, events ─► render ─► parameters and events out, ascending
///
/// - Thread: audio
struct VST3Core {
  let core: UnsafeMutablePointer<PluginCore>
  /// The ``VST3Instance``, which owns all memory here. Only the control side uses this pointer.
  let control: UnsafeRawPointer
  let shared: UnsafeMutablePointer<VST3SharedState>
  /// The number of channels of all outputs; changes only while the plug-in is inactive.
  var channelCount: Int
  /// One bit for each output that the host uses; changes only while the plug-in is inactive.
  var usedBuses: UInt32 = 1
  /// One bit for each output that the host takes in this call.
  var connected: UInt32 = 1
  let addresses: ParameterAddresses
  /// By the index of a parameter.
  let ranges: UnsafePointer<NormalizedRange>
  let programs: ProgramTable
  /// The selected program.
  let program: UnsafeMutablePointer<Atomic<Int>>
  var notes: HostNotes
  var expressions: HostExpressions
  var exclusives: ExclusiveBytes
  /// The channels that the core renders into; scratch buffers for those that the host does not provide.
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// Whether the plug-in is active; changes only while no audio thread runs.
  var isActive = false
  /// Scratch buffers: two channels of the host's maximum frame count.
  var spare = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
  /// Frames since the plug-in was created.
  var firstFrame: Int64 = 0
  /// The offset at which the cycle has loaded a program; negative for none.
  var programOffset: Int32 = -1

  /// Processes one call of the host.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func process(_ data: UnsafeMutablePointer<ProcessData>) {
    shared.pointee.cycles.wrappingAdd(1, ordering: .relaxed)
    let frames = chooseChannels(data)
    let context = MusicalContext(UnsafePointer(data.pointee.processContext))
    core.pointee.begin(RenderCycle(firstFrame: firstFrame, frameCount: frames, context: context))
    receive(data.pointee.inputParameterChanges)
    expressions.firstFrame = firstFrame
    receive(data.pointee.inputEvents)
    render(data, frames)
    send(data, frames)
    firstFrame &+= Int64(frames)
    if core.pointee.needsMainThread() { shared.pointee.needsMainThread.store(true, ordering: .releasing) }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func reset() {
    core.pointee.reset()
    notes.removeAll()
    expressions.removeAll()
  }
}

/// State that both threads use.
struct VST3SharedState: ~Copyable {
  /// The number of calls of `process`.
  let cycles = Atomic<Int>(0)
  /// Whether the control side has work to do.
  let needsMainThread = Atomic<Bool>(false)
  /// Whether the host has refused the report of a changed parameter.
  let hasLostChange = Atomic<Bool>(false)
}

/// The factory presets in plain memory: for each preset, the values of all parameters.
struct ProgramTable {
  let count: Int
  let parameterCount: Int
  let values: UnsafePointer<Double>
  /// The parameter that no preset changes.
  let bypass: Int
}

// MARK: The functions of VST 3

/// The slot of an interface, to which the host's pointer points.
struct InterfaceSlot: BitwiseCopyable {
  let table: UnsafeRawPointer
  let core: UnsafeMutablePointer<VST3Core>
}

/// Silences everything when the host interrupts the audio. Hosts call this on either thread, but not during `process`.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func setProcessing(_ object: UnsafeMutableRawPointer?, _ isOn: TBool) -> tresult {
  guard let object else { return tresult(truncatingIfNeeded: kInvalidArgument) }
  let core = object.assumingMemoryBound(to: InterfaceSlot.self).pointee.core
  guard core.pointee.isActive else { return tresult(truncatingIfNeeded: kNotInitialized) }
  if isOn == 0 { core.pointee.reset() }
  return tresult(truncatingIfNeeded: kResultOk)
}

/// Whether the host renders a block offline, so that it may wait.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func rendersOffline(_ data: UnsafeMutablePointer<ProcessData>?) -> Bool {
  data?.pointee.processMode == Int32(truncatingIfNeeded: kOffline)
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func processAudio(_ object: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<ProcessData>?) -> tresult {
  guard let object, let data else { return tresult(truncatingIfNeeded: kInvalidArgument) }
  let core = object.assumingMemoryBound(to: InterfaceSlot.self).pointee.core
  guard core.pointee.isActive else { return tresult(truncatingIfNeeded: kNotInitialized) }
  guard data.pointee.symbolicSampleSize == Int32(truncatingIfNeeded: kSample32) else {
    return tresult(truncatingIfNeeded: kInvalidArgument)
  }
  core.pointee.process(data)
  return tresult(truncatingIfNeeded: kResultOk)
}
