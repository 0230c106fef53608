import CVST3
import TactusPlugin
import TactusRealtime

// The audio output, to the host's channels or to scratch buffers.

extension VST3Core {
  /// Finds the host's channels, and uses scratch buffers for missing ones.
  ///
  /// - Returns: the number of frames to render: those of the call, but if channels are missing, at most the maximum
  ///   that the host has promised.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func chooseChannels(_ data: UnsafePointer<ProcessData>) -> Int {
    var frames = max(0, Int(data.pointee.numSamples))
    let room = spare.count / 2
    guard channelCount > 0, let spare = spare.baseAddress else { return frames }
    for channel in 0..<channelCount {
      if let samples = Self.channel(channel, ofBus: 0, data) {
        channels[channel] = samples
      } else {
        channels[channel] = spare + channel &* room
        frames = frames < room ? frames : room
      }
    }
    return frames
  }

  /// Renders, and marks silent channels. Channels and buses of the host that the plug-in does not have are silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func render(_ data: UnsafePointer<ProcessData>, _ frames: Int) {
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: frames))
    guard let outputs = data.pointee.outputs else { return }
    var bus = 0
    while bus < Int(data.pointee.numOutputs) {
      let rendered = bus == 0 ? channelCount : 0
      let count = Int(outputs[bus].numChannels)
      for channel in 0..<max(0, count) {
        guard let samples = Self.channel(channel, ofBus: bus, data) else { continue }
        var frame = channel < rendered ? frames : 0
        while frame < Int(data.pointee.numSamples) {
          samples[frame] = 0
          frame &+= 1
        }
      }
      outputs[bus].silenceFlags = rendered == 0 || core.pointee.isSilent ? Self.all(count) : 0
      bus &+= 1
    }
  }

  /// Returns a mask with one bit for each channel.
  private static func all(_ count: Int) -> UInt64 {
    count <= 0 ? 0 : count < 64 ? 1 &<< UInt64(truncatingIfNeeded: count) &- 1 : .max
  }

  /// Returns a channel of an output, if the host provides it.
  private static func channel(
    _ index: Int, ofBus bus: Int, _ data: UnsafePointer<ProcessData>
  ) -> UnsafeMutablePointer<Float>? {
    guard bus < Int(data.pointee.numOutputs), let outputs = data.pointee.outputs,
      index < Int(outputs[bus].numChannels), let samples = outputs[bus].channelBuffers32
    else { return nil }
    return samples[index]
  }
}
