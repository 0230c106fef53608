import CCLAP
import PluginHosting

extension Trial {
  /// All due events must have come, each on its frame.
  func check(_ name: String, _ played: [Int], on due: [DueFrame], _ words: @autoclosure () -> String = "") {
    let wrong = zip(played, due).prefix { $1.isNearest($0) }.count
    check(
      wrong == played.count && wrong == due.count,
      "\(name) at \(played[wrong...].prefix(5))… (\(played.count)), not \(due[wrong...].prefix(5).map(\.exact))… "
        + "(\(due.count)), from number \(wrong) on\(words())")
    figures.append("\(played.count) on their frames")
  }
}

extension TrialKind {

  /// The first sequence, a kick on each beat and a snare on the second and fourth, is on the beats' own frames.
  @Sendable static func followSequencer(_ trial: Trial) {
    guard trial.isSequencer, let plugin = trial.open(Double([44_100, 48_000, 96_000][trial.number(0...2)])) else {
      return
    }
    var transport = trial.transport()
    transport.beat = Double(trial.number(0...400)) + Double(trial.number(0...1_000)) / 1_000
    let script = Script(trial, frames: trial.number(100_000...300_000), notes: 0, parameters: [], changes: 0)
    script.play(on: plugin, transport) { trial.blockLength() }
    for (key, isDue) in [(36, { (_: Int) in true }), (38, { (beat: Int) in beat & 1 == 1 })] {
      var due: [DueFrame] = []
      var beat = Int(transport.beat.rounded(.up))
      while case let frame = DueFrame(beat: Double(beat), transport, plugin.rate), frame.nearest < script.frames {
        if isDue(beat) { due.append(frame) }
        beat += 1
      }
      let played = plugin.heard.filter { $0.startsNote && Int($0.key) == key }.map(\.frame)
      trial.check("key \(key)", played, on: due, ", \(transport)")
    }
    trial.close(plugin)
  }

  /// Steps of the arpeggiator by position are on the frames of sixteenths.
  @Sendable static func followArpeggiator(_ trial: Trial) {
    guard trial.isArpeggiator, let plugin = trial.open() else { return }
    guard let restart = plugin.parameters.first(where: { $0.module == "Arpeggiator" && $0.name == "Restart" }) else {
      return trial.check(false, "has no Restart")
    }
    plugin.flush([.parameter(restart.id, 0)])
    let transport = trial.transport()
    var script = Script(trial, frames: 200_000, notes: 0, parameters: [], changes: 0)
    let start = trial.number(0...9_999)
    for key in [60, 64, 67] {
      script.lines.append(.init(frame: start, event: .noteOn(key: key)))
      script.lines.append(.init(frame: 190_000, event: .noteOff(key: key)))
    }
    script.sort()
    script.play(on: plugin, transport) { trial.blockLength() }
    var step = Int((transport.beat * 4).rounded(.up))
    var due: [DueFrame] = []
    while case let frame = DueFrame(beat: Double(step) / 4, transport, plugin.rate), frame.nearest < 190_000 {
      if frame.nearest >= start { due.append(frame) }
      step += 1
    }
    let played = plugin.heard.filter(\.startsNote).map(\.frame)
    trial.check("steps", played, on: due)
    trial.close(plugin)
  }

  /// A bank whose one sound is a point is heard on the frames of the notes and on no other.
  @Sendable static func followClicks(_ trial: Trial) {
    guard trial.isSampler, let plugin = trial.open() else { return }
    let path = "\(ClickBank.folder)/tactus-click-\(trial.seed).sf2"
    guard ClickBank.write(to: path, sampleRate: 48_000) else { return trial.check(false, "cannot write \(path)") }
    defer { ClickBank.remove(path) }
    trial.check(plugin.loadPreset(key: "Dry"), "cannot load a preset")
    trial.check(plugin.loadPreset(file: path), "cannot load a bank")
    plugin.keepsSound = true
    var script = Script(trial, frames: 120_000, notes: 0, parameters: [], changes: 0)
    let frames = Set((0..<200).map { _ in trial.number(0...119_999) }).sorted()
    for (index, frame) in frames.enumerated() {
      let key = 30 + index % 60
      script.lines.append(
        .init(frame: frame, event: index % 2 == 0 ? .noteOn(key: key) : .midi(0x90, UInt8(key), 96)))
      let end = min(119_999, frame + trial.number(1...999))
      script.lines.append(.init(frame: end, event: index % 2 == 0 ? .noteOff(key: key) : .midi(0x80, UInt8(key), 0)))
    }
    script.sort()
    script.play(on: plugin, nil) { trial.blockLength() }
    let heard = (0..<plugin.sound.count / 2).filter { plugin.sound[2 * $0] != 0 }
    trial.check(
      heard == frames, "clicks at \(heard.prefix(4))… (\(heard.count)), not \(frames.prefix(4))… (\(frames.count))")
    trial.figures.append("\(heard.count) on their frames")
    trial.close(plugin)
  }
}
