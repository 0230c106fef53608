#if canImport(AVFAudio)
  import AVFAudio
  import TactusCoreAudio
  import TactusRealtime
  import TactusRender

  /// Owns the state of a node and everything that it points to.
  final class SourceNodeOwner: @unchecked Sendable {  // only the audio thread uses the state
    let state: UnsafeMutablePointer<SourceNodeState>
    let words = SharedWords(0, 0)
    private let content: AnyObject
    private let input: HostTimeInput
    private let output: HostTimeOutput?
    private let buffers: OutputBuffersMemory
    private let clock: CycleClockMemory

    init(
      _ source: NodeSource, keeping content: AnyObject, _ input: HostTimeInput, _ output: HostTimeOutput?,
      sampleRate: Int, channelCount: Int, maximumFrameCount: Int
    ) {
      (self.content, self.input, self.output) = (content, input, output)
      buffers = OutputBuffersMemory(channelCount: channelCount, maximumFrameCount: maximumFrameCount)
      clock = CycleClockMemory(sampleRate: sampleRate, timeBase: .machine)
      state = .allocate(capacity: 1)
      state.initialize(
        to: SourceNodeState(
          source: source, input: input.receiver, output: output?.sender, buffers: buffers.buffers,
          clock: clock.cycleClock, played: words[0], refused: words[1]))
    }

    deinit { state.deallocate() }

    /// Returns the block that the engine calls; it captures only an address.
    func renderBlock() -> AVAudioSourceNodeRenderBlock {
      let address = StateAddress(state: state)
      return { @Sendable isSilence, stamp, frames, list in
        let outcome = address.state.pointee.render(
          stamp: UnsafeRawPointer(stamp), frames: Int(frames), list: UnsafeMutableRawPointer(list))
        switch outcome {
        case .sound: return 0
        case .silence:
          isSilence.pointee = true
          return 0
        case .tooManyFrames: return kAudioUnitErr_TooManyFramesToProcess
        case .malformed: return kAudioUnitErr_InvalidParameter
        }
      }
    }
  }

  private struct StateAddress: @unchecked Sendable {  // only the audio thread uses the state
    let state: UnsafeMutablePointer<SourceNodeState>
  }

  /// A node that owns the memory of its render block, because an engine may keep a node after its creator is gone.
  final class OwningSourceNode: AVAudioSourceNode, @unchecked Sendable {  // the owner is kept, not used
    private let owner: AnyObject

    init(format: AVAudioFormat, owner: AnyObject, renderBlock: @escaping AVAudioSourceNodeRenderBlock) {
      self.owner = owner
      super.init(format: format, renderBlock: renderBlock)
    }
  }
#endif
