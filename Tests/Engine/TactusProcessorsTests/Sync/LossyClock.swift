import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport

/// A master whose clocks arrive late or early, twice, rounded to blocks, or not at all; and the errors of a follower.
struct LossyClock {
  var tempo = 120.0
  var clocks = 720
  /// Up to this many frames in either direction.
  var jitter = 0.0
  /// The fraction of clocks that are lost, and of those that arrive twice.
  var lost = 0.0
  var doubled = 0.0
  /// These are lost besides.
  var missing: Set<Int> = []
  /// Arrivals are rounded up to multiples of this many frames; 0 for no rounding.
  var block = 0.0
  /// The clocks during which the tempo changes, and the factor by which it changes; a single clock means a step.
  var change: (from: Int, to: Int, factor: Double)?
  /// Messages that arrive half a clock before a clock.
  var before: [Int: ChannelMessage] = [:]

  struct Stream {
    /// The time at which each clock is due.
    var due: [Double]
    var messages: [(time: Double, message: ChannelMessage)]
    /// The clocks that came.
    var arrived: [Int]
  }

  func stream(_ random: inout SeededGenerator) -> Stream {
    var stream = Stream(due: [], messages: [], arrived: [])
    var (time, interval, latest) = (1_000.3, 120_000 / tempo, 0.0)
    let first = interval
    for clock in 0..<clocks {
      if clock == 0 { stream.messages.append((0, .begin)) }
      if let change, clock >= change.from, clock < change.to {
        interval += first * (change.factor - 1) / Double(change.to - change.from)
      }
      stream.due.append(time)
      if let message = before[clock] { stream.messages.append((max(latest, time - 0.5 * interval), message)) }
      let isLost = Double.random(in: 0..<1, using: &random) < lost || missing.contains(clock)
      let deviation = Double.random(in: -1...1, using: &random) * jitter
      let isDoubled = Double.random(in: 0..<1, using: &random) < doubled
      // no clocks are lost at the end, so that losses there do not count
      if clock == 0 || clock >= clocks - 12 || !isLost {
        var arrival = time + deviation
        if block > 0 { arrival = (arrival / block).rounded(.up) * block }
        latest = max(latest, arrival)
        stream.messages.append((latest, .clock))
        stream.arrived.append(clock)
        if isDoubled {
          latest += Double.random(in: 0..<0.05, using: &random) * interval
          stream.messages.append((latest, .clock))
        }
      }
      time += interval
    }
    return stream
  }

  /// The number of clocks by which a follower is ahead, at each clock.
  ///
  /// - Parameter cycle: the length of the follower's cycles.
  func errors(seed: UInt64, cycle: Int = 512) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let stream = stream(&random)
    var following = ClockFollowing()
    following.play(stream.messages, cycles: Array(repeating: cycle, count: Int(stream.due[clocks - 1]) / cycle))
    var (errors, clock) = (Array(repeating: 0.0, count: clocks), 0)
    for (frame, context) in following.contexts where context.isMoving {
      let time = Double(frame) - 0.5 * block
      while clock + 2 < clocks, stream.due[clock + 1] <= time { clock += 1 }
      let position = Double(clock) + (time - stream.due[clock]) / (stream.due[clock + 1] - stream.due[clock])
      let error = 24 * context.beat - position
      if position >= 0, abs(error) > abs(errors[clock]) { errors[clock] = error }
    }
    return errors
  }
}

extension [Double] {
  /// The largest magnitude from one index up to another.
  func worst(from first: Int, to end: Int? = nil) -> Double { self[first..<(end ?? count)].map(abs).max() ?? 0 }
}
