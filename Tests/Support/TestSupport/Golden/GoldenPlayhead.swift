extension Golden {
  /// The position of a voice in its sample.
  ///
  /// At the note's frame it is exactly at the (offset) start; after each output frame it advances by the increment of
  /// that frame. A loop wraps when the step to the next frame reaches the loop's end, with the key as it was during the
  /// step: a key released on the very next frame is too late to prevent that wrap.
  ///
  /// Points around it, for the interpolation:
  /// - before the offset start: 0, until the loop has wrapped, which is the sample's wherever the zone starts;
  /// - while looping, past the loop's end: from its start again, as often as the loop is short;
  /// - before the loop's start: the real points on the first pass, the loop's tail on later ones;
  /// - after the loop is left (mode 3, key up): the real points past the loop's end;
  /// - from the (offset) end on: 0, for ever, unless the loop keeps it from there; the voice goes on until its envelope
  ///   ends (the filter may still ring).
  ///
  /// A start at or beyond the loop's end wraps at once to the corresponding position in the loop.
  struct Playhead {
    private let bank: Bank
    private let start: Int
    private let end: Int
    private let loopStart: Int
    private let loopEnd: Int
    private let mode: Int
    private(set) var position: Double
    private var hasWrapped = false
    private var hasLeftLoop = false

    init(_ bank: Bank, _ region: Region) {
      let sample = bank.samples[region.sample]
      func offset(_ fine: Generator, _ coarse: Generator) -> Int {
        Int(region.amount(fine)) + 32_768 * Int(region.amount(coarse))
      }
      self.bank = bank
      let offsetStart = sample.start + offset(.startOffset, .startCoarseOffset)
      end = sample.end + offset(.endOffset, .endCoarseOffset)
      loopStart = sample.loopStart + offset(.loopStartOffset, .loopStartCoarseOffset)
      loopEnd = sample.loopEnd + offset(.loopEndOffset, .loopEndCoarseOffset)
      // Mode 2 is unused in the specification and means no loop.
      mode = loopEnd > loopStart ? Int(region.amount(.sampleModes)) : 0
      let isBeyond = offsetStart >= loopEnd && (mode == 1 || mode == 3)
      start = isBeyond ? loopStart + (offsetStart - loopStart) % (loopEnd - loopStart) : offsetStart
      position = Double(start)
    }

    /// Whether the position is permanently at or past the end.
    func hasReachedEnd(keyIsDown: Bool) -> Bool { position >= Double(end) && !isLooping(keyIsDown: keyIsDown) }

    private func isLooping(keyIsDown: Bool) -> Bool { mode == 1 || (mode == 3 && keyIsDown && !hasLeftLoop) }

    mutating func advance(_ increment: Double, keyIsDown: Bool) {
      position += increment
      guard position >= Double(loopEnd) else { return }
      guard isLooping(keyIsDown: keyIsDown) else {
        hasLeftLoop = true
        return
      }
      while position >= Double(loopEnd) { position -= Double(loopEnd - loopStart) }
      hasWrapped = true
    }

    /// The interpolated sample value at the position.
    func read(_ interpolation: Interpolation, keyIsDown: Bool) -> Double {
      let whole = position.rounded(.down)
      let x = position - whole
      let index = Int(whole)
      let p1 = point(index, keyIsDown: keyIsDown)
      let p2 = point(index + 1, keyIsDown: keyIsDown)
      if interpolation == .linear { return p1 + x * (p2 - p1) }
      // The cubic Hermite curve through the middle two of four points, its slopes those of their neighbours
      // (Catmull-Rom).
      let p0 = point(index - 1, keyIsDown: keyIsDown)
      let p3 = point(index + 2, keyIsDown: keyIsDown)
      let c0 = p1
      let c1 = (p2 - p0) / 2
      let c2 = p0 - 2.5 * p1 + 2 * p2 - 0.5 * p3
      let c3 = (p3 - p0) / 2 + 1.5 * (p1 - p2)
      return ((c3 * x + c2) * x + c1) * x + c0
    }

    private func point(_ unfolded: Int, keyIsDown: Bool) -> Double {
      var index = unfolded
      let length = loopEnd - loopStart
      if index < start, !hasWrapped { return 0 }
      if isLooping(keyIsDown: keyIsDown) {
        while index >= loopEnd { index -= length }
      } else if index >= end {
        return 0
      }
      if hasWrapped && !hasLeftLoop {
        while index < loopStart { index += length }
      }
      return bank.point(index)
    }
  }
}
