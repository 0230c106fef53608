import CCLAP
import TactusPlugin
import TactusRealtime

// The audio output, to the host's channels or to scratch buffers.

extension AudioSide {
  /// Finds the host's channels, and uses scratch buffers for missing ones.
  ///
  /// - Returns: the number of frames to render: those of the call, but if channels are missing, at most the maximum
  ///   that the host has promised.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func chooseChannels(_ call: UnsafePointer<clap_process>) -> Int {
    var frames = Int(call.pointee.frames_count)
    let room = spare.count / 2
    guard channelCount > 0, let spare = spare.baseAddress else { return frames }
    for channel in 0..<2 {
      if let samples = Self.channel(channel, ofPort: 0, call) {
        channels[channel] = samples
      } else {
        channels[channel] = spare + channel &* room
        frames = frames < room ? frames : room
      }
    }
    if channelCount > 2 { connectOutputs(call) }
    return frames
  }

  /// Finds the channels of the outputs after the main one. Nothing is rendered to those that the host does not provide:
  /// their sound goes to the main output.
  private mutating func connectOutputs(_ call: UnsafePointer<clap_process>) {
    connected = 1
    for output in 1..<channelCount / 2 {
      let (left, right) = (Self.channel(0, ofPort: output, call), Self.channel(1, ofPort: output, call))
      if left != nil, right != nil { connected |= 1 &<< UInt32(output) }
      channels[2 &* output] = left ?? channels[0]
      channels[2 &* output &+ 1] = right ?? channels[1]
    }
    core.pointee.connect(outputs: connected)
  }

  /// Renders, and sets the constant mask for silent channels. Channels of the host that are not rendered are silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func render(_ call: UnsafePointer<clap_process>, _ frames: Int) {
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: frames))
    guard channelCount > 0, let outputs = call.pointee.audio_outputs else { return }
    let total = Int(call.pointee.frames_count)
    for port in 0..<Int(call.pointee.audio_outputs_count) {
      let count = Int(outputs[port].channel_count)
      let isRendered = port < channelCount / 2 && connected & 1 &<< UInt32(truncatingIfNeeded: port) != 0
      for channel in 0..<count {
        guard let samples = Self.channel(channel, ofPort: port, call) else { continue }
        var frame = isRendered && channel < 2 ? frames : 0
        while frame < total {
          samples[frame] = 0
          frame &+= 1
        }
      }
      let all: UInt64 = count < 64 ? 1 &<< UInt64(count) &- 1 : .max
      outputs[port].constant_mask = core.pointee.isSilent || !isRendered ? all : 0
    }
  }

  /// Returns a channel of an output, if the host provides it.
  private static func channel(
    _ index: Int, ofPort port: Int, _ call: UnsafePointer<clap_process>
  ) -> UnsafeMutablePointer<Float>? {
    guard port < Int(call.pointee.audio_outputs_count), let outputs = call.pointee.audio_outputs,
      index < Int(outputs[port].channel_count), let samples = outputs[port].data32
    else { return nil }
    return samples[index]
  }
}
