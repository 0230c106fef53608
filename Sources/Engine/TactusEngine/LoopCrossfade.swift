import TactusDSP
import TactusRealtime

/// Crossfades the end of a loop pass so that it leads seamlessly into the start of the pass.
///
///     … one pass │ the pass that is kept │
///     ──────────S│─────────────────────S─│► the start again
///
/// The frames before the start of the kept pass are the end of the previous pass. The last frames of the kept pass are
/// crossfaded to that end, so the very last frame equals the last frame of the previous pass, which was rendered
/// directly before the first frame of the kept pass. If all modulation is periodic, the two passes are identical and
/// the output is unchanged, bit for bit. If the oscillators of the effects differ in phase between the passes, the
/// crossfade avoids a step.
struct LoopCrossfade {
  private let renderRange: RenderRange
  private let length: Int64
  private let channelCount: Int
  private let memory: UnsafeMutablePointer<Float>

  /// The maximum length of the crossfade in frames.
  private static var longest: Int64 { 1_024 }

  init(_ renderRange: RenderRange, channelCount: Int) {
    self.renderRange = renderRange
    self.channelCount = channelCount
    length = min(Self.longest, renderRange.period / 2, renderRange.end - renderRange.period)
    memory = .allocate(capacity: max(1, Int(length) * channelCount))
    memory.initialize(repeating: 0, count: max(1, Int(length) * channelCount))
  }

  func free() { memory.deallocate() }

  /// Stores the frames of a block that belong to the end of the previous pass. The block starts at the song's frame
  /// `position`.
  func take(_ block: AudioBlock, at position: Int64) {
    forEachFrame(of: block, at: position, before: renderRange.end - renderRange.period) { index, frame in
      for channel in 0..<channelCount { memory[index * channelCount + channel] = block[channel][frame] }
    }
  }

  /// Crossfades the frames of a block that belong to the end of the kept pass into the stored frames.
  func blend(_ block: AudioBlock, at position: Int64) {
    forEachFrame(of: block, at: position, before: renderRange.end) { index, frame in
      let isLast = index == Int(length) - 1
      let way = Float(0.5 - 0.5 * ExactMath.cos2Pi(0.5 * Double(index + 1) / Double(length)))
      for channel in 0..<channelCount {
        let (here, there) = (block[channel][frame], memory[index * channelCount + channel])
        block[channel][frame] = isLast ? there : here + (there - here) * way
      }
    }
  }

  /// Calls `body` for each frame of a block that is among the last `length` frames before `end`, with its index among
  /// these and its index in the block.
  private func forEachFrame(of block: AudioBlock, at position: Int64, before end: Int64, _ body: (Int, Int) -> Void) {
    let first = max(position, end - length)
    let last = min(position + Int64(block.frameCount), end)
    guard first < last else { return }
    for frame in first..<last { body(Int(frame - (end - length)), Int(frame - position)) }
  }
}
