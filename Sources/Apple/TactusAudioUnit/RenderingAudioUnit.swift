#if canImport(AudioToolbox)
  import AVFAudio
  import AudioToolbox
  import Foundation
  import TactusPlugin

  /// The rendering part of a plug-in's audio unit: its life cycle, its buses and its render block.
  ///
  ///     host ── allocate, blocks, reset ─► RenderingAudioUnit ──► PluginUnit
  ///     host's audio thread ─► render block ─► AudioUnitKernel ─► PluginCore
  ///
  /// - Thread: control (one at a time), as with every `AUAudioUnit`; the audio thread calls the render block
  public class RenderingAudioUnit: AUAudioUnit {
    /// Which of the Tactus audio units this is.
    public let component: AudioUnitComponent
    /// The plug-in that the unit makes available to the host.
    public let plugin: PluginUnit
    let memory: RenderMemory
    let reporter = ParameterReporter()
    let timer: MainThreadTimer
    private var outputs: AUAudioUnitBusArray?
    private var inputs: AUAudioUnitBusArray?
    /// The host's blocks for the audio thread; the last entry is the current one. Earlier entries may still be in use,
    /// and are freed when rendering has ended.
    private var blocks: [HostBlocks] = []
    /// The sample rate of the last activation.
    private(set) var sampleRate = 48_000.0

    /// Creates the unit for a description.
    ///
    /// - Throws: an `NSError` with a system status if there is no such unit.
    public override convenience init(
      componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
      try self.init(componentDescription, options, banks: StoredBanks())
    }

    /// Creates the unit for a description, with a source of sound banks.
    ///
    /// - Throws: an `NSError` with a system status if there is no such unit.
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
      timer = MainThreadTimer(plugin, memory, reporter)
      try super.init(componentDescription: componentDescription, options: options)
      guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
        throw Self.error(kAudioUnitErr_FormatNotSupported)
      }
      // hosts render a unit through its output, so MIDI processors have a silent one
      let bus = try AUAudioUnitBus(format: format)
      bus.maximumChannelCount = 2
      outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [bus])
      inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [])
    }

    static func error(_ status: OSStatus) -> NSError { NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }

    // MARK: Buses

    public override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
    public override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
    /// The channel capabilities: no input, stereo output.
    public override var channelCapabilities: [NSNumber]? { [0, 2] }
    /// Whether the unit can process in place; it has no input.
    public override var canProcessInPlace: Bool { false }

    /// Whether a format is supported: two non-interleaved channels of floats at 1 to 768 kHz.
    public override func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool {
      Self.isFit(format) && super.shouldChange(to: format, for: bus)
    }

    private static func isFit(_ format: AVAudioFormat) -> Bool {
      format.isStandard && format.channelCount == 2 && PluginUnit.sampleRates.contains(format.sampleRate)
    }

    // MARK: Life cycle

    /// Allocates the resources for the current sample rate of the output.
    ///
    /// - Throws: the error of the base class, or the status for an unsupported format. Nothing is allocated then.
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

    /// Ends rendering. The host accepts no events between cycles, so the notes that it has received end with the first
    /// cycle after the next allocation.
    public override func deallocateRenderResources() {
      if renderResourcesAllocated {
        timer.stop()
        memory.close()
        plugin.deactivate()
        blocks = []
      }
      super.deallocateRenderResources()
    }

    /// Silences everything at the start of the next cycle; also allowed during rendering.
    public override func reset() {
      memory.requestReset()
      super.reset()
    }

    // MARK: Settings of the host

    // Hosts should set their blocks before allocating; blocks that are set or changed later are used too.
    public override var midiOutputEventBlock: AUMIDIOutputEventBlock? { didSet { followBlocks() } }
    public override var midiOutputEventListBlock: AUMIDIEventListBlock? { didSet { followBlocks() } }
    public override var musicalContextBlock: AUHostMusicalContextBlock? { didSet { followBlocks() } }
    public override var transportStateBlock: AUHostTransportStateBlock? { didSet { followBlocks() } }

    public override var isRenderingOffline: Bool { didSet { followBlocks() } }

    private func followBlocks() {
      guard renderResourcesAllocated, !blocks.isEmpty else { return }
      memory.set(makeBlocks())
    }

    /// Captures the host's blocks, and keeps them until rendering ends. A timer performs the requests of the audio
    /// side. If the host renders offline, each cycle performs them before rendering instead, so that the result does
    /// not depend on the speed of rendering.
    private func makeBlocks() -> HostBlocks {
      let made = HostBlocks(self, timer: isRenderingOffline ? timer : nil)
      blocks.append(made)
      if isRenderingOffline { timer.stop() } else { timer.start() }
      return made
    }

    // MARK: Rendering

    /// The render block, which calls the kernel. It captures a pointer to the kernel and nothing else.
    public override var internalRenderBlock: AUInternalRenderBlock { Self.renderBlock(memory.kernel) }

    /// Creates the render block. The function is static and nonisolated, so that the block captures no instance and
    /// does not check actor isolation.
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

  /// A pointer for the audio thread.
  private struct KernelHandle: @unchecked Sendable {  // the kernel is used by one audio thread at a time
    let kernel: UnsafeMutablePointer<AudioUnitKernel>
  }
#endif
