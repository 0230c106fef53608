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
  mutating func chooseChannels(_ data: UnsafePointer<ProcessData>) -> Int {
    var frames = max(0, Int(data.pointee.numSamples))
    let room = spare.count / 2
    guard channelCount > 0, let spare = spare.baseAddress else { return frames }
    for channel in 0..<2 {
      if let samples = Self.channel(channel, ofBus: 0, data) {
        channels[channel] = samples
      } else {
        channels[channel] = spare + channel &* room
        frames = frames < room ? frames : room
      }
    }
    if channelCount > 2 { connectOutputs(data) }
    return frames
  }

  /// Finds the channels of the auxiliary outputs. Nothing is rendered to those that the host does not use: their sound
  /// goes to the main output.
  private mutating func connectOutputs(_ data: UnsafePointer<ProcessData>) {
    connected = 1
    for bus in 1..<channelCount / 2 {
      let (left, right) = (Self.channel(0, ofBus: bus, data), Self.channel(1, ofBus: bus, data))
      if left != nil, right != nil { connected |= usedBuses & 1 &<< UInt32(bus) }
      channels[2 &* bus] = left ?? channels[0]
      channels[2 &* bus &+ 1] = right ?? channels[1]
    }
    core.pointee.connect(outputs: connected)
  }

  /// Renders, and marks silent channels. Channels and buses of the host that are not rendered are silent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func render(_ data: UnsafePointer<ProcessData>, _ frames: Int) {
    core.pointee.render(into: AudioBlock(channels: channels, channelCount: channelCount, frameCount: frames))
    guard let outputs = data.pointee.outputs else { return }
    var bus = 0
    while bus < Int(data.pointee.numOutputs) {
      let isRendered = bus < channelCount / 2 && connected & 1 &<< UInt32(truncatingIfNeeded: bus) != 0
      let count = Int(outputs[bus].numChannels)
      for channel in 0..<max(0, count) {
        guard let samples = Self.channel(channel, ofBus: bus, data) else { continue }
        var frame = isRendered && channel < 2 ? frames : 0
        while frame < Int(data.pointee.numSamples) {
          samples[frame] = 0
          frame &+= 1
        }
      }
      outputs[bus].silenceFlags = !isRendered || core.pointee.isSilent ? Self.all(count) : 0
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
