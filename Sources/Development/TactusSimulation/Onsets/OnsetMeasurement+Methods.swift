import TactusRender

extension OnsetMeasurement {
  /// Plays a pattern with several methods on the same cycles of a host, and measures each method.
  package static func measure(
    _ pattern: StepPattern, _ host: SimulatedHost, methods: [any SequencingMethod]
  ) -> [OnsetMeasurement] {
    var (host, methods) = (host, methods)
    let end = host.segments.last?.frames.upperBound ?? 0
    var played = methods.map { _ in Array(repeating: [Int64](), count: pattern.steps) }
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 4096)
    defer { buffer.deallocate() }
    var longest = 1
    while let cycle = host.next() {
      longest = max(longest, cycle.cycle.frameCount)
      for index in methods.indices {
        let count = methods[index].render(cycle.cycle, into: buffer)
        for event in buffer.prefix(count) where event.message.kind == .noteOn && event.message.data2 > 0 {
          let step = Int(event.message.data1)
          if step < pattern.steps { played[index][step].append(cycle.firstFrame + Int64(event.offset)) }
        }
      }
    }
    // a method may be ahead of the host at the end
    let due = pattern.dueFrames(host.segments, beyond: Int64(2 * longest))
    return played.map { frames in
      var measurement = OnsetMeasurement()
      for step in 0..<pattern.steps {
        measurement.add(due: due[step], played: frames[step], reach: Int64(2 * longest), end: end)
      }
      return measurement
    }
  }
}
