import CLV2
import CTactusShims
import TactusLV2Atoms
import TactusPlugin
import TactusRealtime
import TactusRender

/// The audio side of an instance, between the host's ports and the unit's core.
///
///     sequence ─► positions ─► LV2Transport ─► context ─┐
///              ─► MIDI ──────────────────────────────── ├─► PluginCore ─► audio channels
///              ─► messages ─► LV2Properties ─► worker   │             ─► AtomWriter ─► sequence
///     control ports, where they have changed ───────────┘
///
/// - Thread: audio; control while the plug-in does not run
package struct LV2Core {
  package let unit: UnsafeMutablePointer<PluginCore>
  /// The control side of the instance.
  package let owner: UnsafeMutableRawPointer
  /// The number of the instance, see ``LV2Instance``.
  package let token: UInt64
  package let atoms: LV2URIDs
  package let urids: LV2PluginURIDs
  package let schedule: UnsafePointer<LV2_Worker_Schedule>?
  package var ports: LV2Ports
  package var properties: LV2Properties
  package var transport: LV2Transport
  /// The parameter whose port is inverted ("enabled" for "bypass"); −1 if there is none.
  package let bypass: Int
  /// The last value of each parameter's port. Other threads read it.
  package let lastPortValues: UnsafeMutablePointer<Float>
  /// Scratch buffers for channels that the host has not connected.
  package let spare: UnsafeMutablePointer<Float>
  /// The size of each scratch buffer in frames.
  package let spareFrames: Int
  /// The channel pointers of a cycle.
  package let block: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The indices of the parameters whose changes may select presets.
  package let programParameters: UnsafeBufferPointer<Int>
  /// Requests that the host read the names of keys and presets again; nil if it does not read them.
  package let names: UnsafePointer<LV2_Midnam>?
  /// Whether the names may have changed.
  package var hasNewNames = false
  /// Not 0 after the window has changed what the unit plays; the next cycle sets it to 0. It is a Float, because
  /// `lv2_load_number` and `lv2_store_number` are the atomic accesses of the audio side.
  package let contentsChange: UnsafeMutablePointer<Float>
  /// Whether the change must still be reported to the host.
  package var hasNewContents = false
  package var latency: Float = 0
  package var needsMainThreadRun = false
  /// Frames since the instance was created.
  package var now: Int64 = 0

  /// Runs a cycle with any number of frames.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func run(_ wanted: UInt32) {
    let frames = connectedFrames(Int(min(wanted, 1 << 30)))
    takeContentsChange()
    takeFirstPositions(frames)
    unit.pointee.begin(RenderCycle(firstFrame: now, frameCount: frames, context: transport.context(at: now)))
    takeParameters()
    takeEvents(frames)
    let channels = UnsafePointer(block)
    unit.pointee.render(into: AudioBlock(channels: channels, channelCount: ports.channelCount, frameCount: frames))
    var writer = AtomWriter(ports.output, atoms)
    sendNotes(&writer)
    if unit.pointee.needsMainThread() { needsMainThreadRun = true }
    properties.send(&writer, at: Int32(truncatingIfNeeded: max(0, frames &- 1)), atoms, urids)
    ports.latencyPort?.pointee = latency
    now &+= Int64(frames)
  }

  /// Sets the cycle's channel pointers, and returns the number of frames to render. If a channel is unconnected, this
  /// is at most the size of a scratch buffer.
  private func connectedFrames(_ wanted: Int) -> Int {
    var frames = wanted
    for channel in 0..<min(2, ports.channelCount) {
      if ports.channels[channel] == nil { frames = min(frames, spareFrames) }
      block[channel] = ports.channels[channel] ?? spare + channel &* spareFrames
    }
    if ports.channelCount > 2 { connectOutputs(frames) }
    return frames
  }

  /// Finds the channels of the outputs after the main one. The sound of an output with an unconnected port goes to the
  /// main output, and its other port is silent.
  private func connectOutputs(_ frames: Int) {
    var connected: UInt32 = 1
    for output in 1..<ports.channelCount / 2 {
      let (left, right) = (ports.channels[2 &* output], ports.channels[2 &* output &+ 1])
      if left != nil, right != nil {
        connected |= 1 &<< UInt32(output)
      } else {
        (left ?? right)?.update(repeating: 0, count: frames)
      }
      block[2 &* output] = left ?? block[0]
      block[2 &* output &+ 1] = right ?? block[1]
    }
    unit.pointee.connect(outputs: connected)
  }

  /// Schedules the report of what the window has changed. The worker finds the bank that is now in use. Without a
  /// worker, the changed state is reported at once, and the bank when the host next activates or deactivates the
  /// plug-in.
  private mutating func takeContentsChange() {
    guard lv2_load_number(contentsChange) != 0 else { return }
    // before the worker finds the contents, so that a change in the meantime is reported by the next cycle
    lv2_store_number(contentsChange, 0)
    (needsMainThreadRun, hasNewContents) = (true, true)
    if schedule == nil { properties.isStateChanged = true }
  }

  /// Applies parameters whose ports have changed.
  private func takeParameters() {
    for index in 0..<ports.parameterCount {
      guard let port = ports.parameters[index] else { continue }
      let value = port.pointee
      guard value == value, value != lv2_load_number(lastPortValues + index) else { continue }
      lv2_store_number(lastPortValues + index, value)
      unit.pointee.change(parameter: index, to: index == bypass ? (value > 0 ? 0 : 1) : Double(value), at: 0)
    }
  }

  /// Sends the unit's events as far as there is room. After the first event that does not fit, all others wait as well,
  /// so that their order is kept.
  private mutating func sendNotes(_ writer: inout AtomWriter) {
    var isFull = ports.output == nil
    while let output = unit.pointee.nextOutput() {
      if !isFull, writer.write(output.bytes, count: output.count, type: atoms.midiEvent, at: output.offset) { continue }
      isFull = true
      unit.pointee.refuseOutput()
    }
    while unit.pointee.nextChange() != nil { properties.isStateChanged = true }
  }
}
