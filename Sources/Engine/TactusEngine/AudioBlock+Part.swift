import TactusRealtime

extension AudioBlock {
  /// Calls `body` with some of the block's frames.
  ///
  /// - Thread: control
  func withPart<Failure>(
    _ frames: Range<Int>, _ body: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
    defer { sides.deallocate() }
    for channel in 0..<channelCount { (sides + channel).initialize(to: self[channel] + frames.lowerBound) }
    try body(AudioBlock(channels: sides, channelCount: channelCount, frameCount: frames.count))
  }
}
