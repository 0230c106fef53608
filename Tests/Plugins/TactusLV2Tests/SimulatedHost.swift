import CLV2
import TactusLV2
import TactusLV2Atoms
import TactusPlugin

/// A host's numbers for URIs: a hash of their text, so that no table is needed.
func urid(_ uri: String) -> UInt32 { uri.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }

/// A MIDI event that a plug-in has sent.
struct SentEvent: Hashable {
  /// Counted from the first cycle.
  var frame: Int
  var bytes: [UInt8]
}

/// An LV2 host without a program around it: calls a plug-in by its descriptor, as hosts do, and does its worker's work
/// between cycles.
final class SimulatedHost: @unchecked Sendable {  // cycles on one thread, the worker on another, see `worksAfterCycles`
  let plugin: PluginDescriptor
  let descriptor: LV2_Descriptor
  let handle: UnsafeMutableRawPointer
  let features: HostFeatures
  /// The input of the next cycle.
  var input = SequenceText()
  /// The room for notes and messages, in bytes after the atom's header.
  var outputRoom = 65_536
  /// The events sent since the first cycle.
  private(set) var sent: [SentEvent] = []
  /// Messages about properties and states, as their objects' bytes.
  private(set) var told: [[UInt8]] = []
  private(set) var now = 0
  /// The channels of the last cycle.
  private(set) var audio: [[Float]] = []
  private(set) var isOutputIntact = true
  private let controls: UnsafeMutablePointer<Float>
  private let latency: UnsafeMutablePointer<Float>
  private let freeWheeling: UnsafeMutablePointer<Float>
  /// Whether the host renders offline.
  var isFreeWheeling: Bool {
    get { freeWheeling.pointee > 0 }
    set { freeWheeling.pointee = newValue ? 1 : 0 }
  }
  /// Whether the worker runs as soon as work is scheduled while the host renders offline.
  var worksAtOnce = true
  /// Whether the worker runs after each cycle; otherwise it runs when ``doWork()`` is called, possibly on another
  /// thread.
  var worksAfterCycles = true
  /// The ports that are not connected.
  var isUnconnected: Set<Int> = []

  init?(_ plugin: PluginDescriptor, sampleRate: Double = 48_000, without missing: Set<String> = []) {
    self.plugin = plugin
    features = HostFeatures(without: missing)
    guard let index = LV2Plugins.all.firstIndex(where: { $0.identifier == plugin.identifier }),
      let found = LV2Plugins.descriptor(UInt32(index))
    else { return nil }
    descriptor = found.pointee
    let handle = features.use { found.pointee.instantiate?(found, sampleRate, "/bundle", $0) }
    guard let handle else { return nil }
    self.handle = handle
    controls = .allocate(capacity: plugin.parameters.count)
    latency = .allocate(capacity: 1)
    latency.initialize(to: -1)
    freeWheeling = .allocate(capacity: 1)
    freeWheeling.initialize(to: 0)
    for (index, parameter) in plugin.parameters.enumerated() {
      (controls + index).initialize(to: Float(parameter.isBypass ? 1 : parameter.defaultValue))
    }
    descriptor.activate?(handle)
  }

  deinit {
    descriptor.deactivate?(handle)
    descriptor.cleanup?(handle)
    controls.deallocate()
    latency.deallocate()
    freeWheeling.deallocate()
  }

  /// The value of a control port, by its symbol.
  subscript(symbol: String) -> Float {
    get { controls[plugin.index(ofParameter: symbol == "enabled" ? "bypass" : symbol)!] }
    set { controls[plugin.index(ofParameter: symbol == "enabled" ? "bypass" : symbol)!] = newValue }
  }
  var reportedLatency: Float { latency.pointee }

  func setControl(_ index: Int, _ value: Float) { controls[index] = value }
  func control(_ index: Int) -> Float { controls[index] }

  /// Runs a cycle, then the worker.
  func run(_ frames: Int) {
    let output = OutputMemory(room: outputRoom)
    let channels = (0..<plugin.audioOutputs).map { _ in
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frames))
      channel.initialize(repeating: .nan, count: max(1, frames))
      return channel
    }
    defer { channels.forEach { $0.deallocate() } }
    input.use { sequence in
      connect(0, sequence)
      connect(1, output.memory)
      connect(2, UnsafeMutableRawPointer(latency))
      for (index, channel) in channels.enumerated() { connect(3 + index, UnsafeMutableRawPointer(channel)) }
      for index in plugin.parameters.indices {
        connect(3 + channels.count + index, UnsafeMutableRawPointer(controls + index))
      }
      if plugin.kind == .instrument {
        connect(3 + channels.count + plugin.parameters.count, UnsafeMutableRawPointer(freeWheeling))
      }
      if isFreeWheeling, worksAtOnce {
        features.requests.immediate = { [unowned self] request in self.work(request) }
      } else {
        features.requests.immediate = nil
      }
      descriptor.run?(handle, UInt32(frames))
    }
    input = SequenceText()
    for answer in features.answers.take() {
      _ = descriptor.worker?.work_response?(handle, UInt32(answer.count), answer)
    }
    audio = channels.map { Array(UnsafeBufferPointer(start: $0, count: frames)) }
    if !isUnconnected.contains(1) { take(output, frames) }
    now += frames
    if worksAfterCycles { doWork() }
  }

  private func connect(_ port: Int, _ position: UnsafeMutableRawPointer) {
    descriptor.connect_port?(handle, UInt32(port), isUnconnected.contains(port) ? nil : position)
  }

  private func take(_ output: OutputMemory, _ frames: Int) {
    isOutputIntact = isOutputIntact && output.isIntact
    for event in output.events(frames) {
      if event.type == urid("http://lv2plug.in/ns/ext/midi#MidiEvent") {
        sent.append(SentEvent(frame: now + event.frame, bytes: event.bytes))
      } else {
        told.append(event.bytes)
      }
    }
  }

  /// Performs the audio side's requests; the replies are delivered in the next cycle.
  func doWork() {
    for request in features.requests.take() { work(request) }
  }

  private func work(_ request: [UInt8]) {
    let box = features.answers
    _ = descriptor.worker?.work?(
      handle,
      { handle, size, data in
        let box = Unmanaged<HostFeatures.Box>.fromOpaque(handle!).takeUnretainedValue()
        return box.put(data, size) ? 0 : Int32(LV2_WORKER_ERR_NO_SPACE)
      }, Unmanaged.passUnretained(box).toOpaque(), UInt32(request.count), request)
  }

  /// Stops and starts again.
  func restart() {
    descriptor.deactivate?(handle)
    descriptor.activate?(handle)
  }
}

extension LV2_Descriptor {
  var worker: LV2_Worker_Interface? {
    extension_data?("http://lv2plug.in/ns/ext/worker#interface")?.load(as: LV2_Worker_Interface.self)
  }
  var state: LV2_State_Interface? {
    extension_data?("http://lv2plug.in/ns/ext/state#interface")?.load(as: LV2_State_Interface.self)
  }
}

extension [SentEvent] {
  /// Notes that have begun and not ended, by channel and key.
  var soundingNotes: [UInt16: Int] {
    var open: [UInt16: Int] = [:]
    for event in self where event.bytes.count == 3 {
      let note = UInt16(event.bytes[0] & 15) << 8 | UInt16(event.bytes[1])
      let isOn = event.bytes[0] & 0xF0 == 0x90 && event.bytes[2] > 0
      if isOn { open[note, default: 0] += 1 }
      if !isOn, event.bytes[0] & 0xE0 == 0x80 { open[note] = Swift.max(0, open[note, default: 0] - 1) }
    }
    return open.filter { $0.value > 0 }
  }

  /// The frames of all note-ons.
  var onsets: [Int] { filter { $0.bytes.count == 3 && $0.bytes[0] & 0xF0 == 0x90 && $0.bytes[2] > 0 }.map(\.frame) }
}
