import CTactusKernels
import TactusRealtime

/// Holds back what is too soft to be kept at the end of a bounce, until something louder follows or nothing does.
///
///     song ──── │ tail ──── loud │ soft, loud │ soft, soft, soft │ end
///                      given          given       never given
///
/// Voices and effects may go on for seconds below what a file of 16 bits can hold; whether something louder is to come
/// shows only when it has come, or all has ended. It works on whole cycles, and by the mix, so that stems are as long as
/// the mix.
/// - Thread: control
final class TailHold {
  private let first: Int64
  private let least: Float
  private var frame: Int64 = 0
  private var held: [Held] = []
  private var heldSamples = 0
  /// Frames that were handed on.
  private(set) var givenFrames: Int64 = 0

  /// A block that waits: its channels' samples, none where all are zero.
  private struct Held {
    let channels: [[Float]]
    let frameCount: Int
  }

  /// So many samples at most are held, a quarter of a gibibyte; beyond them the oldest are given.
  private static var mostSamples: Int { 1 << 26 }

  /// - Parameters:
  ///   - first: the frame from which on blocks may be held.
  ///   - least: the magnitude that is kept; 0 keeps all.
  init(from first: Int64, least: Float) { (self.first, self.least) = (first, least) }

  /// How many frames wait.
  var heldFrames: Int64 { held.reduce(0) { $0 + Int64($1.frameCount) } }

  /// Takes a block, and hands on what is known to belong to the sound.
  func take(_ block: AudioBlock, _ receive: (AudioBlock) throws -> Void) throws {
    defer { frame += Int64(block.frameCount) }
    guard least > 0, frame >= first, Self.peak(of: block) < least else {
      try giveHeld(receive)
      return try give(block, receive)
    }
    let channels = (0..<block.channelCount).map { channel in
      let samples = UnsafeBufferPointer(start: block[channel], count: block.frameCount)
      return samples.allSatisfy { $0.bitPattern == 0 } ? [] : Array(samples)
    }
    held.append(Held(channels: channels, frameCount: block.frameCount))
    heldSamples += channels.reduce(0) { $0 + $1.count }
    while heldSamples > Self.mostSamples { try giveOldest(receive) }
  }

  /// The peak of the mix, which is the last two channels.
  private static func peak(of block: AudioBlock) -> Float {
    let frames = Int32(truncatingIfNeeded: block.frameCount)
    let (left, right) = (block[block.channelCount - 2], block[block.channelCount - 1])
    return max(tactus_peak(left, frames), tactus_peak(right, frames))
  }

  private func giveHeld(_ receive: (AudioBlock) throws -> Void) throws {
    while !held.isEmpty { try giveOldest(receive) }
  }

  private func giveOldest(_ receive: (AudioBlock) throws -> Void) throws {
    let oldest = held.removeFirst()
    heldSamples -= oldest.channels.reduce(0) { $0 + $1.count }
    let (count, channelCount) = (oldest.frameCount, oldest.channels.count)
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: count * channelCount) { room in
      try withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: channelCount) { sides in
        guard let samples = room.baseAddress, let base = sides.baseAddress else { return }
        samples.initialize(repeating: 0, count: count * channelCount)
        for (channel, values) in oldest.channels.enumerated() {
          (base + channel).initialize(to: samples + channel * count)
          values.withUnsafeBufferPointer { values in
            if let start = values.baseAddress { base[channel].update(from: start, count: values.count) }
          }
        }
        try give(AudioBlock(channels: base, channelCount: channelCount, frameCount: count), receive)
      }
    }
  }

  private func give(_ block: AudioBlock, _ receive: (AudioBlock) throws -> Void) throws {
    givenFrames += Int64(block.frameCount)
    try receive(block)
  }
}
