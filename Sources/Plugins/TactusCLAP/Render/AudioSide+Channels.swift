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
  func chooseChannels(_ call: UnsafePointer<clap_process>) -> Int {
    var frames = Int(call.pointee.frames_count)
    let room = spare.count / 2
    guard channelCount > 0, let spare = spare.baseAddress else { return frames }
    for channel in 0..<channelCount {
      if let samples = Self.channel(channel, of: call) {
        channels[channel] = samples
      } else {
        channels[channel] = spare + channel &* room
        frames = frames < room ? frames : room
      }
    }
    return frames
  }

  /// Renders, and sets the constant mask for silent channels.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func render(_ call: UnsafePointer<clap_process>, _ frames: Int) {
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: frames))
    guard channelCount > 0, call.pointee.audio_outputs_count > 0, let output = call.pointee.audio_outputs else {
      return
    }
    let total = Int(call.pointee.frames_count)
    for channel in 0..<Int(output.pointee.channel_count) {
      guard let samples = Self.channel(channel, of: call) else { break }
      var frame = channel < channelCount ? frames : 0
      while frame < total {
        samples[frame] = 0
        frame &+= 1
      }
    }
    let all: UInt64 = output.pointee.channel_count < 64 ? 1 &<< UInt64(output.pointee.channel_count) &- 1 : .max
    output.pointee.constant_mask = core.pointee.isSilent ? all : 0
  }

  /// Returns a channel of the main output, if the host provides it.
  private static func channel(_ index: Int, of call: UnsafePointer<clap_process>) -> UnsafeMutablePointer<Float>? {
    guard call.pointee.audio_outputs_count > 0, let output = call.pointee.audio_outputs,
      index < Int(output.pointee.channel_count), let samples = output.pointee.data32
    else { return nil }
    return samples[index]
  }
}
