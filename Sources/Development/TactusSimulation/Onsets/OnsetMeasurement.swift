import TactusMIDI
import TactusRender
import TactusTime

/// A repeating pattern of steps of equal length, used for measurements. Each step has a key of its own.
package struct StepPattern: Hashable, Sendable {
  package var steps: Int
  /// The length of a pass of the pattern in quarter notes.
  package var beats: Int

  package init(steps: Int = 16, beats: Int = 4) {
    precondition((1...128).contains(steps) && BeatGrid.finestDivision * beats % steps == 0, "no such steps")
    (self.steps, self.beats) = (steps, beats)
  }

  package func message(_ step: Int) -> ChannelMessage { ChannelMessage(status: 0x90, UInt8(step), 100) }

  /// The length of a step in ticks of 1/20,160 of a quarter note.
  package var stepLength: Tick { Tick(BeatGrid.finestDivision * beats / steps) }

  package var loop: BeatLoop {
    BeatLoop(
      events: (0..<steps).map {
        .init(beat: Double($0 * beats) / Double(steps), message: message($0))
      }, beats: Double(beats))
  }

  /// Returns, for each step, the frames on which it should sound when a host plays these segments, in ascending order.
  /// No step sounds before beat 0.
  ///
  /// - Parameter beyond: the number of frames beyond the end to include in the search.
  package func dueFrames(_ segments: [HostSegment], beyond: Int64 = 0) -> [[Int64]] {
    var due = Array(repeating: [Int64](), count: steps)
    for (index, segment) in segments.enumerated() {
      var segment = segment
      let isLast = index == segments.count - 1
      let isContinued = isLast || segments[index + 1].continues && segments[index + 1].isMoving
      if isLast { segment.frames = segment.frames.lowerBound..<segment.frames.upperBound + beyond }
      let length = segment.grid.position(tick: stepLength, division: BeatGrid.finestDivision)
      for visit in segment.visits {
        var number = max(0, BeatGrid.floor(visit.positions.lowerBound + length - 1, length))
        while number * length < visit.positions.upperBound {
          let frame = segment.frame(ofLine: number * length + visit.offset)
          // an event that rounds to the frame after a jump or a stop is no longer due
          if frame < segment.frames.upperBound || isContinued { due[Int(number % Int128(steps))].append(frame) }
          number += 1
        }
      }
    }
    return due
  }
}

/// The distances of a method's onsets from their exact frames, and the numbers of missed and doubled onsets.
package struct OnsetMeasurement: Hashable, Sendable {
  /// The number of onsets that were due.
  package private(set) var due = 0
  /// The number of missed onsets.
  package private(set) var missed = 0
  /// The number of onsets that were not due, or were repeated.
  package private(set) var doubled = 0
  /// The number of missed and doubled onsets.
  package var wrong: Int { missed + doubled }
  /// The number of onsets for each absolute error in frames.
  private var errors: [Int64: Int] = [:]
  /// The number of onsets played.
  private var measured = 0

  package init() {}

  /// Compares the played onsets with the due ones. Both lists are in ascending order. An onset that is more than
  /// `reach` frames away from all due onsets counts as not due.
  ///
  /// - Parameter end: due onsets on or after this frame are not measured, whether they are played or not.
  package mutating func add(due: [Int64], played: [Int64], reach: Int64, end: Int64 = .max) {
    var nearest = Array(repeating: Int64.max, count: due.count)
    var index = 0
    for frame in played {
      while index + 1 < due.count, abs(due[index + 1] - frame) <= abs(due[index] - frame) { index += 1 }
      guard index < due.count, abs(due[index] - frame) <= reach else {
        doubled += 1
        continue
      }
      if nearest[index] != .max, due[index] < end { doubled += 1 }
      nearest[index] = min(nearest[index], abs(due[index] - frame))
    }
    for (frame, error) in zip(due, nearest) where frame < end {
      self.due += 1
      if error == .max {
        missed += 1
      } else {
        errors[error, default: 0] += 1
        measured += 1
      }
    }
  }

  package mutating func add(_ other: OnsetMeasurement) {
    due += other.due
    missed += other.missed
    doubled += other.doubled
    measured += other.measured
    errors.merge(other.errors) { $0 + $1 }
  }

  /// Returns the error in frames that `rank` onsets per thousand do not exceed; nil if there are no onsets.
  package func error(ofThousand rank: Int) -> Int64? {
    var left = max(1, (measured * rank + 999) / 1000)
    guard measured > 0 else { return nil }
    for (error, count) in errors.sorted(by: { $0.key < $1.key }) {
      left -= count
      if left <= 0 { return error }
    }
    return nil
  }
}
