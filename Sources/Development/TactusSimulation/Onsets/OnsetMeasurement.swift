import TactusMIDI
import TactusRender
import TactusTime

/// Steps of equal length that repeat: what methods are measured with. Each step has a key of its own.
package struct StepPattern: Hashable, Sendable {
  package var steps: Int
  /// The length of a pass in quarter notes.
  package var beats: Int

  package init(steps: Int = 16, beats: Int = 4) {
    precondition((1...128).contains(steps) && BeatGrid.finestDivision * beats % steps == 0, "no such steps")
    (self.steps, self.beats) = (steps, beats)
  }

  package func message(_ step: Int) -> ChannelMessage { ChannelMessage(status: 0x90, UInt8(step), 100) }

  /// In ticks of 1/20,160.
  package var stepLength: Tick { Tick(BeatGrid.finestDivision * beats / steps) }

  package var loop: BeatLoop {
    BeatLoop(
      events: (0..<steps).map {
        .init(beat: Double($0 * beats) / Double(steps), message: message($0))
      }, beats: Double(beats))
  }

  /// The frames on which each step is due with a host, ascending; nothing is due before beat 0.
  ///
  /// - Parameter beyond: how far behind the end to look.
  package func dueFrames(_ stretches: [HostStretch], beyond: Int64 = 0) -> [[Int64]] {
    var due = Array(repeating: [Int64](), count: steps)
    for (index, stretch) in stretches.enumerated() {
      var stretch = stretch
      let isLast = index == stretches.count - 1
      let isContinued = isLast || stretches[index + 1].continues && stretches[index + 1].isMoving
      if isLast { stretch.frames = stretch.frames.lowerBound..<stretch.frames.upperBound + beyond }
      let length = stretch.grid.position(tick: stepLength, division: BeatGrid.finestDivision)
      for visit in stretch.visits {
        var number = max(0, BeatGrid.floor(visit.positions.lowerBound + length - 1, length))
        while number * length < visit.positions.upperBound {
          let frame = stretch.frame(ofLine: number * length + visit.offset)
          // what rounds to the frame after a jump or a stop is not due any more
          if frame < stretch.frames.upperBound || isContinued { due[Int(number % Int128(steps))].append(frame) }
          number += 1
        }
      }
    }
    return due
  }
}

/// How far from their frames a method's onsets are, and which there are not, or too often.
package struct OnsetMeasurement: Hashable, Sendable {
  /// How many were due.
  package private(set) var due = 0
  /// How many of them never came.
  package private(set) var missed = 0
  /// How many came without being due, or once more.
  package private(set) var doubled = 0
  /// Those missed and those doubled.
  package var wrong: Int { missed + doubled }
  /// How often each error, in frames, has been seen: magnitudes.
  private var errors: [Int64: Int] = [:]
  /// How many have come.
  private var measured = 0

  package init() {}

  /// Compares what came with what was due. Both lists ascend; what is farther than `reach` from all that is due was not.
  ///
  /// - Parameter end: what is due from there on may come, but need not, and is not measured.
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

  /// The error in frames that so many of a thousand onsets do not exceed; nil where none has come.
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
