import CVST3
import PluginHosting

/// A host's events over some time, each with its frame.
struct VST3Script {
  struct Line {
    var frame: Int
    var event: VST3HostEvent
  }

  var lines: [Line] = []
  var frames: Int

  /// Notes, controllers and automation; notes end within it.
  init(_ trial: VST3Trial, frames: Int, notes: Int, parameters: [VST3Parameter] = [], changes: Int = 0) {
    self.frames = frames
    for number in 0..<notes { addNote(trial, number) }
    for _ in 0..<notes / 2 { addController(trial) }
    let automatable = parameters.filter { $0.isAutomatable && !$0.isBypass }
    for _ in 0..<(automatable.isEmpty ? 0 : changes) {
      let parameter = automatable[trial.number(0...automatable.count - 1)]
      lines.append(Line(frame: trial.number(0...frames - 1), event: .parameter(parameter.id, trial.share())))
    }
    sort()
  }

  mutating func sort() {
    // stable, so that what has been added first comes first
    lines = lines.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  private mutating func addNote(_ trial: VST3Trial, _ number: Int) {
    let start = trial.number(0...frames - 2)
    let end = min(frames - 1, start + trial.number(1...30_000))
    let (key, channel) = (trial.number(24...96), trial.number(0...3))
    let id = trial.chance(50) ? number : -1
    let velocity = Float(trial.number(1...127)) / 127
    lines.append(Line(frame: start, event: .noteOn(key: key, velocity: velocity, channel: channel, number: id)))
    lines.append(Line(frame: end, event: .noteOff(key: key, channel: channel, number: id)))
  }

  private mutating func addController(_ trial: VST3Trial) {
    let (frame, channel) = (trial.number(0...frames - 1), trial.number(0...3))
    switch trial.number(0...4) {
    case 0: lines.append(Line(frame: frame, event: .controller(1, channel: channel, trial.share())))
    case 1: lines.append(Line(frame: frame, event: .controller(kPitchBend, channel: channel, trial.share())))
    case 2: lines.append(Line(frame: frame, event: .exclusive([0xF0, 0x7D, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xF7])))
    case 3: lines.append(Line(frame: frame, event: .controller(kAfterTouch, channel: channel, trial.share())))
    default: lines.append(Line(frame: frame, event: .pressure(key: trial.number(24...96), 0.5)))
    }
  }

  /// Plays it in blocks.
  ///
  /// - Parameter disorder: mixes the events of each block, but for those of one frame, which stay as they are.
  func play(
    on plugin: HostedVST3, _ transport: HostTransport?, disorder: VST3Trial? = nil, blockLength: () -> Int
  ) {
    var (done, next) = (0, 0)
    while done < frames {
      let count = min(blockLength(), frames - done)
      var events: [(offset: Int, event: VST3HostEvent)] = []
      while next < lines.count, lines[next].frame < done + count {
        events.append((lines[next].frame - done, lines[next].event))
        next += 1
      }
      if let disorder {
        let frames = Set(events.map(\.offset)).sorted().shuffled(using: &disorder.random)
        events = frames.flatMap { frame in events.filter { $0.offset == frame } }
      }
      plugin.process(count, transport?.after(done, rate: plugin.rate), events)
      done += count
    }
  }
}
