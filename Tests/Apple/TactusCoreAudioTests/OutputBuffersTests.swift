#if !canImport(Darwin)
  import AudioToolbox
  import TactusCoreAudio
  import TactusRealtime
  import Testing

  /// The system's buffers, as they arrive and as they must be returned.
  @Suite struct StandInBuffersTests {

    private func fill(_ block: AudioBlock) {
      for channel in 0..<block.channelCount {
        for frame in 0..<block.frameCount { block[channel][frame] = Float(100 * channel + frame) }
      }
    }

    @Test("Wherever the memory is, each channel gets its samples", arguments: [1, 2, 3], 0..<8)
    func places(channels: Int, kind: Int) {
      var manners = StandInHost.Manners()
      (manners.givesNoMemory, manners.givesNoByteSizes) = (kind & 1 != 0, kind & 2 != 0)
      manners.interleaves = kind & 4 != 0
      let memory = OutputBuffersMemory(channelCount: 2, maximumFrameCount: 64)
      let system = StandInBuffers(channels: channels, frames: 20, manners)
      let isRefused = manners.givesNoMemory && channels == 3
      switch memory.buffers.prepare(system.list, frames: 20) {
      case .ready(let block):
        #expect(!isRefused)
        #expect(block.channelCount == min(2, channels) && block.frameCount == 20)
        fill(block)
        #expect(!memory.buffers.finish(system.list, frames: 20))
        let expected = (0..<channels).map { (channel: Int) -> [Float] in
          (0..<20).map { (frame: Int) -> Float in channel == 2 ? 0 : Float(100 * channel + frame) }
        }
        #expect(system.sound() == expected)
        #expect(system.problem == nil)
      case .malformed: #expect(isRefused)
      case .tooManyFrames: Issue.record("20 of 64 frames are not too many")
      }
    }

    @Test("Too many frames, and too small a buffer, are refused; silence is seen") func refusals() {
      let memory = OutputBuffersMemory(channelCount: 2, maximumFrameCount: 64)
      let system = StandInBuffers(channels: 2, frames: 65)
      if case .tooManyFrames = memory.buffers.prepare(system.list, frames: 65) {} else { Issue.record("65 frames") }
      let small = StandInBuffers(channels: 2, frames: 10)
      if case .malformed = memory.buffers.prepare(small.list, frames: 11) {} else { Issue.record("11 frames in 10") }
      OutputBuffers.silence(small.list, frames: 64)
      #expect(small.sound() == [[Float]](repeating: [Float](repeating: 0, count: 10), count: 2))
      #expect(small.problem == nil)
      guard case .ready(let block) = memory.buffers.prepare(small.list, frames: 10) else { return }
      block[0].update(repeating: 0, count: 10)
      block[1].update(repeating: 0, count: 10)
      #expect(memory.buffers.finish(small.list, frames: 10))
      block[1][9] = 1e-30
      #expect(!memory.buffers.finish(small.list, frames: 10))
    }
  }
#endif
