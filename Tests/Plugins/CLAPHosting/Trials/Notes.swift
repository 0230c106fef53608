import CCLAP
import PluginHosting

extension TrialKind {
  /// Whatever the host does, each note that it has accepted ends.
  @Sendable static func endNotes(_ trial: Trial) {
    guard let plugin = trial.open() else { return }
    let parameters = plugin.parameters
    let state = plugin.save() ?? []
    plugin.manner = [.all, .onlyMIDI, .refusing(oneOf: 3), .refusing(oneOf: 20)][trial.number(0...3)]
    for _ in 0..<trial.number(3...8) {
      let frames = trial.number(5_000...40_000)
      var script = Script(trial, frames: frames, notes: 20, parameters: parameters, changes: trial.number(0...200))
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
    trial.check(sounding.isEmpty, "notes that never end, channel·128 + key: \(sounding.prefix(5)), \(plugin.manner)")
    trial.figures.append("\(plugin.heard.filter(\.startsNote).count) notes, \(plugin.refused) refusals")
    trial.close(plugin)
  }

  private static func disturb(
    _ trial: Trial, _ plugin: HostedPlugin, _ parameters: [HostParameter], _ state: [UInt8]
  ) {
    switch trial.number(0...6) {
    case 0: plugin.reset()
    case 1:
      plugin.deactivate()
      plugin.activate(Double([44_100, 48_000, 96_000][trial.number(0...2)]))
    case 2:
      let values = parameters.filter { _ in trial.chance(20) }
      plugin.flush(values.map { .parameter($0.id, trial.value(of: $0)) })
    case 3: trial.check(plugin.load(state), "does not take its own state")
    case 4: plugin.flush(parameters.filter(\.isBypass).map { .parameter($0.id, Double(trial.number(0...1))) })
    case 5: plugin.process(0, nil)
    default: break
    }
  }

  /// Everything is released: no new notes arrive, and the host accepts all events.
  static func calm(_ plugin: HostedPlugin, _ parameters: [HostParameter]) {
    plugin.manner = .all
    var transport = HostTransport()
    transport.isPlaying = false
    let bypass = parameters.filter(\.isBypass).map { (offset: 1, event: HostEvent.parameter($0.id, 1)) }
    plugin.process(64, transport, [(0, .noteOff(key: -1, channel: -1))] + bypass)
    for _ in 0..<8 { plugin.process(4_096, transport) }
  }

  /// The keys on which notes sound after all these events.
  static func soundingPlaces(_ heard: [Heard]) -> [Int] {
    var sounding: [Int: Int] = [:]
    for event in heard {
      if event.startsNote { sounding[event.position, default: 0] += 1 }
      if event.endsNote { sounding[event.position] = max(0, sounding[event.position, default: 0] - 1) }
    }
    return sounding.filter { $0.value > 0 }.map(\.key).sorted()
  }

  /// The host gets one note end for each note to which it has given an ID, even if it ends notes by ID alone, by key
  /// alone, or all at once, ends them again, or resets the plug-in; and the ended notes are silent.
  @Sendable static func numberNotes(_ trial: Trial) {
    guard let plugin = trial.open() else { return }
    plugin.manner = trial.chance(50) ? .all : .refusing(oneOf: 4)
    var (held, ended): ([(number: Int, key: Int)], [(number: Int, key: Int)]) = ([], [])
    var begun = 0
    for _ in 0..<200 {
      var events: [(offset: Int, event: HostEvent)] = []
      if trial.chance(60) {
        let key = trial.number(40...60)
        events.append((trial.number(0...63), .noteOn(key: key, number: begun)))
        held.append((begun, key))
        begun += 1
      }
      if trial.chance(50), !held.isEmpty {
        let note = held.remove(at: trial.number(0...held.count - 1))
        ended.append(note)
        let ways: [HostEvent] = [
          .noteOff(key: -1, channel: -1, number: note.number), .noteOff(key: note.key, number: note.number),
          .choke(key: -1, channel: -1, number: note.number), .noteOff(key: -1, channel: 0, number: note.number),
        ]
        events.append((63, ways[trial.number(0...3)]))
      }
      if trial.chance(3) {
        events.append((63, trial.chance(50) ? .choke(key: -1, channel: -1) : .noteOff(key: -1, channel: 0)))
        (held, ended) = ([], ended + held)
      }
      if trial.chance(30), let note = ended.randomElement(using: &trial.random) {
        let isChoke = trial.chance(50)
        events.append(
          (63, isChoke ? .choke(key: note.key, number: note.number) : .noteOff(key: note.key, number: note.number)))
      }
      plugin.process(64, nil, events)
      let numbers = Set(held.map { Int32($0.number) })
      let isEarly = plugin.heard.contains { $0.type == CLAP_EVENT_NOTE_END && numbers.contains($0.number) }
      trial.check(!isEarly, "the end of a note that the host holds")
      guard trial.chance(2) else { continue }
      plugin.reset()
      (held, ended) = ([], ended + held)
    }
    plugin.manner = .all
    plugin.process(64, nil, [(0, .noteOff(key: -1, channel: -1))])
    plugin.process(64, nil)
    let ends = plugin.heard.filter { $0.type == CLAP_EVENT_NOTE_END }.map { Int($0.number) }
    trial.check(ends.sorted() == (trial.isSampler ? Array(0..<begun) : []), "\(ends.count) ends of \(begun) notes")
    if trial.isArpeggiator || trial.isSequencer {
      for _ in 0..<30 { plugin.process(4_096, nil) }
      let sounding = soundingPlaces(plugin.heard)
      trial.check(sounding.isEmpty, "still sounding after all has been ended: \(sounding.prefix(5))")
    }
    trial.figures.append("\(begun) notes")
    trial.close(plugin)
  }
}
