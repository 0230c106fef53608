import CTactusShims
import CVST3
import PluginHosting

/// A plug-in in a host, with the events that it has sent and its audio.
package final class HostedVST3 {
  package let component: UnsafeMutablePointer<IComponent>
  package let processor: UnsafeMutablePointer<IAudioProcessor>
  package let controller: UnsafeMutablePointer<IEditController>
  package let midiMapping: UnsafeMutablePointer<IMidiMapping>
  let handler = HostHandler()
  private let input = HostEvents()
  private let output = HostEvents()
  private let changes = HostChanges()
  private let reports = HostChanges()
  private let samples: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let buses: UnsafeMutablePointer<AudioBusBuffers>
  package static var mostFrames: Int { 16_384 }
  package private(set) var rate = 48_000.0
  package private(set) var isActive = false
  /// Frames so far.
  package private(set) var frame = 0
  /// One of this many events is refused; 0 for none.
  package var refusesOneOf = 0
  /// How the next blocks are passed to the plug-in.
  package var shape = BlockShape()
  package var heard: [VST3Heard] = []
  /// The last value of each parameter that the plug-in has reported.
  package var reported: [UInt32: Double] = [:]
  /// The left and the right channel, if they are kept.
  package var sound: [Float] = []
  package var keepsSound = false
  /// Whether the next blocks are rendered offline.
  package var isOffline = false
  package private(set) var result: tresult = 0
  /// The number of samples that are NaN, not silent where they should be, or written outside the plug-in's buffers.
  package private(set) var badSamples = 0

  /// The parts of a block that a host omits.
  package struct BlockShape {
    package var channels = 2
    package var buses = 1
    package var hasSamples = true
    package var hasEvents = true
    package var hasChanges = true
    package var hasSinks = true
    package var sampleSize = kSample32
    package init() {}
  }

  package init?(_ library: VST3Library, _ name: String) {
    guard let object = library.create(name, IComponent_iid) else { return nil }
    component = object.assumingMemoryBound(to: IComponent.self)
    let table = component.pointee.vtbl.pointee
    func find<ID>(_ id: ID) -> UnsafeMutableRawPointer? {
      var found: UnsafeMutableRawPointer?
      guard withIdentifier(id, { table.queryInterface(object, $0, &found) }) == tresult(kResultOk) else { return nil }
      return found
    }
    guard table.initialize(object, nil) == tresult(kResultOk), let processor = find(IAudioProcessor_iid),
      let controller = find(IEditController_iid), let mapping = find(IMidiMapping_iid)
    else { return nil }
    self.processor = processor.assumingMemoryBound(to: IAudioProcessor.self)
    self.controller = controller.assumingMemoryBound(to: IEditController.self)
    midiMapping = mapping.assumingMemoryBound(to: IMidiMapping.self)
    samples = .allocate(capacity: 4 * Self.mostFrames)
    samples.initialize(repeating: 0, count: 4 * Self.mostFrames)
    channels = .allocate(capacity: 4)
    buses = .allocate(capacity: 2)
    for channel in 0..<4 { (channels + channel).initialize(to: samples + channel * Self.mostFrames) }
    _ = self.controller.pointee.vtbl.pointee.setComponentHandler(controller, handler.handler)
  }

  deinit {
    _ = component.pointee.vtbl.pointee.terminate(component)
    _ = midiMapping.pointee.vtbl.pointee.release(midiMapping)
    _ = controller.pointee.vtbl.pointee.release(controller)
    _ = processor.pointee.vtbl.pointee.release(processor)
    _ = component.pointee.vtbl.pointee.release(component)
    samples.deallocate()
    channels.deallocate()
    buses.deallocate()
  }

  /// Returns an interface; nil if the plug-in does not have it. The reference belongs to the caller.
  func find<ID, Interface>(_ id: ID, _ interface: Interface.Type) -> UnsafeMutablePointer<Interface>? {
    var found: UnsafeMutableRawPointer?
    _ = withIdentifier(id) { component.pointee.vtbl.pointee.queryInterface(component, $0, &found) }
    return found?.assumingMemoryBound(to: Interface.self)
  }

  /// Whether the host implements `IComponentHandler2`, through which plug-ins mark the project as changed.
  package var supportsDirtyFlag: Bool {
    get { handler.hasSecond }
    set { handler.hasSecond = newValue }
  }
  /// Whether the host implements `IUnitHandler`, through which plug-ins report changes of program lists.
  package var supportsUnits: Bool {
    get { handler.hasUnits }
    set { handler.hasUnits = newValue }
  }
  /// How often the plug-in has reported that the programs or the names of their keys have changed.
  package var newProgramLists: Int { handler.object.pointee.newProgramLists }
  /// How often the plug-in has marked the project as changed.
  package var dirtyMarks: Int { handler.object.pointee.dirtyMarks }
  /// The number of references to the host's handler.
  package var handlerReferences: Int { handler.object.pointee.references }

  // MARK: Life

  @discardableResult package func activate(_ rate: Double = 48_000, most: Int = HostedVST3.mostFrames) -> Bool {
    var setup = ProcessSetup(
      processMode: Int32(kRealtime), symbolicSampleSize: Int32(kSample32), maxSamplesPerBlock: Int32(most),
      sampleRate: rate)
    let table = processor.pointee.vtbl.pointee
    guard table.setupProcessing(processor, &setup) == tresult(kResultOk),
      component.pointee.vtbl.pointee.setActive(component, 1) == tresult(kResultOk),
      table.setProcessing(processor, 1) == tresult(kResultOk)
    else { return false }
    (self.rate, isActive) = (rate, true)
    return true
  }

  package func deactivate() {
    _ = processor.pointee.vtbl.pointee.setProcessing(processor, 0)
    _ = component.pointee.vtbl.pointee.setActive(component, 0)
    isActive = false
  }

  package func reset() {
    _ = processor.pointee.vtbl.pointee.setProcessing(processor, 0)
    _ = processor.pointee.vtbl.pointee.setProcessing(processor, 1)
  }

  // MARK: Blocks

  /// One block, on the thread that calls.
  package func process(
    _ frames: Int, _ transport: HostTransport?, _ events: [(offset: Int, event: VST3HostEvent)] = []
  ) {
    fill(events, frames)
    for channel in 0..<4 { (samples + channel * Self.mostFrames).update(repeating: .infinity, count: frames + 1) }
    for bus in 0..<2 {
      (buses + bus).initialize(to: AudioBusBuffers())
      buses[bus].numChannels = Int32(bus == 0 ? shape.channels : 1)
      buses[bus].channelBuffers32 = !shape.hasSamples ? nil : bus == 0 ? channels : channels + 3
    }
    var context = (transport ?? HostTransport()).context(rate: rate, frame: frame)
    withUnsafeMutablePointer(to: &context) { context in
      var data = ProcessData()
      data.processMode = Int32(isOffline ? kOffline : kRealtime)
      data.symbolicSampleSize = Int32(shape.sampleSize)
      (data.numSamples, data.numOutputs) = (Int32(frames), Int32(shape.buses))
      data.outputs = shape.buses > 0 ? buses : nil
      if shape.hasChanges { data.inputParameterChanges = changes.changes }
      if shape.hasEvents { data.inputEvents = input.list }
      if shape.hasSinks { (data.outputParameterChanges, data.outputEvents) = (reports.changes, output.list) }
      if transport != nil { data.processContext = context }
      ctactus_realtime_enter()
      result = processor.pointee.vtbl.pointee.process(processor, &data)
      ctactus_realtime_exit()
    }
    take(frames)
    frame += frames
  }

  /// One block into these buses, without a transport.
  func processBlock(
    _ frames: Int, _ events: [(offset: Int, event: VST3HostEvent)], outputs: UnsafeMutablePointer<AudioBusBuffers>,
    _ count: Int32
  ) {
    fill(events, frames)
    var data = ProcessData()
    (data.symbolicSampleSize, data.numSamples, data.numOutputs) = (Int32(kSample32), Int32(frames), count)
    (data.outputs, data.inputParameterChanges, data.inputEvents) = (outputs, changes.changes, input.list)
    (data.outputParameterChanges, data.outputEvents) = (reports.changes, output.list)
    ctactus_realtime_enter()
    result = processor.pointee.vtbl.pointee.process(processor, &data)
    ctactus_realtime_exit()
    heard += output.events.map { VST3Heard($0, from: frame) }
    frame += frames
  }

  private func fill(_ events: [(offset: Int, event: VST3HostEvent)], _ frames: Int) {
    input.removeAll()
    changes.begin(frames: frames)
    reports.begin(frames: frames, isRefusing: refusesOneOf == 1)
    output.begin(frames: frames, refusesOneOf: refusesOneOf)
    for (offset, event) in events {
      switch event {
      case .parameter(let id, let value): changes.add(id, value, at: offset)
      case .controller(let number, let channel, let value):
        if let id = assignment(number, channel) { changes.add(id, value, at: offset) }
      default: input.add(event, at: offset)
      }
    }
  }

  /// The parameter of a controller.
  package func assignment(_ number: Int, _ channel: Int) -> UInt32? {
    var id: UInt32 = 0
    let result = midiMapping.pointee.vtbl.pointee.getMidiControllerAssignment(
      midiMapping, 0, Int16(truncatingIfNeeded: channel), Int16(truncatingIfNeeded: number), &id)
    return result == tresult(kResultOk) ? id : nil
  }

  private func take(_ frames: Int) {
    heard += output.events.map { VST3Heard($0, from: frame) }
    reported.merge(reports.values) { $1 }
    guard result == 0, shape.buses > 0, shape.hasSamples else { return }
    for channel in 0..<4 {
      let samples = samples + channel * Self.mostFrames
      // the second bus has one channel, which the plug-in does not have
      let isWritten = channel < shape.channels || channel == 3 && shape.buses > 1
      for frame in 0..<frames where samples[frame].isFinite != isWritten { badSamples += 1 }
      if samples[frames].isFinite { badSamples += 1 }
      let isSilent = channel < shape.channels && buses[0].silenceFlags >> UInt64(channel) & 1 == 1
      for frame in 0..<frames where isSilent && samples[frame] != 0 { badSamples += 1 }
    }
    guard keepsSound, shape.channels == 2 else { return }
    for frame in 0..<frames { sound += [samples[frame], samples[frame + Self.mostFrames]] }
  }

  /// The plug-in's violations of the rules, if any.
  package var offences: [String] {
    let taken = output.object.pointee
    return [
      ("events out of order", taken.unordered), ("events beyond the block", taken.beyond),
      ("malformed events", taken.malformed), ("samples that must not be", badSamples),
      ("odd requests to restart", handler.object.pointee.others),
      ("notices of units or lists that there are not", handler.object.pointee.oddNotices),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
  }

  package var refused: Int { output.object.pointee.refused }
}
