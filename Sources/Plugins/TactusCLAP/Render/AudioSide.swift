import CCLAP
import Synchronization
import TactusPlugin
import TactusRealtime
import TactusRender

/// The audio side of a plug-in: what is behind the `data` of CLAP's struct.
///
///     process ─► begin ─► events in ─► render ─► events out, ascending ─► note ends
///
/// - Thread: audio
struct AudioSide {
  let core: UnsafeMutablePointer<PluginCore>
  let host: UnsafePointer<clap_host>
  /// The ``HostedUnit``, which owns all memory here; only the main thread looks at it.
  let control: UnsafeRawPointer
  let isInstrument: Bool
  /// The channels of the main output, 0 or 2.
  let channelCount: Int
  /// Parameters by their ids, ascending.
  let places: UnsafeBufferPointer<ParameterPlace>
  let shared: UnsafeMutablePointer<SharedState>
  var notes: HostNotes
  /// What the core renders into; for channels that the host leaves out, memory of ours.
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// Whether the plug-in is active; changes while no audio thread runs.
  var isActive = false
  /// Two channels of as many frames as the host has promised to stay below.
  var spare: UnsafeMutableBufferPointer<Float>
  /// Frames since the plug-in was made.
  var firstFrame: Int64 = 0
  /// What the host was told of the tail.
  var reportedTail: UInt32 = 0
  var tailExtension: UnsafePointer<CLAPHostChanged>?

  /// One call of the host.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func process(_ call: UnsafePointer<clap_process>) -> Int32 {
    let frames = chooseChannels(call)
    core.pointee.begin(
      RenderCycle(firstFrame: firstFrame, frameCount: frames, context: MusicalContext(call.pointee.transport)))
    receive(call.pointee.in_events)
    render(call, frames)
    send(to: call.pointee.out_events, frames)
    firstFrame &+= Int64(frames)
    requestMainThread()
    reportTail()
    // Only events wake an instrument; what makes notes of its own must also see the transport move.
    let sleeps = isInstrument && notes.count == 0 && core.pointee.isSilent
    return Int32(truncatingIfNeeded: sleeps ? CLAP_PROCESS_SLEEP : CLAP_PROCESS_CONTINUE)
  }

  /// Parameters without a block.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func flush(_ input: UnsafePointer<clap_input_events>?, _ output: UnsafePointer<clap_output_events>?) {
    core.pointee.begin(RenderCycle(firstFrame: firstFrame, frameCount: 0))
    receive(input, onlyParameters: true)
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: 0))
    // a flush is for parameters: what is played now comes with the next block
    while let moved = core.pointee.nextChange() { send(moved, to: output, at: 0) }
    requestMainThread()
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func reset() {
    core.pointee.reset()
    notes.removeAll()
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

/// A parameter's index, by its id.
struct ParameterPlace: BitwiseCopyable {
  var id: UInt32
  var index: Int32
}

/// What both threads look at.
struct SharedState: ~Copyable {
  /// Frames; those from 2³¹ − 1 on stand for no end.
  let tail = Atomic<UInt32>(0)
  /// Whether the host has refused to hear that a parameter has moved.
  let hasLostChange = Atomic<Bool>(false)
}
