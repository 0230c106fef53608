#if canImport(AudioToolbox)
  import AVFAudio
  import AudioToolbox
  import Foundation
  import TactusPlugin

  /// A plug-in as an audio unit, as far as rendering goes: its life, its buses, its render block.
  ///
  ///     host ── allocate, blocks, reset ─► RenderingAudioUnit ──► PluginUnit
  ///     host's audio thread ─► render block ─► AudioUnitKernel ─► PluginCore
  ///
  /// - Thread: control (one at a time), as with every `AUAudioUnit`; the render block is the audio thread's
  public class RenderingAudioUnit: AUAudioUnit {
    /// Which one it is.
    public let component: AudioUnitComponent
    /// What it is made of.
    public let plugin: PluginUnit
    let memory: RenderMemory
    let reporter = ParameterReporter()
    let attendant: Attendant
    private var outputs: AUAudioUnitBusArray?
    private var inputs: AUAudioUnitBusArray?
    /// What the audio thread calls, the last of them; former ones may be in a call still, and go when rendering has ended.
    private var blocks: [HostBlocks] = []
    /// The rate of the last activation.
    private(set) var sampleRate = 48_000.0

    /// The unit that a description names.
    ///
    /// - Throws: an `NSError` of the system's statuses if there is none.
    public override convenience init(
      componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
      try self.init(componentDescription, options, banks: StoredBanks())
    }

    /// The unit that a description names, with sound banks from somewhere.
    ///
    /// - Throws: an `NSError` of the system's statuses if there is none.
    package init(
      _ componentDescription: AudioComponentDescription, _ options: AudioComponentInstantiationOptions,
      banks: any PluginBanks
    ) throws {
      guard let component = AudioUnitComponent(componentDescription) else {
        throw Self.error(kAudioUnitErr_FailedInitialization)
      }
      self.component = component
      plugin = PluginUnit(component.plugin, banks: banks)
      memory = RenderMemory(plugin, cables: 1)
      attendant = Attendant(plugin, memory, reporter)
      try super.init(componentDescription: componentDescription, options: options)
      guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
        throw Self.error(kAudioUnitErr_FormatNotSupported)
      }
      // hosts render a unit by its output: MIDI processors have one too, which is silent
      let bus = try AUAudioUnitBus(format: format)
      bus.maximumChannelCount = 2
      outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [bus])
      inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [])
    }

    static func error(_ status: OSStatus) -> NSError { NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }

    // MARK: Buses

    public override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
    public override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
    /// Nothing in, stereo out.
    public override var channelCapabilities: [NSNumber]? { [0, 2] }
    /// There is nothing to process.
    public override var canProcessInPlace: Bool { false }

    /// Two channels of floats, each by itself, at 8 to 768 kHz.
    public override func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool {
      Self.isFit(format) && super.shouldChange(to: format, for: bus)
    }

    private static func isFit(_ format: AVAudioFormat) -> Bool {
      format.isStandard && format.channelCount == 2 && (8_000...768_000).contains(format.sampleRate)
    }

    // MARK: Life

    /// Makes ready at the rate that the output has now.
    ///
    /// - Throws: what the base class throws, or the status of a format that does not fit; then nothing is allocated.
    public override func allocateRenderResources() throws {
      try super.allocateRenderResources()
      let format = outputBusses[0].format
      guard Self.isFit(format) else {
        setRenderResourcesAllocated(false)
        throw Self.error(kAudioUnitErr_FormatNotSupported)
      }
      sampleRate = format.sampleRate
      let mostFrames = Int(min(maximumFramesToRender, 1 << 20))
      plugin.activate(sampleRate: sampleRate, maximumFrameCount: mostFrames)
      memory.open(channelCount: plugin.descriptor.audioOutputs, mostFrames: mostFrames, makeBlocks())
    }

    /// Ends rendering. The host takes no events between cycles: notes that it has been sent end with the first cycle after
    /// the next allocation.
    public override func deallocateRenderResources() {
      if renderResourcesAllocated {
        attendant.stop()
        memory.close()
        plugin.deactivate()
        blocks = []
      }
      super.deallocateRenderResources()
    }

    /// Silences everything from the next cycle on, also while there is rendering.
    public override func reset() {
      memory.requestReset()
      super.reset()
    }

    // MARK: What the host sets

    // A good host sets its blocks before it allocates; one that is late, or changes its mind, is followed too.
    public override var midiOutputEventBlock: AUMIDIOutputEventBlock? { didSet { followBlocks() } }
    public override var midiOutputEventListBlock: AUMIDIEventListBlock? { didSet { followBlocks() } }
    public override var musicalContextBlock: AUHostMusicalContextBlock? { didSet { followBlocks() } }
    public override var transportStateBlock: AUHostTransportStateBlock? { didSet { followBlocks() } }

    public override var isRenderingOffline: Bool { didSet { followBlocks() } }

    private func followBlocks() {
      guard renderResourcesAllocated, !blocks.isEmpty else { return }
      memory.set(makeBlocks())
    }

    /// What the host has set, kept to the end of rendering. What the audio side asks for is done by a timer, or, where the
    /// host renders offline, before each cycle: then it does not depend on how fast that goes.
    private func makeBlocks() -> HostBlocks {
      let made = HostBlocks(self, attendant: isRenderingOffline ? attendant : nil)
      blocks.append(made)
      if isRenderingOffline { attendant.stop() } else { attendant.start() }
      return made
    }

    // MARK: Rendering

    /// Calls the kernel; it has a pointer to it, and nothing else.
    public override var internalRenderBlock: AUInternalRenderBlock { Self.renderBlock(memory.kernel) }

    /// Made without an instance and outside of every actor, so that nothing is captured or checked by the way.
    private nonisolated static func renderBlock(
      _ kernel: UnsafeMutablePointer<AudioUnitKernel>
    ) -> AUInternalRenderBlock {
      let handle = KernelHandle(kernel: kernel)
      return { @Sendable flags, stamp, frames, _, output, events, _ in
        let answer = handle.kernel.pointee.render(
          RenderCall(
            sampleTime: stamp.pointee.mSampleTime, hasTime: stamp.pointee.mFlags.contains(.sampleTimeValid),
            frameCount: Int(frames), output: UnsafeMutableRawPointer(output), events: UnsafeRawPointer(events)))
        if answer.isSilent {
          flags.pointee.insert(.unitRenderAction_OutputIsSilence)
        } else {
          flags.pointee.remove(.unitRenderAction_OutputIsSilence)
        }
        return answer.status
      }
    }
  }

  /// A pointer that goes to the audio thread.
  private struct KernelHandle: @unchecked Sendable {  // the kernel is used by one audio thread at a time
    let kernel: UnsafeMutablePointer<AudioUnitKernel>
  }
#endif
