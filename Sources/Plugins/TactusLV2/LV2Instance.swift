import CLV2
import TactusLV2Atoms
import TactusPlugin
import TactusRealtime
import TactusWindow

/// An instance of a plug-in in an LV2 host: the unit, and the memory of the audio side.
///
/// Hosts identify it by the address of its ``core``. They never call two of its functions at the same time, with
/// one exception: during `run`, they may call `save` and `work`. These two use only the unit's control side and the
/// values in `lastPortValues`.
/// - Thread: control
package final class LV2Instance: @unchecked Sendable {  // see above
  /// The maximum number of frames rendered per cycle if a host leaves channels unconnected.
  package static let spareFrames = 8_192

  package let unit: PluginUnit
  package let core: UnsafeMutablePointer<LV2Core>
  package let urids: LV2PluginURIDs
  package let atoms: LV2URIDs
  /// The number of the instance, which no other instance has or will have; every request for work carries it.
  let token: UInt64
  /// What the window showed when it was closed last; for the host's thread for windows.
  var windowState: WindowState?
  private let host: LV2Host
  /// Whether the host has not freed the instance.
  private let isLiving = Guarded(true)
  private let sampleRate: Double
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let parameters: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let lastPortValues: UnsafeMutablePointer<Float>
  private let spare: UnsafeMutablePointer<Float>
  private let block: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let programParameters: UnsafeMutableBufferPointer<Int>
  private let paths: UnsafeMutablePointer<UInt8>
  /// Not 0 if the window has changed what the unit plays and the audio side does not know it yet.
  private let contentsChange: UnsafeMutablePointer<Float>

  /// Creates an instance; nil for a sample rate outside ``PluginUnit/sampleRates``, or a host without `urid:map`.
  package init?(
    _ descriptor: PluginDescriptor, sampleRate: Double, features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) {
    guard PluginUnit.sampleRates.contains(sampleRate), let host = LV2Host(features) else { return nil }
    (self.host, self.sampleRate) = (host, sampleRate)
    token = LV2Instances.nextToken()
    unit = PluginUnit(descriptor)
    atoms = LV2URIDs(host.map)
    urids = LV2PluginURIDs(host.map, descriptor)
    let (channelCount, count) = (descriptor.audioOutputs, descriptor.parameters.count)
    channels = Self.memory(nil, channelCount)
    parameters = Self.memory(nil, count)
    lastPortValues = Self.memory(.nan, count)
    spare = Self.memory(0, min(2, channelCount) * Self.spareFrames)
    block = Self.memory(spare, channelCount)
    let programIndices = descriptor.programParameters
    programParameters = .allocate(capacity: programIndices.count)
    _ = programParameters.initialize(from: programIndices)
    paths = Self.memory(0, LV2Properties.byteCount)
    contentsChange = Self.memory(0, 1)
    core = .allocate(capacity: 1)
    core.initialize(
      to: LV2Core(
        unit: unit.core, owner: Unmanaged.passUnretained(self).toOpaque(), token: token, atoms: atoms, urids: urids,
        schedule: host.schedule?.pointee.schedule_work == nil ? nil : host.schedule,
        ports: LV2Ports(
          channels: channels, channelCount: channelCount, parameters: parameters, parameterCount: count),
        properties: LV2Properties(paths), transport: LV2Transport(sampleRate: sampleRate),
        bypass: descriptor.parameters.firstIndex(where: \.isBypass) ?? -1, lastPortValues: lastPortValues, spare: spare,
        spareFrames: Self.spareFrames, block: block, programParameters: UnsafeBufferPointer(programParameters),
        names: descriptor.kind == .instrument ? host.names : nil, contentsChange: contentsChange,
        latency: Float(unit.latency)))
    recordPortValues()
  }

  private static func memory<Element>(_ value: Element, _ count: Int) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    memory.initialize(repeating: value, count: max(1, count))
    return memory
  }

  deinit {
    core.deallocate()
    channels.deallocate()
    parameters.deallocate()
    lastPortValues.deallocate()
    spare.deallocate()
    block.deallocate()
    programParameters.deallocate()
    paths.deallocate()
    contentsChange.deallocate()
  }

  /// Calls `body` unless the host has freed the instance; ``end()`` waits for it.
  ///
  /// - Returns: whether `body` was called.
  /// - Thread: control, any number of threads
  func ifLiving(_ body: () -> Void) -> Bool {
    isLiving.withLock { isLiving in
      if isLiving { body() }
      return isLiving
    }
  }

  /// Records that the host has freed the instance, after the present work.
  func end() { isLiving.withLock { $0 = false } }

  /// Prepares to run.
  package func activate() {
    runPendingWork()
    core.pointee.transport = LV2Transport(sampleRate: sampleRate)
    // cycles may have any length
    unit.activate(sampleRate: sampleRate, maximumFrameCount: 4_096)
    core.pointee.latency = Float(unit.latency)
  }

  /// Stops running.
  package func deactivate() {
    unit.deactivate()
    runPendingWork()
  }

  /// Runs the worker's tasks, for hosts without a worker and for requests that did not fit into the worker's queue.
  private func runPendingWork() {
    if core.pointee.needsMainThreadRun { runMainThreadTasks() }
    if core.pointee.hasNewContents { refresh() }
    (core.pointee.needsMainThreadRun, core.pointee.hasNewContents) = (false, false)
    for work in [LV2Properties.Work.bank, .document] {
      let slot = work == .bank ? core.pointee.properties.bank : core.pointee.properties.document
      guard slot.isRequested else { continue }
      let bytes = UnsafeBufferPointer(start: slot.requested.bytes, count: slot.requested.count)
      load(work, path: String(decoding: bytes, as: UTF8.self))
      refresh()
    }
    core.pointee.properties.bank.isRequested = false
    core.pointee.properties.document.isRequested = false
  }

  /// Records for each port the value that corresponds to the present parameter value, so that only a different port
  /// value sets the parameter.
  ///
  /// - Thread: control; not while the plug-in runs
  package func recordPortValues() {
    for (index, parameter) in unit.descriptor.parameters.enumerated() {
      let value = LV2ControlPort.value(ofParameter: unit.value(ofParameter: index), isBypass: parameter.isBypass)
      lv2_store_number(lastPortValues + index, Float(value))
    }
  }

  /// Reports to the host, with the next cycle, that the window has changed what the unit plays: the host must save its
  /// project, show another bank, and read the names of keys and presets again.
  ///
  /// - Thread: control, any number of threads
  func reportNewContents() { lv2_store_number(contentsChange, 1) }

  /// Passes the unit's present latency and bank to the audio side, and requests that the host read the names of keys and
  /// presets again.
  ///
  /// - Thread: control; not while the plug-in runs
  package func refresh() {
    core.pointee.latency = Float(unit.latency)
    core.pointee.hasNewNames = true
    var bank = Array((unit.bankPath ?? "").utf8)
    let count = bank.count
    bank.append(0)
    core.pointee.properties.setCurrent(.bank, bank, count: count)
  }

  /// Loads a bank or a document; an empty path selects the built-in bank. Errors are written to the host's log.
  ///
  /// - Returns: whether the bank or document is now in use.
  @discardableResult package func load(_ work: LV2Properties.Work, path: String) -> Bool {
    defer { runMainThreadTasks() }
    do throws(PluginStateError) {
      switch work {
      case .mainThreadTasks, .state, .contents, .programs: break
      case .bank: try unit.loadBank(path: path.isEmpty ? nil : path)
      case .document: try unit.loadDocument(path: path)
      }
      return true
    } catch {
      log("\(error)")
      return false
    }
  }

  /// Runs the unit's main-thread tasks, and writes its messages to the host's log.
  package func runMainThreadTasks() {
    unit.runMainThreadTasks()
    logRemarks()
  }

  /// Writes the unit's messages to the host's log.
  func logRemarks() {
    for remark in unit.takeRemarks() { log(remark) }
  }

  /// Writes a line to the host's log, if it has one.
  package func log(_ line: String) {
    if let log = host.log { lv2_say(log, urids.error, "\(unit.descriptor.name): \(line)") }
  }
}
