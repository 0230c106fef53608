import TactusRender

/// The published method for sequencers in plug-ins: each cycle derives the position from the host's report.
///
/// It reads tempo and beat and converts the beat to frames (beat / tempo · 60 · rate). The position is the remainder
/// (`fmod`) of that number of frames divided by the loop's length, and an event is sent if its frame lies between the
/// position and the cycle's end. If the cycle extends beyond the loop's end, its end is wrapped with `fmod` too, and
/// the events before this wrapped end are sent at an offset of t + (length − position), where t is the event's frame in
/// the loop. The transport state is not read.
///
/// It is included so that its errors can be compared with those of the other methods.
package struct ModuloMethod: SequencingMethod {
  private let loop: BeatLoop
  private let sampleRate: Double

  package init(_ loop: BeatLoop, sampleRate: Int) {
    self.loop = loop
    self.sampleRate = Double(sampleRate)
  }

  package mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let tempo = cycle.context.tempo
    func frames(_ beat: Double) -> Double { beat / tempo * 60 * sampleRate }
    let length = frames(loop.beats)
    let position = frames(cycle.context.beat).truncatingRemainder(dividingBy: length)
    let end = position + Double(cycle.frameCount)
    let isLooping = end > length
    let loopedEnd = end.truncatingRemainder(dividingBy: length)
    var count = 0
    for event in loop.events where count < buffer.count {
      let time = frames(event.beat)
      var offset: Double?
      if time >= position, time < end { offset = time - position }
      if isLooping, time < loopedEnd { offset = time + (length - position) }
      guard let offset, offset < Double(Int32.max) else { continue }
      buffer[count] = TimedEvent(offset: Int32(offset), message: event.message)
      count += 1
    }
    return count
  }
}
