import CCLAP
import PluginHosting

/// A frame from which the host's transport has a new position.
private struct Segment {
  var frame: Int
  var transport: HostTransport
}

extension TrialKind {
  /// If the host's transport jumps inside a block, or changes its tempo there, the following events are on the new
  /// frames.
  @Sendable static func followJumps(_ trial: Trial) {
    guard trial.isSequencer, let plugin = trial.open() else { return }
    let frames = 300_000
    var segments = [Segment(frame: 0, transport: trial.transport())]
    if trial.chance(25) { segments[0].transport.beat = -Double(trial.number(1...8)) / 4 }
    for frame in (0..<trial.number(1...8)).map({ _ in trial.number(1_000...frames - 1_000) }).sorted()
    where frame > segments[segments.count - 1].frame + 500 {
      var transport = trial.transport()
      // neither at the position that it would have reached anyway, nor on a beat
      transport.beat += 1_000.3 * Double(segments.count)
      segments.append(Segment(frame: frame, transport: transport))
    }
    play(segments, frames, plugin) { trial.blockLength() }
    let played = plugin.heard.filter { $0.startsNote && $0.key == 36 }.map(\.frame)
    trial.check("kicks", played, on: beats(segments, frames, plugin.rate))
    trial.figures.append("\(segments.count - 1) jumps")
    trial.close(plugin)
  }

  private static func play(
    _ segments: [Segment], _ frames: Int, _ plugin: HostedPlugin, blockLength: () -> Int
  ) {
    var (done, current) = (0, 0)
    while done < frames {
      let count = min(blockLength(), frames - done)
      while current + 1 < segments.count, segments[current + 1].frame <= done { current += 1 }
      let context = segments[current].transport.after(done - segments[current].frame, rate: plugin.rate)
      let inside = segments.filter { $0.frame > done && $0.frame < done + count }
      plugin.process(count, context, inside.map { ($0.frame - done, .transport($0.transport)) })
      done += count
    }
  }

  /// All beats of all segments. The pattern waits for beat 0: what a host counts before is a count-in.
  private static func beats(_ segments: [Segment], _ frames: Int, _ rate: Double) -> [DueFrame] {
    var due: [DueFrame] = []
    for (index, segment) in segments.enumerated() {
      let end = index + 1 < segments.count ? segments[index + 1].frame : frames
      var beat = max(0, segment.transport.beat.rounded(.up))
      while true {
        let frame = DueFrame(beat: beat, segment.transport, at: segment.frame, rate)
        if frame.nearest >= end { break }
        due.append(frame)
        beat += 1
      }
    }
    return due
  }
}
