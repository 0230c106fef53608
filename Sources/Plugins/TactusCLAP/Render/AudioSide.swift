import CCLAP
import Synchronization
import TactusPlugin
import TactusRealtime
import TactusRender

/// The audio side of a plug-in; the `plugin_data` of CLAP's struct points to it.
///
///     process ─► begin ─► events in ─► render ─► events out, ascending ─► note ends
///
/// - Thread: audio
struct AudioSide {
  let core: UnsafeMutablePointer<PluginCore>
  let host: UnsafePointer<clap_host>
  /// The ``HostedUnit``, which owns all memory here. Only the main thread uses this pointer.
  let control: UnsafeRawPointer
  let isInstrument: Bool
  /// The number of channels of all outputs; changes only while the plug-in is inactive.
  var channelCount: Int
  let addresses: ParameterAddresses
  let shared: UnsafeMutablePointer<SharedState>
  /// What the user changes in the window.
  let edits: RingConsumer<WindowEdit>
  var notes: HostNotes
  var expressions: HostExpressions
  var tuning: HostTuning
  /// The channels that the core renders into; scratch buffers for those that the host does not provide.
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// Whether the plug-in is active; changes only while no audio thread runs.
  var isActive = false
  /// One bit for each output that the host takes in this call.
  var connected: UInt32 = 1
  /// Scratch buffers: two channels of the host's maximum frame count.
  var spare: UnsafeMutableBufferPointer<Float>
  /// Frames since the plug-in was created.
  var firstFrame: Int64 = 0
  /// The tail last reported to the host.
  var reportedTail: UInt32 = 0
  var tailExtension: UnsafePointer<CLAPHostChanged>?

  /// Processes one call of the host.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func process(_ call: UnsafePointer<clap_process>) -> Int32 {
    let frames = chooseChannels(call)
    core.pointee.begin(
      RenderCycle(firstFrame: firstFrame, frameCount: frames, context: MusicalContext(call.pointee.transport)))
    expressions.firstFrame = firstFrame
    receive(call.pointee.in_events)
    render(call, frames)
    sendEdits(to: call.pointee.out_events)
    send(to: call.pointee.out_events, frames)
    firstFrame &+= Int64(frames)
    requestMainThread()
    reportTail()
    // Only events wake a sleeping plug-in. A plug-in that generates notes stays awake, because it must follow the
    // transport.
    let sleeps = isInstrument && notes.count == 0 && core.pointee.isSilent
    return Int32(truncatingIfNeeded: sleeps ? CLAP_PROCESS_SLEEP : CLAP_PROCESS_CONTINUE)
  }

  /// Applies parameters without rendering a block.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func flush(_ input: UnsafePointer<clap_input_events>?, _ output: UnsafePointer<clap_output_events>?) {
    core.pointee.begin(RenderCycle(firstFrame: firstFrame, frameCount: 0))
    receive(input, onlyParameters: true)
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: 0))
    sendEdits(to: output)
    // a flush is for parameters only; notes are sent with the next block
    while let moved = core.pointee.nextChange() { send(moved, to: output, at: 0) }
    requestMainThread()
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func reset() {
    core.pointee.reset()
    notes.endAll()
    expressions.removeAll()
  }

  private mutating func requestMainThread() {
    if core.pointee.needsMainThread() { clap_request_callback(host) }
  }

  private mutating func reportTail() {
    let tail = shared.pointee.tail.load(ordering: .relaxed)
    guard tail != reportedTail else { return }
    reportedTail = tail
    clap_notify_change(tailExtension, host)
  }
}

/// State that both threads use.
struct SharedState: ~Copyable {
  /// The tail in frames; values of 2³¹ − 1 and above mean infinite.
  let tail = Atomic<UInt32>(0)
  /// Whether the host has refused the report of a changed parameter.
  let hasLostChange = Atomic<Bool>(false)
  /// Whether the window has loaded a preset or a bank.
  let hasNewContents = Atomic<Bool>(false)
  /// Whether the host renders offline.
  let isOffline = Atomic<Bool>(false)
}

// MARK: The functions of CLAP

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func processAudio(_ plugin: UnsafePointer<clap_plugin>?, _ call: UnsafePointer<clap_process>?) -> Int32 {
  guard let audio = plugin?.pointee.plugin_data?.assumingMemoryBound(to: AudioSide.self), audio.pointee.isActive,
    let call
  else { return Int32(truncatingIfNeeded: CLAP_PROCESS_ERROR) }
  return audio.pointee.process(call)
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func resetAudio(_ plugin: UnsafePointer<clap_plugin>?) {
  guard let data = plugin?.pointee.plugin_data else { return }
  data.assumingMemoryBound(to: AudioSide.self).pointee.reset()
}

/// Whether the host renders offline, so that a block may wait.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func rendersOffline(_ plugin: UnsafePointer<clap_plugin>?) -> Bool {
  guard let data = plugin?.pointee.plugin_data else { return false }
  return data.assumingMemoryBound(to: AudioSide.self).pointee.shared.pointee.isOffline.load(ordering: .relaxed)
}

/// Returns the tail in frames; values of 2³¹ − 1 and above mean infinite. Both threads may call this.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func tail(_ plugin: UnsafePointer<clap_plugin>?) -> UInt32 {
  guard let data = plugin?.pointee.plugin_data else { return 0 }
  return data.assumingMemoryBound(to: AudioSide.self).pointee.shared.pointee.tail.load(ordering: .relaxed)
}

/// Applies parameters without rendering a block. Returns false if the plug-in is inactive: then the caller is the main
/// thread, and the control side must set the parameters.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func flushIfActive(
  _ plugin: UnsafePointer<clap_plugin>?, _ input: UnsafePointer<clap_input_events>?,
  _ output: UnsafePointer<clap_output_events>?
) -> Bool {
  guard let audio = plugin?.pointee.plugin_data?.assumingMemoryBound(to: AudioSide.self) else { return true }
  guard audio.pointee.isActive else { return false }
  audio.pointee.flush(input, output)
  return true
}
