import CCLAP
import CTactusShims
import PluginHosting

/// A plug-in in a ``TrialHost``, with the events that it has sent and its audio.
package final class HostedPlugin {
  package let plugin: UnsafePointer<clap_plugin>
  let host: TrialHost
  private let input = InputEvents()
  private let output = OutputEvents()
  private let samples: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let buffer: UnsafeMutablePointer<clap_audio_buffer>
  package static let mostFrames = 16_384
  package private(set) var rate = 48_000.0
  package private(set) var isActive = false
  /// Frames so far.
  package private(set) var frame = 0
  package var manner = HostManner.all
  /// What has been taken.
  package var heard: [Heard] = []
  /// The left and the right channel, if they are kept.
  package var sound: [Float] = []
  package var keepsSound = false
  /// Called between blocks if the plug-in has requested it.
  package var answersCallbacks = true
  /// How the next blocks are passed to the plug-in.
  package var shape = BlockShape()
  package private(set) var status: Int32 = 1
  /// The number of samples that are NaN, or not constant where they should be, or written outside the plug-in's
  /// buffers.
  package private(set) var badSamples = 0

  /// The parts of a block that a host omits.
  package struct BlockShape {
    package var channels = 2
    package var hasOutputs = true
    package var hasSamples = true
    package var hasEvents = true
    package var hasSink = true
    package init() {}
  }

  package init?(_ factory: Factory, _ id: String, hasExtensions: Bool = true) {
    host = TrialHost(hasExtensions: hasExtensions)
    guard let made = factory.make(id, host.host), made.pointee.`init`(made) else { return nil }
    plugin = made
    samples = .allocate(capacity: 4 * Self.mostFrames)
    samples.initialize(repeating: 0, count: 4 * Self.mostFrames)
    channels = .allocate(capacity: 4)
    buffer = .allocate(capacity: 1)
    for channel in 0..<4 { (channels + channel).initialize(to: samples + channel * Self.mostFrames) }
  }

  deinit {
    plugin.pointee.destroy(plugin)
    samples.deallocate()
    channels.deallocate()
    buffer.deallocate()
  }

  func find<Table>(_ id: String, _ table: Table.Type) -> UnsafePointer<Table>? {
    plugin.pointee.get_extension(plugin, id)?.assumingMemoryBound(to: Table.self)
  }

  // MARK: Life

  @discardableResult package func activate(_ rate: Double = 48_000, most: Int = HostedPlugin.mostFrames) -> Bool {
    host.state.pointee.isActivating.store(true, ordering: .relaxed)
    defer { host.state.pointee.isActivating.store(false, ordering: .relaxed) }
    guard plugin.pointee.activate(plugin, rate, 1, UInt32(most)) else { return false }
    (self.rate, isActive) = (rate, true)
    host.beginAudio()
    defer { host.endAudio() }
    return plugin.pointee.start_processing(plugin)
  }

  package func deactivate() {
    host.beginAudio()
    plugin.pointee.stop_processing(plugin)
    host.endAudio()
    plugin.pointee.deactivate(plugin)
    isActive = false
  }

  package func reset() {
    host.beginAudio()
    plugin.pointee.reset(plugin)
    host.endAudio()
  }

  /// Performs the plug-in's requests.
  package func answer() {
    guard host.state.pointee.callbacks.exchange(0, ordering: .relaxed) > 0 else { return }
    plugin.pointee.on_main_thread(plugin)
  }

  // MARK: Blocks

  /// One block, on the thread that calls.
  package func process(_ frames: Int, _ transport: HostTransport?, _ events: [(offset: Int, event: HostEvent)] = []) {
    for (offset, event) in events { input.add(event, at: offset) }
    output.begin(manner, firstFrame: frame, frames: frames)
    buffer.initialize(
      to: clap_audio_buffer(
        data32: shape.hasSamples ? channels : nil, data64: nil, channel_count: UInt32(shape.channels), latency: 0,
        constant_mask: 0))
    for channel in 0..<4 { (samples + channel * Self.mostFrames).update(repeating: .infinity, count: frames + 1) }
    var context = transport?.event(at: 0) ?? clap_event_transport()
    let hasTransport = transport != nil
    status = withUnsafePointer(to: &context) { context in
      var call = clap_process(
        steady_time: Int64(frame), frames_count: UInt32(frames), transport: hasTransport ? context : nil,
        audio_inputs: nil, audio_outputs: shape.hasOutputs ? buffer : nil, audio_inputs_count: 0,
        audio_outputs_count: shape.hasOutputs ? 1 : 0, in_events: shape.hasEvents ? input.list : nil,
        out_events: shape.hasSink ? output.list : nil)
      return run(&call)
    }
    take(frames)
    input.removeAll()
    frame += frames
    if answersCallbacks { answer() }
  }

  /// One block into these outputs, without a transport.
  func processBlock(
    _ frames: Int, _ events: [(offset: Int, event: HostEvent)], outputs: UnsafeMutablePointer<clap_audio_buffer>,
    _ count: UInt32
  ) {
    for (offset, event) in events { input.add(event, at: offset) }
    output.begin(manner, firstFrame: frame, frames: frames)
    var call = clap_process(
      steady_time: Int64(frame), frames_count: UInt32(frames), transport: nil, audio_inputs: nil,
      audio_outputs: outputs, audio_inputs_count: 0, audio_outputs_count: count, in_events: input.list,
      out_events: output.list)
    status = run(&call)
    heard += output.heard
    input.removeAll()
    frame += frames
    if answersCallbacks { answer() }
  }

  private func run(_ call: inout clap_process) -> Int32 {
    host.beginAudio()
    ctactus_realtime_enter()
    let status = plugin.pointee.process(plugin, &call)
    ctactus_realtime_exit()
    host.endAudio()
    return status
  }

  private func take(_ frames: Int) {
    heard += output.heard
    guard shape.hasOutputs, shape.hasSamples, let port = find("clap.audio-ports", clap_plugin_audio_ports.self),
      port.pointee.count(plugin, false) > 0
    else { return }
    for channel in 0..<4 {
      let samples = samples + channel * Self.mostFrames
      let isWritten = channel < shape.channels
      for frame in 0..<frames where samples[frame].isFinite != isWritten { badSamples += 1 }
      if samples[frames].isFinite { badSamples += 1 }
      let isConstant = buffer.pointee.constant_mask >> UInt64(channel) & 1 == 1
      for frame in 0..<frames where isConstant && isWritten && samples[frame] != samples[0] { badSamples += 1 }
    }
    guard keepsSound, shape.channels == 2 else { return }
    for frame in 0..<frames { sound += [samples[frame], samples[frame + Self.mostFrames]] }
  }

  /// Parameters without a block.
  package func flush(_ events: [HostEvent]) {
    guard let table = find("clap.params", clap_plugin_params.self) else { return }
    for event in events { input.add(event, at: 0) }
    output.begin(manner, firstFrame: frame, frames: 1)
    if isActive { host.beginAudio() }
    table.pointee.flush(plugin, input.list, output.list)
    host.endAudio()
    heard += output.heard
    input.removeAll()
  }

  /// The plug-in's violations of the rules, if any.
  package var offences: [String] {
    let taken = output.taken.pointee
    return [
      ("calls on a wrong thread", host.state.pointee.offences.load(ordering: .relaxed)),
      ("events out of order", taken.unordered), ("events beyond the block", taken.beyond),
      ("malformed events", taken.malformed), ("samples that must not be", badSamples),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
  }

  package var refused: Int { output.taken.pointee.refused }
  /// How many warnings the plug-in has written to the host's log.
  package var warnings: Int { host.state.pointee.warnings.load(ordering: .relaxed) }
}
