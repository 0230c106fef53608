import CVST3
import PluginHosting

extension VST3TrialKind {
  /// Controllers arrive as MIDI on their frames: the note effects pass them on.
  @Sendable static func mapControllers(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    guard trial.isArpeggiator else { return trial.close(plugin) }
    var due: [VST3Heard] = []
    var script = VST3Script(trial, frames: 20_000, notes: 0)
    let frames = Set((0..<60).map { _ in trial.number(0...19_999) }).sorted()
    for frame in frames {
      // mode messages and pedals change what the arpeggiator itself does
      let numbers = [1, 7, 10, 11, 74, kAfterTouch, kPitchBend, kCtrlProgramChange]
      let (number, channel) = (numbers[trial.number(0...7)], trial.number(0...15))
      let whole = trial.number(0...(number == kPitchBend ? 16_383 : 127))
      let share = Double(whole) / (number == kPitchBend ? 16_383 : 127)
      script.lines.append(.init(frame: frame, event: .controller(number, channel: channel, share)))
      var heard = VST3Heard(Event(), from: frame)
      (heard.type, heard.channel, heard.key, heard.value) = (kLegacyMIDICCOutEvent, channel, number, Float(whole))
      due.append(heard)
    }
    script.play(on: plugin, nil) { trial.blockLength() }
    trial.check(
      plugin.heard == due, "\(plugin.heard.count) controllers: \(plugin.heard.prefix(2)), not \(due.prefix(2))")
    plugin.heard = []
    // a registered parameter, its value and the null parameter on one frame keep their order
    let steps = [(101, 0), (100, 0), (6, 2), (38, 0), (101, 127), (100, 127)]
    plugin.process(64, nil, steps.map { (5, .controller($0.0, Double($0.1) / 127)) })
    let played = plugin.heard.map { [$0.key, Int($0.value)] }
    trial.check(played == steps.map { [$0.0, $0.1] }, "a registered parameter as \(played)")
    passExclusives(trial, plugin)
    trial.figures.append("\(due.count) on their frames")
    trial.close(plugin)
  }

  /// The host's list has only pointers to the bytes of system-exclusive messages; the host reads the bytes after the
  /// block.
  private static func passExclusives(_ trial: VST3Trial, _ plugin: HostedVST3) {
    plugin.heard = []
    let messages = (1...3).map { length -> [UInt8] in
      let data = (0..<8 * length).map { _ in UInt8(trial.number(0...127)) }
      return [0xF0, 0x7D] + data + [0xF7]
    }
    var events: [(offset: Int, event: VST3HostEvent)] = messages.map { (7, .exclusive($0)) }
    events.append((8, .pressure(key: 60, 0.5)))
    plugin.process(64, nil, events)
    let sums = plugin.heard.filter { $0.type == kDataEvent }.map(\.sum)
    trial.check(sums == messages.map { VST3Heard.sum($0) }, "other bytes after the block")
  }

  /// Pressure as a note expression becomes key pressure of the note's key.
  @Sendable static func pressKeys(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    guard let bypass = plugin.parameters.first(where: \.isBypass) else { return trial.check(false, "no bypass") }
    plugin.process(64, nil, [(0, .parameter(bypass.id, 1))])
    plugin.heard = []
    let (key, other) = (trial.number(0...60), trial.number(61...127))
    var events: [(offset: Int, event: VST3HostEvent)] = [
      (0, .noteOn(key: key, channel: 3, number: 7)), (1, .noteOn(key: other, channel: 4, number: 8)),
      (9, .expression(type: kCustomStart, number: 7, 1)), (10, .expression(type: kTuningTypeID, number: 7, 1)),
      (11, .expression(type: kCustomStart, number: 9, 1)), (12, .noteOff(key: -1, channel: -1, number: 8)),
      (13, .expression(type: kCustomStart, number: 8, 1)), (14, .noteOff(key: key, channel: 3, number: 7)),
    ]
    // the notes to which events refer are known even if the events come in another order
    if trial.chance(50) { events.shuffle(using: &trial.random) }
    plugin.process(64, nil, events)
    let pressed = plugin.heard.filter { $0.type == kPolyPressureEvent }.map { [$0.frame, $0.channel, $0.key] }
    trial.check(trial.isSampler || pressed == [[64 + 9, 3, key]], "pressed: \(pressed)")
    trial.check(soundingPlaces(plugin.heard).isEmpty, "a note that is ended by its number sounds on")
    trial.close(plugin)
  }

  /// Whatever the host does, each note that it has accepted ends.
  @Sendable static func endNotes(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    let parameters = plugin.parameters
    let state = plugin.save() ?? []
    plugin.refusesOneOf = [0, 0, 3, 20][trial.number(0...3)]
    for _ in 0..<trial.number(3...8) {
      let frames = trial.number(5_000...40_000)
      var script = VST3Script(
        trial, frames: frames, notes: 20, parameters: parameters, changes: trial.number(0...200))
      script.lines.removeAll { line in
        if case .noteOff = line.event { return trial.chance(20) }
        return false
      }
      var transport = trial.chance(80) ? trial.transport() : nil
      if let beat = transport?.beat, trial.chance(30) { transport?.loop = beat..<beat + 1.5 }
      script.play(on: plugin, transport) { trial.blockLength() }
      disturb(trial, plugin, parameters, state)
    }
    calm(plugin, parameters)
    let sounding = soundingPlaces(plugin.heard)
    trial.check(sounding.isEmpty, "notes that never end, channel·128 + key: \(sounding.prefix(5))")
    trial.figures.append("\(plugin.heard.filter(\.startsNote).count) notes, \(plugin.refused) refusals")
    trial.close(plugin)
  }

  private static func disturb(
    _ trial: VST3Trial, _ plugin: HostedVST3, _ parameters: [VST3Parameter], _ state: [UInt8]
  ) {
    switch trial.number(0...6) {
    case 0: plugin.reset()
    case 1:
      plugin.deactivate()
      plugin.activate(Double([44_100, 48_000, 96_000][trial.number(0...2)]))
    case 2: plugin.change(parameters.filter { _ in trial.chance(20) }.map { ($0.id, trial.share()) })
    case 3: trial.check(plugin.load(state), "does not take its own state")
    case 4: plugin.change(parameters.filter(\.isBypass).map { ($0.id, trial.chance(50) ? 1 : 0) })
    case 5: plugin.process(0, nil)
    default: break
    }
  }

  /// Everything is released: the host ends the notes that it has started, starts no others, and accepts all events.
  static func calm(_ plugin: HostedVST3, _ parameters: [VST3Parameter]) {
    plugin.refusesOneOf = 0
    var transport = HostTransport()
    transport.isPlaying = false
    let ends = (0..<4 * 128).map { (offset: 0, event: VST3HostEvent.noteOff(key: $0 & 127, channel: $0 >> 7)) }
    let pedals = (0..<16).map { (offset: 0, event: VST3HostEvent.controller(64, channel: $0, 0)) }
    let bypass = parameters.filter(\.isBypass).map { (offset: 1, event: VST3HostEvent.parameter($0.id, 1)) }
    // a key may have been struck several times
    for _ in 0..<8 { plugin.process(64, transport, ends + pedals) }
    plugin.process(64, transport, bypass)
    for _ in 0..<8 { plugin.process(4_096, transport) }
  }

  /// The keys on which notes sound after all these events.
  static func soundingPlaces(_ heard: [VST3Heard]) -> [Int] {
    var sounding: [Int: Int] = [:]
    for event in heard {
      if event.startsNote { sounding[event.position, default: 0] += 1 }
      if event.endsNote { sounding[event.position] = max(0, sounding[event.position, default: 0] - 1) }
    }
    return sounding.filter { $0.value > 0 }.map(\.key).sorted()
  }
}
