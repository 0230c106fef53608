#if !canImport(Darwin)
  import AVFAudio
  import TactusTime

  /// Drives a node like an engine, with arbitrary calls.
  final class EngineStage {
    let node: AVAudioSourceNode
    let line: HostClock
    var manners = StandInHost.Manners()
    /// The engine's frame count, which may jump.
    var sampleTime = 0.0
    private(set) var frame: Int64 = 0
    private(set) var sound: [[Float]] = [[], []]
    private(set) var statuses: [OSStatus] = []
    private(set) var silences: [Bool] = []
    private(set) var problems: [String] = []

    init(_ node: AVAudioSourceNode, start: Int64 = 1_000_000_000) {
      self.node = node
      var line = HostClock(sampleRate: Int(node.outputFormat(forBus: 0).sampleRate), timeBase: .nanoseconds)
      line.anchor(frame: 0, hostTime: start)
      self.line = line
    }

    /// When a frame is due.
    func time(_ frame: Int64) -> UInt64 { UInt64(line.hostTime(atFrame: frame)) }

    func render(_ frames: Int) {
      let channels = Int(node.outputFormat(forBus: 0).channelCount)
      let buffers = StandInBuffers(channels: channels, frames: frames, manners)
      var stamp = AudioTimeStamp(sampleTime: sampleTime, hostTime: time(frame))
      if manners.hasNoHostTime { stamp.mFlags = .sampleTimeValid }
      var isSilence: ObjCBool = false
      let status = node.renderBlock(&isSilence, &stamp, AVAudioFrameCount(frames), buffers.list)
      sampleTime += Double(frames)
      statuses.append(status)
      silences.append(isSilence.boolValue)
      if let problem = buffers.problem { problems.append(problem) }
      let sound = buffers.sound()
      if isSilence.boolValue, sound.joined().contains(where: { $0 != 0 }) { problems.append("sound in silence") }
      guard status == noErr else { return }
      for channel in 0..<channels { self.sound[channel] += sound[channel] }
      frame += Int64(frames)
    }
  }
#endif
