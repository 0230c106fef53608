import CTactusHostCalls
import Synchronization
import TactusPlugin
import TactusRealtime
import TactusRender

/// The audio side of an audio unit: converts a host's render call to a cycle of the plug-in.
///
/// Everything is plain memory that `RenderMemory` owns; the render block has a pointer to it and nothing else.
///
/// - Thread: audio (one at a time)
struct AudioUnitKernel {
  /// The atomic words that control side and audio side share.
  struct Signals {
    /// Whether the unit is allocated.
    let isReady: UnsafeMutablePointer<Atomic<Int>>
    /// Whether the unit must be silenced before the next cycle.
    let wantsReset: UnsafeMutablePointer<Atomic<Int>>
    /// Whether `PluginUnit.runMainThreadTasks()` must be called.
    let needsMainThreadRun: UnsafeMutablePointer<Atomic<Int>>
    /// The address of the host's calls.
    let calls: UnsafeMutablePointer<Atomic<Int>>
    /// The indices of parameters that the plug-in has moved.
    let moved: RingProducer<Int>
  }

  struct Memory {
    let core: UnsafeMutablePointer<PluginCore>
    let layout: RenderLayout
    let cables: UInt8
    let addresses: ParameterAddresses
    let ramps: ParameterRamps
    let sender: OutputSender
    let signals: Signals
  }

  private let core: UnsafeMutablePointer<PluginCore>
  private let layout: RenderLayout
  private let cables: UInt8
  private let addresses: ParameterAddresses
  private var ramps: ParameterRamps
  private var sender: OutputSender
  private let signals: Signals
  /// The unit's own buffers: one per channel, followed by a silent one.
  var channels: UnsafePointer<UnsafeMutablePointer<Float>>?
  var channelCount = 0
  var mostFrames = 0
  /// The number of frames rendered.
  private var frame: Int64 = 0
  /// The sample time of the last cycle, which is not rendered again for a second bus.
  private var lastTime = Double.nan
  private var lastCount = 0
  private var lastIsSilent = true

  init(_ memory: Memory) {
    (core, layout, cables, addresses) = (memory.core, memory.layout, memory.cables, memory.addresses)
    (ramps, sender, signals) = (memory.ramps, memory.sender, memory.signals)
  }

  /// Forgets the last cycle; called at allocation, before the first cycle.
  mutating func begin() { (lastTime, lastCount) = (.nan, 0) }

  /// Renders the frames that a host requests.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func render(_ call: RenderCall) -> RenderAnswer {
    let output = HostBuffers(call.output, layout)
    guard signals.isReady.pointee.load(ordering: .acquiring) != 0, let channels,
      let calls = UnsafePointer<TactusHostCalls>(bitPattern: signals.calls.pointee.load(ordering: .acquiring))
    else {
      output.silence()
      return RenderAnswer(HostStatus.notAllocated)
    }
    guard call.frameCount >= 0, call.frameCount <= mostFrames else {
      output.silence()
      return RenderAnswer(HostStatus.tooManyFrames)
    }
    guard output.fit(call.frameCount) else {
      output.silence()
      return RenderAnswer(HostStatus.wrongBuffers)
    }
    if !isSameCycle(call) {
      renderCycle(call, channels, calls)
      (lastTime, lastCount) = (call.hasTime ? call.sampleTime : .nan, call.frameCount)
    }
    output.fill(channels, last: channelCount, frames: call.frameCount)
    return RenderAnswer(HostStatus.fine, isSilent: lastIsSilent)
  }

  /// Whether the host calls again with the time of the last cycle, for another bus or another consumer. The last result
  /// is then used again, so the music advances only once.
  private func isSameCycle(_ call: RenderCall) -> Bool {
    call.hasTime && call.sampleTime == lastTime && call.frameCount == lastCount && call.frameCount > 0
  }

  private mutating func renderCycle(
    _ call: RenderCall, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ calls: UnsafePointer<TactusHostCalls>
  ) {
    if signals.wantsReset.pointee.exchange(0, ordering: .acquiring) != 0 {
      core.pointee.reset()
      ramps.reset()
      sender.reset()
    }
    ctactus_host_run_main_thread_tasks(calls)
    let firstTime = firstTime(call)
    core.pointee.begin(
      RenderCycle(firstFrame: frame, frameCount: call.frameCount, context: HostContext.ask(calls)))
    ramps.begin(frame, call.frameCount)
    if let events = call.events {
      RenderEvents(layout, cables: cables, firstTime: firstTime, frameCount: call.frameCount)
        .take(events, core, addresses, &ramps)
    }
    ramps.finish(core)
    core.pointee.render(
      into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: call.frameCount))
    sender.send(core, from: firstTime, calls)
    while let change = core.pointee.nextChange() { signals.moved.push(change.index) }
    if core.pointee.needsMainThread() { signals.needsMainThreadRun.pointee.store(1, ordering: .releasing) }
    lastIsSilent = channelCount == 0 || core.pointee.isSilent
    frame &+= Int64(call.frameCount)
  }

  /// The sample time of the cycle's first frame: the host's, or the unit's own frame count if the host provides none.
  private func firstTime(_ call: RenderCall) -> Int64 {
    guard call.hasTime, call.sampleTime.magnitude < 0x1p62 else { return frame }
    let whole = Int64(call.sampleTime)
    return Double(whole) > call.sampleTime ? whole &- 1 : whole
  }
}
