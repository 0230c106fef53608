import CTactusKernels
import TactusDSP
import TactusRealtime

/// Processes the sound between the instrument and the receiver.
///
///     block ─► fade ─► gain ─► limiter (latency compensated) ─► meters ─► quiet tail held back ─► receiver
///
/// - Thread: control
final class BounceFinish {
  private let channelCount: Int
  private let gain: Float
  private let fade: Range<Int64>
  private let limiter: Limiter?
  private let meters: Meters?
  private let tail: TailHold
  private var frame: Int64 = 0
  /// The greatest magnitude of the output.
  private(set) var peak: Float = 0
  /// The number of frames of limiter latency that are still to be dropped.
  private var toDrop: Int

  // Classes that wrap noncopyable values, so that the values can be stored as optionals.
  private final class Limiter {
    let value: TruePeakLimiter
    init(sampleRate: Int, ceiling: Double) { value = TruePeakLimiter(sampleRate: sampleRate, ceiling: ceiling) }
  }
  private final class Meters {
    let value: SoundMeters
    init(sampleRate: Int) { value = SoundMeters(sampleRate: sampleRate) }
  }

  /// - Parameters:
  ///   - gain: a factor for all channels.
  ///   - isMeasured: whether the loudness and the true peak of the last two channels are measured.
  ///   - limit: the limiter's ceiling in dBTP, for stereo blocks only; nil for no limiter.
  init(_ bouncer: Bouncer, channelCount: Int, gain: Float, isMeasured: Bool, limit: Double?) {
    self.channelCount = channelCount
    self.gain = gain
    fade = bouncer.songFrames - bouncer.renderRange.fade..<bouncer.songFrames
    let rate = bouncer.settings.sampleRate
    limiter = limit.map { Limiter(sampleRate: rate, ceiling: $0) }
    meters = isMeasured ? Meters(sampleRate: rate) : nil
    toDrop = limiter?.value.latency ?? 0
    let end = TailEnd(bouncer.settings.tail, bouncer.sampleFormat)
    tail = TailHold(from: bouncer.songFrames, least: bouncer.renderRange.hasTail ? end.least : 0)
  }

  /// Processes a block in place and passes it to the receiver; the first frames, which the limiter's latency adds, are
  /// dropped.
  func process<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    fade(block)
    if gain != 1 { forEachSample(of: block) { $0 * gain } }
    frame += Int64(block.frameCount)
    try limit(block, receive)
  }

  /// Outputs the frames that are still in the limiter.
  func flush<Failure>(_ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    guard let limiter else { return }
    let count = limiter.value.latency
    let rest = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
    rest.initialize(repeating: 0, count: 2 * count)
    defer { rest.deallocate() }
    let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    defer { sides.deallocate() }
    sides.initialize(to: rest)
    (sides + 1).initialize(to: rest + count)
    try limit(AudioBlock(channels: sides, channelCount: 2, frameCount: count), receive)
  }

  /// The number of frames that have been output.
  var frameCount: Int64 { tail.givenFrames }
  /// The number of frames held back, which are dropped unless something louder follows.
  var heldFrames: Int64 { tail.heldFrames }

  /// Returns the measurements; nil if nothing was measured.
  func report() -> LoudnessReport? {
    let least = limiter?.value.leastGain ?? 1
    return meters?.value.report(reduction: -6.020599913279624 * ExactMath.log2(Double(least)))
  }

  private func limit<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    limiter?.value.render(block[0], block[1], count: block.frameCount)
    let dropped = min(toDrop, block.frameCount)
    toDrop -= dropped
    guard dropped > 0 else { return try give(block, receive) }
    guard dropped < block.frameCount else { return }
    try block.withPart(dropped..<block.frameCount) { part throws(Failure) in try give(part, receive) }
  }

  private func give<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    let (left, right) = (block[channelCount - 2], block[channelCount - 1])
    meters?.value.measure(left, right, count: block.frameCount)
    let frames = Int32(truncatingIfNeeded: block.frameCount)
    peak = max(peak, max(ctactus_peak(left, frames), ctactus_peak(right, frames)))
    try tail.take(block, receive)
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

  private func forEachSample(of block: AudioBlock, _ change: (Float) -> Float) {
    for channel in 0..<channelCount {
      let samples = block[channel]
      for frame in 0..<block.frameCount { samples[frame] = change(samples[frame]) }
    }
  }
}
