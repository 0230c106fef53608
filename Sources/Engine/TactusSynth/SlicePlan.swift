import TactusMIDI
import TactusRealtime
import TactusRender

/// How a cycle is divided into slices of time, one for each thread; see ``SliceRenderer``.
package struct SlicePlan: Sendable {
  /// Shorter cycles are rendered by one thread.
  package var shortestCycle: Int
  /// The maximum length of the overlap of two slices in frames. If the states of their lanes differ after so many frames,
  /// the later slice is dropped.
  package var overlap: Int
  /// A slice that cannot begin within so many frames after its start, because the slice before has not begun, is given
  /// up. The slice before continues instead.
  package var patience: Int
  /// A thread that has nothing to do takes half of the frames that the last slice has still to render, if these are so
  /// many or more.
  package var shortestShare: Int
  /// How long a note is assumed to sound after its end, and how long a drum sounds.
  private let tail: Int

  package init(shortestCycle: Int, overlap: Int, patience: Int, shortestShare: Int, tail: Int) {
    (self.shortestCycle, self.overlap, self.patience) = (shortestCycle, overlap, patience)
    (self.shortestShare, self.tail) = (shortestShare, tail)
  }

  init(sampleRate: Int) {
    self.init(
      shortestCycle: 4 * sampleRate, overlap: sampleRate, patience: 4 * sampleRate,
      shortestShare: sampleRate / 2, tail: sampleRate * 6 / 10)
  }

  // Typical times, in units of the time that the samples of one note take: for the effects, most of
  // which the first thread renders, and for everything else that does not depend on notes. With wrong values, more shares
  // are taken.
  private static var effects: Double { 7 }
  private static var base: Double { 0.5 }
  /// The time of following the score up to the start of a slice, which is half of a cycle on average, as a part of the time
  /// of rendering the cycle.
  private static var following: Double { 0.05 }

  /// Returns the frames at which the slices of a cycle should begin, so that all threads end at the same time.
  ///
  /// - Parameter voicesPerNote: the number of voices that a note starts on average.
  func starts(of cycle: ScoreCycle, slices: Int, voicesPerNote: Double) -> [Int] {
    guard slices > 1 else { return [0] }
    let frames = cycle.frames
    let binFrames = max(1, frames / 512)
    let work = works(frames, cycle.events, bin: binFrames)
    let total = work.reduce(0, +)
    let effects = Self.effects / max(0.5, voicesPerNote) * Double(work.count)
    let share = (total * (1 + Self.following * Double(slices - 1)) + effects) / Double(slices)
    let first = max(0.02 * total, share - effects)
    let rest = (total - first) / Double(slices - 1)
    var starts = [0]
    var sum = 0.0
    for (bin, part) in work.enumerated() {
      sum += part
      while starts.count < slices, sum >= first + rest * Double(starts.count - 1) { starts.append(bin * binFrames) }
    }
    while starts.count < slices { starts.append(frames) }
    return starts
  }

  /// The work for the voices in each part of a cycle, estimated from its notes.
  private func works(_ frames: Int, _ events: EventList, bin: Int) -> [Double] {
    let count = frames / bin + 1
    // The changes of the number of notes, at the parts in which they begin and end.
    var changes = [Double](repeating: 0, count: count + 1)
    var begun = [Int32](repeating: -1, count: 256 * 128)
    func add(_ first: Int, _ last: Int) {
      changes[min(first / bin, count)] += 1
      changes[min(last / bin + 1, count)] -= 1
    }
    for event in events where event.message.startsNote || event.message.endsNote {
      let message = event.message
      let key = (Int(message.port) * 16 + Int(message.channel)) * 128 + Int(message.data1)
      let frame = max(0, Int(event.offset))
      if message.channel == 9 {
        if message.startsNote { add(frame, frame + tail) }
        continue
      }
      if begun[key] >= 0 { add(Int(begun[key]), frame + tail) }
      begun[key] = message.startsNote ? Int32(frame) : -1
    }
    for first in begun where first >= 0 { add(Int(first), frames) }
    var sounding = 0.0
    return (0..<count).map { index in
      sounding += changes[index]
      return sounding + Self.base
    }
  }
}
