import TactusEngine
import TactusRealtime

/// The channels of a bounce, all blocks one after the other.
package struct BouncedSound: Equatable, Sendable {
  package var channels: [[Float]] = []

  package init() {}

  package var count: Int { channels.first?.count ?? 0 }

  package mutating func append(_ block: AudioBlock) {
    if channels.isEmpty { channels = Array(repeating: [], count: block.channelCount) }
    for channel in 0..<block.channelCount {
      channels[channel] += UnsafeBufferPointer(start: block[channel], count: block.frameCount)
    }
  }

  /// The bits of a segment of all channels.
  package func bits(_ frames: Range<Int>) -> [[UInt32]] { channels.map { $0[frames].map(\.bitPattern) } }
  /// The bits of everything.
  package var bits: [[UInt32]] { bits(0..<count) }
  /// The greatest magnitude in a segment.
  package func peak(_ frames: Range<Int>) -> Float {
    channels.reduce(0) { $1[frames].reduce($0) { max($0, abs($1)) } }
  }
}

extension Bouncer {
  /// All that a bounce gives.
  package func sound(with work: some ParallelWork = SerialWork()) throws -> (sound: BouncedSound, report: BounceReport)
  {
    var sound = BouncedSound()
    let report = try render(with: work) { sound.append($0) }
    return (sound, report)
  }
}
