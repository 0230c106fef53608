import CTactusKernels
import TactusRealtime

/// Holds back the quiet end of a bounce until something louder follows; if nothing does, the quiet end is removed.
///
///     song ──── │ tail ──── loud │ soft, loud │ soft, soft, soft │ end
///                      output         output      never output
///
/// Voices and effects may continue for seconds below the resolution of a 16-bit file, and it is not known in advance
/// whether something louder follows. The decision uses whole cycles and the level of the mix, so that stems have the
/// length of the mix. Cycles are counted from the end of the song, whatever the blocks are: the limiter's delay shifts
/// the blocks, but not the end of the file.
/// - Thread: control
final class TailHold {
  private let first: Int64
  private let least: Float
  private var frame: Int64 = 0
  /// Whether a part of the current cycle was loud enough to be kept, so that the rest is kept too.
  private var isCycleKept = false
  private var held: [Held] = []
  private var heldSamples = 0
  /// The number of frames that have been output.
  private(set) var givenFrames: Int64 = 0

  /// A block or a part of one that is held back: the samples of each channel, or an empty array if they are all zero.
  private struct Held {
    let channels: [[Float]]
    let frameCount: Int
  }

  /// The largest number of samples held, a quarter of a gibibyte; beyond that, the oldest blocks are output.
  private static var mostSamples: Int { 1 << 26 }
  /// The length of a cycle in frames.
  private static var cycle: Int64 { Int64(BouncePreRoll.cycle) }

  /// - Parameters:
  ///   - first: the frame from which blocks may be held back.
  ///   - least: the smallest magnitude that is kept; 0 keeps everything.
  init(from first: Int64, least: Float) { (self.first, self.least) = (first, least) }

  /// The number of frames held back.
  var heldFrames: Int64 { held.reduce(0) { $0 + Int64($1.frameCount) } }

  /// Processes a block, and outputs everything that is certain to be kept.
  func take<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    var done = 0
    while done < block.frameCount {
      let count = Int(min(Int64(block.frameCount - done), framesToBorder))
      if count == block.frameCount {
        try takePart(block, receive)
      } else {
        try block.withPart(done..<done + count) { part throws(Failure) in try takePart(part, receive) }
      }
      done += count
    }
  }

  /// The number of frames up to the next cycle.
  private var framesToBorder: Int64 {
    guard least > 0 else { return .max }
    return frame < first ? first - frame : Self.cycle - (frame - first) % Self.cycle
  }

  /// Processes a block that lies within one cycle.
  private func takePart<Failure>(
    _ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    defer { frame += Int64(block.frameCount) }
    if frame >= first, (frame - first) % Self.cycle == 0 { isCycleKept = false }
    guard least > 0, frame >= first, !isCycleKept, Self.peak(of: block) < least else {
      isCycleKept = true
      try giveHeld(receive)
      return try give(block, receive)
    }
    hold(block)
    while heldSamples > Self.mostSamples { try giveOldest(receive) }
  }

  private func hold(_ block: AudioBlock) {
    let channels = (0..<block.channelCount).map { channel in
      let samples = UnsafeBufferPointer(start: block[channel], count: block.frameCount)
      return samples.allSatisfy { $0.bitPattern == 0 } ? [] : Array(samples)
    }
    held.append(Held(channels: channels, frameCount: block.frameCount))
    heldSamples += channels.reduce(0) { $0 + $1.count }
  }

  /// Returns the peak of the mix, which is in the last two channels.
  private static func peak(of block: AudioBlock) -> Float {
    let frames = Int32(truncatingIfNeeded: block.frameCount)
    let (left, right) = (block[block.channelCount - 2], block[block.channelCount - 1])
    return max(ctactus_peak(left, frames), ctactus_peak(right, frames))
  }

  private func giveHeld<Failure>(_ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    let all = held
    (held, heldSamples) = ([], 0)
    for block in all { try give(block, receive) }
  }

  private func giveOldest<Failure>(_ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    let oldest = held.removeFirst()
    heldSamples -= oldest.channels.reduce(0) { $0 + $1.count }
    try give(oldest, receive)
  }

  private func give<Failure>(_ held: Held, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    let (channelCount, frameCount) = (held.channels.count, held.frameCount)
    try AudioBlock.withZeros(channelCount: channelCount, frameCount: frameCount) { block throws(Failure) in
      for (channel, samples) in held.channels.enumerated() {
        samples.withUnsafeBufferPointer { samples in
          if let start = samples.baseAddress { block[channel].update(from: start, count: samples.count) }
        }
      }
      try give(block, receive)
    }
  }

  private func give<Failure>(_ block: AudioBlock, _ receive: (AudioBlock) throws(Failure) -> Void) throws(Failure) {
    givenFrames += Int64(block.frameCount)
    try receive(block)
  }
}
