import TactusDSP
import TactusRealtime

/// Limits the mix of a bounce, and applies the gains of the mix to its stems, which therefore still add up to the mix.
///
///     mix ────┬─ limiter ──────────────► limited mix
///             └─ gain of each frame ─┐
///     stems ───── delay ──────────── × ─► stems
///
/// - Thread: control
final class BounceLimiter {
  private let limiter: TruePeakLimiter
  /// The latency in frames.
  let latency: Int
  /// The number of channels before the last two, which are the mix.
  private let stemChannels: Int
  /// The last `latency` samples of each channel of the stems, one channel after another.
  private let delays: UnsafeMutablePointer<Float>
  /// The position of the oldest sample in each delay.
  private var position = 0
  /// The gains of the frames of a block.
  private var gains: UnsafeMutableBufferPointer<Float>

  /// - Parameters:
  ///   - ceiling: the maximum true peak of the mix in dBTP.
  ///   - channelCount: the number of channels of each block.
  init(sampleRate: Int, ceiling: Double, channelCount: Int) {
    let limiter = TruePeakLimiter(sampleRate: sampleRate, ceiling: ceiling)
    latency = limiter.latency
    stemChannels = channelCount - 2
    let count = stemChannels * latency
    delays = .allocate(capacity: max(1, count))
    delays.initialize(repeating: 0, count: max(1, count))
    gains = .allocate(capacity: 1)
    gains.initialize(repeating: 1)
    self.limiter = limiter
  }

  deinit {
    delays.deallocate()
    gains.deallocate()
  }

  /// The smallest gain applied; 1 if nothing was limited.
  var leastGain: Float { limiter.leastGain }

  /// Limits the sound of a block. The output is delayed by ``latency`` frames.
  func process(_ block: AudioBlock) {
    let count = block.frameCount
    let (left, right) = (block[stemChannels], block[stemChannels + 1])
    guard stemChannels > 0 else { return limiter.render(left, right, count: count) }
    makeRoom(count)
    guard let gains = gains.baseAddress else { return }
    limiter.render(left, right, gains: gains, count: count)
    for channel in 0..<stemChannels { apply(gains, to: block[channel], delays + channel * latency, count) }
    position = (position + count) % latency
  }

  private func makeRoom(_ count: Int) {
    guard count > gains.count else { return }
    gains.deallocate()
    gains = .allocate(capacity: count)
    gains.initialize(repeating: 1)
  }

  /// Delays a channel, and applies the gains to it. NaN and infinities count as 0, as in the limiter.
  private func apply(
    _ gains: UnsafePointer<Float>, to samples: UnsafeMutablePointer<Float>, _ delay: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    var index = position
    for frame in 0..<count {
      let sample = samples[frame]
      samples[frame] = delay[index] * gains[frame]
      delay[index] = sample.isFinite ? sample : 0
      index = index + 1 == latency ? 0 : index + 1
    }
  }
}
