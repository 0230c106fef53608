#if canImport(AudioToolbox)
  import CTactusHostCalls
  import TactusMIDI
  import TactusPlugin
  import TactusRealtime

  /// The memory of an audio unit's audio side; it lives as long as the unit.
  ///
  /// - Thread: control; the kernel points to memory of the audio thread
  final class RenderMemory {
    /// The audio side.
    let kernel: UnsafeMutablePointer<AudioUnitKernel>
    private let words = SharedWords(0, 0, 0, 0)
    private let moved = RingQueue<Int>(capacity: 1_024)
    private let addresses: ParameterAddresses
    private let ramps: UnsafeMutablePointer<ParameterRamps.Ramp>
    private let sending: OutputSender.Memory
    private var channels: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>?

    /// The maximum size of a packet list in bytes, and the maximum number of bytes of messages sent together.
    private static let (listCapacity, byteCapacity) = (65_536, 65_536)

    init(_ unit: PluginUnit, cables: UInt8) {
      let parameters = unit.descriptor.parameters
      addresses = ParameterAddresses(of: unit.descriptor)
      ramps = .allocate(capacity: max(1, parameters.count))
      ramps.initialize(repeating: ParameterRamps.Ramp(), count: parameters.count)
      let channels = UnsafeMutablePointer<MIDI2Translator.Channel>.allocate(capacity: MIDI2Translator.channelCount)
      channels.initialize(repeating: MIDI2Translator.Channel(), count: MIDI2Translator.channelCount)
      sending = OutputSender.Memory(
        bytes: .allocate(capacity: Self.byteCapacity), byteCapacity: Self.byteCapacity,
        list: .allocate(byteCount: Self.listCapacity, alignment: 8), listCapacity: Self.listCapacity,
        channels: channels)
      kernel = .allocate(capacity: 1)
      kernel.initialize(
        to: AudioUnitKernel(
          AudioUnitKernel.Memory(
            core: unit.core, layout: .system, cables: cables,
            addresses: addresses,
            ramps: ParameterRamps(ramps, count: parameters.count),
            sender: OutputSender(sending, .system, cables: cables),
            signals: AudioUnitKernel.Signals(
              isReady: words[0], wantsReset: words[1], needsMainThreadRun: words[2], calls: words[3],
              moved: moved.producer))))
    }

    deinit {
      freeChannels()
      kernel.deallocate()
      addresses.deallocate()
      ramps.deallocate()
      sending.bytes.deallocate()
      sending.list.deallocate()
      sending.channels.deallocate()
    }

    // MARK: Allocation

    /// Allocates buffers for cycles of a maximum length, and lets the audio side start. No thread may be rendering.
    func open(channelCount: Int, mostFrames: Int, _ blocks: HostBlocks) {
      freeChannels()
      let room = UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount + 1)
      for index in room.indices {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, mostFrames))
        samples.initialize(repeating: 0, count: max(1, mostFrames))
        room.initializeElement(at: index, to: samples)
      }
      channels = room
      kernel.pointee.channels = room.baseAddress.map { UnsafePointer($0) }
      (kernel.pointee.channelCount, kernel.pointee.mostFrames) = (channelCount, mostFrames)
      kernel.pointee.begin()
      set(blocks)
      words[0].pointee.store(1, ordering: .releasing)
    }

    /// Sets the host's blocks, which the audio side calls from its next cycle onwards. The previous blocks must stay
    /// alive until the cycle in progress has ended.
    func set(_ blocks: HostBlocks) {
      words[3].pointee.store(Int(bitPattern: blocks.calls), ordering: .releasing)
    }

    /// Ends rendering. No thread may be rendering.
    func close() {
      words[0].pointee.store(0, ordering: .releasing)
      words[3].pointee.store(0, ordering: .releasing)
      kernel.pointee.channels = nil
      freeChannels()
    }

    private func freeChannels() {
      channels?.forEach { $0.deallocate() }
      channels?.deallocate()
      channels = nil
    }

    // MARK: Communication between the threads

    /// Silences the audio side before its next cycle.
    func requestReset() { words[1].pointee.store(1, ordering: .releasing) }

    /// Returns whether the audio side has requested work since the last call.
    func takeMainThreadRequest() -> Bool { words[2].pointee.exchange(0, ordering: .acquiring) != 0 }

    /// Returns the index of the next parameter that the plug-in has moved; one thread at a time.
    func nextMoved() -> Int? { moved.consumer.pop() }
  }
#endif
