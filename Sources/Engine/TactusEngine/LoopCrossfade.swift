import TactusDSP
import TactusRealtime

/// Makes the end of a pass continue into its beginning.
///
///     … one pass │ the pass that is kept │
///     ──────────S│─────────────────────S─│► the beginning again
///
/// What precedes the kept pass's beginning is the end of the pass before. The kept pass's last frames go over to that
/// end, and its very last frame is that pass's last: the next frame of the rendering is the kept pass's first. Where the
/// two passes are alike, as they are wherever what moves is periodic, nothing changes, bit for bit; where oscillators
/// of the effects stand elsewhere, they are led over without a step.
struct LoopCrossfade {
  private let renderRange: RenderRange
  private let length: Int64
  private let channelCount: Int
  private let memory: UnsafeMutablePointer<Float>

  /// The most frames that go over.
  private static var longest: Int64 { 1_024 }

  init(_ renderRange: RenderRange, channelCount: Int) {
    self.renderRange = renderRange
    self.channelCount = channelCount
    length = min(Self.longest, renderRange.period / 2, renderRange.end - renderRange.period)
    memory = .allocate(capacity: max(1, Int(length) * channelCount))
    memory.initialize(repeating: 0, count: max(1, Int(length) * channelCount))
  }

  func free() { memory.deallocate() }

  /// Keeps what of a block from the song's frame `place` on lies at the end of the pass before.
  func take(_ block: AudioBlock, at place: Int64) {
    forEachFrame(of: block, at: place, before: renderRange.end - renderRange.period) { index, frame in
      for channel in 0..<channelCount { memory[index * channelCount + channel] = block[channel][frame] }
    }
  }

  /// Leads what of a block lies at the end of the kept pass over to what was kept.
  func blend(_ block: AudioBlock, at place: Int64) {
    forEachFrame(of: block, at: place, before: renderRange.end) { index, frame in
      let isLast = index == Int(length) - 1
      let way = Float(0.5 - 0.5 * ExactMath.cos2Pi(0.5 * Double(index + 1) / Double(length)))
      for channel in 0..<channelCount {
        let (here, there) = (block[channel][frame], memory[index * channelCount + channel])
        block[channel][frame] = isLast ? there : here + (there - here) * way
      }
    }
  }

  /// Calls `body` for the frames of a block that are among the last before `end`, with their index among those.
  private func forEachFrame(of block: AudioBlock, at place: Int64, before end: Int64, _ body: (Int, Int) -> Void) {
    let first = max(place, end - length)
    let last = min(place + Int64(block.frameCount), end)
    guard first < last else { return }
    for frame in first..<last { body(Int(frame - (end - length)), Int(frame - place)) }
  }
}
