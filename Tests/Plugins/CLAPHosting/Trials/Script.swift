import PluginHosting

/// A host's events over some time, each with its frame.
struct Script {
  struct Line {
    var frame: Int
    var event: HostEvent
  }

  var lines: [Line] = []
  var frames: Int

  /// Notes in both dialects, controllers and automation; notes end within it.
  init(_ trial: Trial, frames: Int, notes: Int, parameters: [HostParameter], changes: Int) {
    self.frames = frames
    for number in 0..<notes { addNote(trial, number) }
    for _ in 0..<notes / 2 { addController(trial) }
    let automatable = parameters.filter { $0.isAutomatable && !$0.isBypass }
    for _ in 0..<(automatable.isEmpty ? 0 : changes) {
      let parameter = automatable[trial.number(0...automatable.count - 1)]
      lines.append(
        Line(frame: trial.number(0...frames - 1), event: .parameter(parameter.id, trial.value(of: parameter))))
    }
    sort()
  }

  mutating func sort() {
    // stable, so that what has been added first comes first
    lines = lines.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  private mutating func addNote(_ trial: Trial, _ number: Int) {
    let start = trial.number(0...frames - 2)
    let end = min(frames - 1, start + trial.number(1...30_000))
    let (key, channel) = (trial.number(24...96), trial.number(0...3))
    if trial.chance(50) {
      let velocity = Double(trial.number(1...127)) / 127
      lines.append(Line(frame: start, event: .noteOn(key: key, velocity: velocity, channel: channel, number: number)))
      lines.append(Line(frame: end, event: .noteOff(key: key, channel: channel, number: number)))
    } else {
      lines.append(
        Line(frame: start, event: .midi(0x90 | UInt8(channel), UInt8(key), UInt8(trial.number(1...127)))))
      lines.append(Line(frame: end, event: .midi(0x80 | UInt8(channel), UInt8(key), 64)))
    }
  }

  private mutating func addController(_ trial: Trial) {
    let (frame, channel) = (trial.number(0...frames - 1), UInt8(trial.number(0...3)))
    switch trial.number(0...4) {
    case 0: lines.append(Line(frame: frame, event: .midi(0xB0 | channel, 1, UInt8(trial.number(0...127)))))
    case 1: lines.append(Line(frame: frame, event: .midi(0xE0 | channel, 0, UInt8(trial.number(0...127)))))
    case 2: lines.append(Line(frame: frame, event: .exclusive([0xF0, 0x7D, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xF7])))
    case 3: lines.append(Line(frame: frame, event: .packet(0x40B0_0700, UInt32(trial.number(0...Int(UInt32.max))))))
    default: lines.append(Line(frame: frame, event: .pressure(0.5, key: trial.number(24...96))))
    }
  }

  /// Plays it in blocks.
  ///
  /// - Parameter disorder: mixes the events of each block, but for those of one frame, which stay as they are.
  func play(
    on plugin: HostedPlugin, _ transport: HostTransport?, disorder: Trial? = nil, blockLength: () -> Int
  ) {
    var (done, next) = (0, 0)
    while done < frames {
      let count = min(blockLength(), frames - done)
      var events: [(offset: Int, event: HostEvent)] = []
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

extension Trial {
  /// A random value of a parameter.
  func value(of parameter: HostParameter) -> Double {
    let value = Double.random(in: parameter.range, using: &random)
    return parameter.isStepped ? value.rounded() : value
  }

  /// A transport that plays from somewhere.
  func transport() -> HostTransport {
    var transport = HostTransport()
    transport.tempo = Double(number(400...24_000)) / 100
    transport.beat = Double(number(-8...4_000)) / 4
    return transport
  }
}
