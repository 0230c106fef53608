// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

/// A preset: factory presets have numbers from 0 upwards, user presets negative ones.
open class AUAudioUnitPreset: NSObject {
  open var number = 0
  open var name = ""
}

/// The base class of units, with those parts of the original's behavior that subclasses rely on.
open class AUAudioUnit: NSObject {
  public let componentDescription: AudioComponentDescription
  let events = ScheduledEvents()
  private var observers: [(token: Int, observer: AURenderObserver)] = []
  private var nextToken = 1
  private var userPresetStates: [Int: [String: Any]] = [:]

  public init(
    componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) throws {
    self.componentDescription = componentDescription
    super.init()
  }

  /// Registers a class in this process. The stand-in ignores it.
  open class func registerSubclass(
    _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
  ) {}

  // MARK: To be overridden

  open var inputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(audioUnit: self, busType: .input) }
  open var outputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(audioUnit: self, busType: .output) }
  open var internalRenderBlock: AUInternalRenderBlock { { _, _, _, _, _, _, _ in kAudioUnitErr_Uninitialized } }
  open var midiOutputNames: [String] { [] }
  /// 0, which means MIDI 1.0 bytes, unless a subclass requests packets.
  open var audioUnitMIDIProtocol: MIDIProtocolID { MIDIProtocolID(rawValue: 0) ?? ._1_0 }
  open var virtualMIDICableCount: Int { 0 }
  open var supportsMPE: Bool { false }
  open var latency: TimeInterval { 0 }
  open var tailTime: TimeInterval { 0 }
  open var channelCapabilities: [NSNumber]? { nil }
  open var parameterTree: AUParameterTree?
  open var factoryPresets: [AUAudioUnitPreset]? { nil }
  open var currentPreset: AUAudioUnitPreset?
  open var supportsUserPresets: Bool { false }
  open var shouldBypassEffect = false
  open var canProcessInPlace: Bool { false }
  open var isMusicDeviceOrEffect: Bool {
    [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect].contains(componentDescription.componentType)
  }

  open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { true }

  /// Subclasses call it first. It opens the gate for events.
  open func allocateRenderResources() throws { setRenderResourcesAllocated(true) }
  open func deallocateRenderResources() {
    setRenderResourcesAllocated(false)
    events.removeAll()
  }
  open func reset() { events.removeAll() }

  open var audioUnitName: String? { nil }
  open var manufacturerName: String? { nil }
  open var componentVersion: UInt32 { 0 }
  open func parametersForOverview(withCount count: Int) -> [NSNumber] { [] }

  // MARK: Set by hosts

  open var midiOutputEventBlock: AUMIDIOutputEventBlock?
  open var midiOutputEventListBlock: AUMIDIEventListBlock?
  open var hostMIDIProtocol: MIDIProtocolID = ._1_0
  open var midiOutputBufferSizeHint = 0
  open var musicalContextBlock: AUHostMusicalContextBlock?
  open var transportStateBlock: AUHostTransportStateBlock?
  open var maximumFramesToRender: AUAudioFrameCount = 512
  open var isRenderingOffline = false
  open var contextName: String?
  public private(set) var renderResourcesAllocated = false
  public func setRenderResourcesAllocated(_ flag: Bool) { renderResourcesAllocated = flag }

  // MARK: State

  /// The parameter values; subclasses add their own state.
  open var fullState: [String: Any]? {
    get {
      var state: [String: Any] = [
        "type": Int(componentDescription.componentType), "subtype": Int(componentDescription.componentSubType),
        "manufacturer": Int(componentDescription.componentManufacturer), "version": 0,
      ]
      let values = (parameterTree?.allParameters ?? []).map { (String($0.address), $0.value) }
      state["data"] = Dictionary(uniqueKeysWithValues: values)
      return state
    }
    set {
      guard let values = newValue?["data"] as? [String: AUValue] else { return }
      for parameter in parameterTree?.allParameters ?? [] {
        if let value = values[String(parameter.address)] { parameter.value = value }
      }
    }
  }
  open var fullStateForDocument: [String: Any]? {
    get { fullState }
    set { fullState = newValue }
  }

  open var userPresets: [AUAudioUnitPreset] {
    userPresetStates.keys.sorted().map { number in
      let preset = AUAudioUnitPreset()
      preset.number = number
      preset.name = userPresetStates[number]?["name"] as? String ?? ""
      return preset
    }
  }

  open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws {
    guard supportsUserPresets, userPreset.number < 0 else { throw StandInError(kAudioUnitErr_InvalidParameter) }
    var state = fullState ?? [:]
    state["name"] = userPreset.name
    userPresetStates[userPreset.number] = state
  }

  open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
    guard let state = userPresetStates[userPreset.number] else { throw StandInError(kAudioUnitErr_InvalidParameter) }
    return state
  }

  // MARK: Rendering

  public func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
    defer { nextToken += 1 }
    observers.append((nextToken, observer))
    return nextToken
  }

  public func removeRenderObserver(_ token: Int) { observers.removeAll { $0.token == token } }

  /// The block that hosts call: it calls the observers before and after, and in between the subclass's block with the
  /// events that are due.
  public var renderBlock: AURenderBlock {
    let inner = internalRenderBlock
    return { [unowned self] flags, stamp, frames, bus, output, pull in
      guard renderResourcesAllocated else { return kAudioUnitErr_Uninitialized }
      for (_, observer) in observers { observer(.unitRenderAction_PreRender, stamp, frames, bus) }
      let first = AUEventSampleTime(stamp.pointee.mSampleTime.rounded(.down))
      let status = events.withList(from: first, count: Int64(frames), for: audioUnitMIDIProtocol) { head in
        inner(flags, stamp, frames, bus, output, head, pull)
      }
      for (_, observer) in observers { observer(.unitRenderAction_PostRender, stamp, frames, bus) }
      return status
    }
  }

  public var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? {
    guard acceptsMIDI else { return nil }
    let events = events
    return { time, cable, length, bytes in
      events.add(.bytes(cable, Array(UnsafeBufferPointer(start: bytes, count: max(0, length)))), at: time)
    }
  }

  public var scheduleMIDIEventListBlock: AUMIDIEventListBlock? {
    guard acceptsMIDI else { return nil }
    let events = events
    return { time, cable, list in
      events.add(
        .list(cable, Array(UnsafeRawBufferPointer(start: list, count: standin_event_list_size(list)))), at: time)
      return noErr
    }
  }

  public var scheduleParameterBlock: AUScheduleParameterBlock {
    let events = events
    return { time, ramp, address, value in events.add(.parameter(ramp, address, value), at: time) }
  }

  private var acceptsMIDI: Bool {
    isMusicDeviceOrEffect || componentDescription.componentType == kAudioUnitType_MIDIProcessor
  }
}
