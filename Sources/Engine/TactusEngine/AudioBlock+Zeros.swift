import TactusRealtime

extension AudioBlock {
  /// Calls `body` with a block of zeros, whose memory is valid during the call.
  ///
  /// - Thread: control
  static func withZeros<Failure>(
    channelCount: Int, frameCount: Int, _ body: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * frameCount)
    samples.initialize(repeating: 0, count: channelCount * frameCount)
    defer { samples.deallocate() }
    let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
    defer { sides.deallocate() }
    for channel in 0..<channelCount { (sides + channel).initialize(to: samples + channel * frameCount) }
    try body(AudioBlock(channels: sides, channelCount: channelCount, frameCount: frameCount))
  }
}
