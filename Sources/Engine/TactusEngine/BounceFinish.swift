import CTactusKernels
import TactusDSP
import TactusRealtime

/// Processes the sound between the instrument and the receiver.
///
///     block ─► fade ─► gain ─► mono, if wanted ─► limiter (latency compensated) ─► quiet tail held back ─► meters
///           ─► receiver
///
/// - Thread: control
final class BounceFinish {
  private let channelCount: Int
  private let gain: Float
  private let isMono: Bool
  private let fade: Range<Int64>
  private let limiter: BounceLimiter?
  private let meters: SoundMeters?
  private let stemMeters: [StemMeter]
  private let tail: TailHold
  private var frame: Int64 = 0
  /// The greatest magnitude, including the end of the tail that is held back.
  private(set) var peak: Float = 0
  /// The number of frames of limiter latency that are still to be dropped.
  private var toDrop: Int

  /// - Parameters:
  ///   - gain: a factor for all channels.
  ///   - isMeasured: whether the loudness and the true peak of the mix, which is in the last two channels, and of the
  ///     stems before it are measured.
  ///   - limit: the limiter's ceiling in dBTP; nil for no limiter. It limits the last two channels, and applies their
  ///     gains to the others.
  ///   - holdsTail: whether the quiet end of the tail is held back.
  init(
    _ bouncer: Bouncer, channelCount: Int, gain: Float, isMeasured: Bool, limit: Double?, holdsTail: Bool
  ) {
    self.channelCount = channelCount
    self.gain = gain
    isMono = bouncer.isMono
    fade = bouncer.songFrames - bouncer.renderRange.fade..<bouncer.songFrames
    let rate = bouncer.settings.sampleRate
    limiter = limit.map { BounceLimiter(sampleRate: rate, ceiling: $0, channelCount: channelCount) }
    meters = isMeasured ? SoundMeters(sampleRate: rate) : nil
    stemMeters = (0..<channelCount / 2 - 1).map { _ in StemMeter(sampleRate: rate, isMeasured: isMeasured) }
    toDrop = limiter?.latency ?? 0
    let end = TailEnd(bouncer.settings.tail, bouncer.sampleFormat)
    tail = TailHold(from: bouncer.songFrames, least: holdsTail && bouncer.renderRange.hasTail ? end.least : 0)
  }

  /// Processes a block in place and passes it to the receiver; the first frames, which the limiter's latency adds, are
  /// dropped.
  func process<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    fade(block)
    if gain != 1 { forEachSample(of: block) { $0 * gain } }
    if isMono { mixDown(block) }
    frame += Int64(block.frameCount)
    try limit(block, receive)
  }

  /// Outputs the frames that are still in the limiter.
  func flush<Failure>(_ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    guard let limiter else { return }
    try AudioBlock.withZeros(channelCount: channelCount, frameCount: limiter.latency) { rest throws(Failure) in
      try limit(rest, receive)
    }
  }

  /// The number of frames that have been output.
  var frameCount: Int64 { tail.givenFrames }
  /// The number of frames held back, which are dropped unless something louder follows.
  var heldFrames: Int64 { tail.heldFrames }

  /// Returns the measurements; nil if nothing was measured.
  ///
  /// - Parameter target: the loudness in LUFS for which they include the change of level.
  func report(target: Double?) -> LoudnessReport? {
    meters?.report(reduction: reduction, target: target)
  }

  /// Returns the levels of the stems, in the order of their channels.
  func stemLevels() -> [StemLevel] {
    stemMeters.map { $0.level(reduction: reduction) }
  }

  /// The greatest gain reduction of the limiter in decibels, 0 or above.
  private var reduction: Double { -((limiter?.leastGain ?? 1).decibels ?? -.infinity) }

  private func limit<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    limiter?.process(block)
    let dropped = min(toDrop, block.frameCount)
    toDrop -= dropped
    guard dropped > 0 else { return try give(block, receive) }
    guard dropped < block.frameCount else { return }
    try block.withPart(dropped..<block.frameCount) { part throws(Failure) in try give(part, receive) }
  }

  private func give<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    let (left, right) = (channelCount - 2, channelCount - 1)
    let frames = Int32(truncatingIfNeeded: block.frameCount)
    peak = max(peak, max(ctactus_peak(block[left], frames), ctactus_peak(block[right], frames)))
    // what is left out of the output does not count for its loudness
    try tail.take(block) { part throws(Failure) in
      meters?.measure(part[left], part[right], count: part.frameCount)
      for (index, meter) in stemMeters.enumerated() {
        meter.measure(part[2 * index], part[2 * index + 1], count: part.frameCount)
      }
      try receive(part)
    }
  }

  /// Applies the fade-out to a block; the gain falls from 1 to 0 along a raised-cosine curve.
  private func fade(_ block: AudioBlock) {
    let first = max(fade.lowerBound, frame)
    let last = frame + Int64(block.frameCount)
    guard !fade.isEmpty, first < last else { return }
    for index in first..<last {
      let way = min(1, Double(index - fade.lowerBound) / Double(fade.count))
      let factor = Float(0.5 + 0.5 * ExactMath.cos2Pi(0.5 * way))
      for channel in 0..<channelCount { block[channel][Int(index - frame)] *= factor }
    }
  }

  /// Replaces the left channel of each pair by the mean of both, and the right one by silence. The limiter and the
  /// meters then get what the file contains; the silence adds nothing to the loudness by ITU-R BS.1770.
  private func mixDown(_ block: AudioBlock) {
    for pair in 0..<channelCount / 2 {
      let (left, right) = (block[2 * pair], block[2 * pair + 1])
      for frame in 0..<block.frameCount { left[frame] = (left[frame] + right[frame]) * 0.5 }
      right.update(repeating: 0, count: block.frameCount)
    }
  }

  private func forEachSample(of block: AudioBlock, _ change: (Float) -> Float) {
    for channel in 0..<channelCount {
      let samples = block[channel]
      for frame in 0..<block.frameCount { samples[frame] = change(samples[frame]) }
    }
  }
}
