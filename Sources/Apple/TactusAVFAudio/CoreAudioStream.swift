#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import TactusCoreAudio
  import TactusDevices
  import TactusRender
  import TactusTime

  /// The stream of an `AVAudioEngine` to the default output of the system.
  ///
  ///     let session = DeviceSession(CoreAudioStream(options), capacity: 8_192, input: keys, output: notes)
  ///
  /// The engine stamps each cycle with the time at which it will be heard. When the output changes, for example because
  /// headphones are unplugged, the engine stops, and the stream ends.
  /// - Thread: control, one thread at a time; the engine's thread renders
  package final class CoreAudioStream: DeviceStream {
    package let driver = AudioDriver.coreAudio
    package let device: String? = nil
    package let sampleRate: Int
    package let period: Int
    package let watch = DeviceWatch()
    /// The engine. Tests post its notifications.
    package let engine = AVAudioEngine()
    /// Observes whether the audio output changes; nil while the stream is stopped.
    private var observer: (any NSObjectProtocol)?
    /// The node that the engine renders while the stream runs.
    package private(set) var node: AVAudioSourceNode?

    /// The greatest number of frames in a cycle of an engine.
    package static var mostFrames: Int { 8_192 }

    /// Opens the default output at its own sample rate, or at a requested one, to which the engine converts.
    package init(_ options: DeviceOptions) throws(DeviceError) {
      guard options.device == nil else { throw .unknownDevice(.coreAudio, name: options.device ?? "") }
      let own = engine.outputNode.outputFormat(forBus: 0).sampleRate
      sampleRate = options.sampleRate ?? (own >= 1_000 && own <= 768_000 ? Int(own.rounded()) : 48_000)
      period = options.clampedPeriod
    }

    deinit { stop() }

    /// The engine buffers a cycle.
    package var bufferFrames: Int { period }
    package var timeBase: HostTimeBase { .machine }
    package var soundDelay: Int { 0 }

    package func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
      guard let format = AVAudioFormat(standardFormatWithSampleRate: Double(sampleRate), channels: 2) else {
        throw .refused(.coreAudio, reason: "no stereo format at \(sampleRate) Hz")
      }
      let owner = CoreAudioOwner(renderer)
      let node = OwningSourceNode(format: format, owner: owner, renderBlock: owner.renderBlock())
      self.node = node
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: format)
      // the system calls this on a queue of its own, where the engine must not be used
      observer = NotificationCenter.default.addObserver(
        forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
      ) { [watch] _ in watch.end("the audio output has changed or has been disconnected") }
      do { try engine.start() } catch { throw .refused(.coreAudio, reason: "\(error)") }
    }

    package func stop() {
      if let observer { NotificationCenter.default.removeObserver(observer) }
      observer = nil
      engine.stop()
      guard let node else { return }
      engine.detach(node)
      self.node = nil
    }
  }

  /// Owns what the block of a ``CoreAudioStream`` uses.
  final class CoreAudioOwner: @unchecked Sendable {  // only the audio thread uses the state
    private let buffers = OutputBuffersMemory(channelCount: 2, maximumFrameCount: CoreAudioStream.mostFrames)
    private let state: UnsafeMutablePointer<CoreAudioState>

    init(_ renderer: UnsafeMutablePointer<DeviceRenderer>) {
      state = .allocate(capacity: 1)
      state.initialize(to: CoreAudioState(renderer: renderer, buffers: buffers.buffers))
    }

    deinit { state.deallocate() }

    /// Returns the block that the engine calls; it captures only an address.
    func renderBlock() -> AVAudioSourceNodeRenderBlock {
      let address = CoreAudioStateAddress(state: state)
      return { @Sendable isSilence, stamp, frames, list in
        address.state.pointee.render(
          stamp: UnsafeRawPointer(stamp), frames: Int(frames), list: UnsafeMutableRawPointer(list))
          ? 0 : kAudioUnitErr_TooManyFramesToProcess
      }
    }
  }

  private struct CoreAudioStateAddress: @unchecked Sendable {  // only the audio thread uses the state
    let state: UnsafeMutablePointer<CoreAudioState>
  }
#endif
