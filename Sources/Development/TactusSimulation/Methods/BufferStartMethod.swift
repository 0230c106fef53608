import TactusRender

/// Sends everything that is due in a cycle on its first frame, as programs without offsets do, such as timers and user
/// interfaces.
///
/// While the transport moves, it searches the beats from the host's beat to that of the cycle's end at the host's
/// tempo, once for each pass of the loop.
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
