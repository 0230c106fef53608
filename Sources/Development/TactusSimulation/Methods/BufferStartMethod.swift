import TactusRender

/// Sends everything that is due in a cycle on the cycle's first frame. Programs that cannot specify offsets do the
/// same, such as programs driven by timers or user interfaces.
///
/// While the transport moves, it sends the events between the host's beat and the beat at the cycle's end, which it
/// computes from the host's tempo. It repeats the search for each pass of the loop.
package struct BufferStartMethod: SequencingMethod {
  private let loop: BeatLoop
  private let sampleRate: Double

  package init(_ loop: BeatLoop, sampleRate: Int) {
    self.loop = loop
    self.sampleRate = Double(sampleRate)
  }

  package mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let context = cycle.context
    guard context.isMoving || !context.hasTransport, context.tempo > 0, context.tempo.isFinite else { return 0 }
    let end = context.beat + Double(cycle.frameCount) * context.tempo / (60 * sampleRate)
    var count = 0
    var pass = max(0, (context.beat / loop.beats).rounded(.down))
    while pass * loop.beats < end {
      for event in loop.events where count < buffer.count {
        let beat = pass * loop.beats + event.beat
        guard beat >= context.beat, beat < end else { continue }
        buffer[count] = TimedEvent(offset: 0, message: event.message)
        count += 1
      }
      pass += 1
    }
    return count
  }
}
