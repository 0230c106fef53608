import CVST3
import PluginHosting

extension VST3TrialKind {
  /// The first sequence, a kick on each beat, is on the beats' own frames.
  @Sendable static func followSequencer(_ trial: VST3Trial) {
    guard trial.isSequencer, let plugin = trial.open(Double([44_100, 48_000, 96_000][trial.number(0...2)])) else {
      return
    }
    var transport = trial.transport()
    transport.beat = Double(trial.number(0...400)) + Double(trial.number(0...1_000)) / 1_000
    let script = VST3Script(trial, frames: trial.number(100_000...300_000), notes: 0)
    script.play(on: plugin, transport) { trial.blockLength() }
    var due: [DueFrame] = []
    var beat = Int(transport.beat.rounded(.up))
    while case let frame = DueFrame(beat: Double(beat), transport, plugin.rate), frame.nearest < script.frames {
      due.append(frame)
      beat += 1
    }
    let played = plugin.heard.filter { $0.startsNote && $0.key == 36 }.map(\.frame)
    let areRight = zip(played, due).allSatisfy { $1.isNearest($0) }
    trial.check(
      played.count == due.count && areRight,
      "kicks at \(played.prefix(5))… (\(played.count)), not \(due.prefix(5).map(\.exact))… (\(due.count)), \(transport)"
    )
    trial.figures.append("\(played.count) on their frames")
    trial.close(plugin)
  }

  /// A bank whose one sound is a point is heard on the frames of the notes and on no other.
  @Sendable static func followClicks(_ trial: VST3Trial) {
    guard trial.isSampler, let plugin = trial.open() else { return }
    let path = "\(ClickBank.folder)/tactus-vst3-click-\(trial.seed).sf2"
    guard ClickBank.write(to: path, sampleRate: 48_000) else { return trial.check(false, "cannot write \(path)") }
    defer { ClickBank.remove(path) }
    trial.check(plugin.load(clickState(path)), "cannot load a bank")
    plugin.keepsSound = true
    var script = VST3Script(trial, frames: 120_000, notes: 0)
    let frames = Set((0..<200).map { _ in trial.number(0...119_999) }).sorted()
    for (index, frame) in frames.enumerated() {
      let (key, number) = (30 + index % 60, index % 2 == 0 ? index : -1)
      script.lines.append(.init(frame: frame, event: .noteOn(key: key, number: number)))
      let end = min(119_999, frame + trial.number(1...999))
      script.lines.append(.init(frame: end, event: .noteOff(key: key, number: number)))
    }
    script.sort()
    script.play(on: plugin, nil) { trial.blockLength() }
    let heard = (0..<plugin.sound.count / 2).filter { plugin.sound[2 * $0] != 0 }
    trial.check(
      heard == frames, "clicks at \(heard.prefix(4))… (\(heard.count)), not \(frames.prefix(4))… (\(frames.count))")
    trial.figures.append("\(heard.count) on their frames")
    trial.close(plugin)
  }

  /// The state of a sampler without effects that has loaded a bank.
  package static func clickState(_ bank: String) -> [UInt8] {
    let text = """
      {"format": "tactus plugin", "version": 1, "plugin": "tactus.sampler", "bank": "\(bank)",
       "parameters": {"reverb": 0, "chorus": 0}}
      """
    return Array(text.utf8)
  }
}
