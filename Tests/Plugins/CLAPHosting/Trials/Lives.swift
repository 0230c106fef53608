import CCLAP
import PluginHosting

extension TrialKind {
  /// A state contains all settings, through any streams, during and outside playback.
  @Sendable static func keepState(_ trial: Trial) {
    guard let one = trial.open(trial.chance(50) ? 48_000 : nil), let other = trial.open(trial.chance(50) ? 96_000 : nil)
    else { return }
    let parameters = one.parameters
    let changes = parameters.filter { !$0.isBypass && trial.chance(60) }
      .map { HostEvent.parameter($0.id, trial.value(of: $0)) }
    if one.isActive, trial.chance(50) {
      one.process(512, trial.transport(), changes.map { (trial.number(0...511), $0) })
    } else {
      one.flush(changes)
    }
    if other.isActive { other.process(300, trial.transport(), [(10, .noteOn(key: 60))]) }
    guard let state = one.save(most: trial.number(1...97)) else { return trial.check(false, "cannot be saved") }
    let rescans = other.host.state.pointee.rescans.load(ordering: .relaxed)
    trial.check(other.load(state, most: trial.number(1...89)), "does not take its own state")
    trial.check(
      other.host.state.pointee.rescans.load(ordering: .relaxed) > rescans, "does not say that its values have changed")
    if other.isActive { for _ in 0..<4 { other.process(500, trial.transport()) } }
    for parameter in parameters {
      let (was, now) = (one.value(of: parameter.id) ?? .nan, other.value(of: parameter.id) ?? .nan)
      trial.check(was == now, "\(parameter.module) \(parameter.name) was \(was) and is \(now)")
    }
    trial.check(other.save() == state, "the state of a loaded state is another one")
    trial.figures.append("\(state.count) bytes, \(parameters.count) parameters")
    trial.close(one)
    trial.close(other)
  }

  /// Activated again and again at other rates, in the middle of notes, and destroyed while it is active.
  @Sendable static func changeRates(_ trial: Trial) {
    guard let plugin = trial.open(nil) else { return }
    plugin.shape.hasOutputs = false
    plugin.process(64, trial.transport())
    trial.check(Int(plugin.status) == CLAP_PROCESS_ERROR, "renders before it is active")
    plugin.shape.hasOutputs = true
    for rate in [44_100.0, 1_000, 8_000, 192_000, 48_000 / 1.001, 22_050, 48_000, 96_000] {
      trial.check(!plugin.activate(.nan) && !plugin.activate(999) && !plugin.activate(1e9), "takes a rate that is none")
      trial.check(plugin.activate(rate, most: trial.chance(50) ? 512 : HostedPlugin.mostFrames), "refuses \(rate)")
      for _ in 0..<6 {
        plugin.process(trial.number(1...512), trial.transport(), [(0, .noteOn(key: trial.number(30...90)))])
      }
      if rate != 96_000 { plugin.deactivate() }
    }
    for offence in plugin.offences { trial.check(false, offence) }
  }

  /// Two concurrent instances do not affect each other.
  @Sendable static func playTwo(_ trial: Trial) {
    guard let alone = trial.open(), let one = trial.open(), let two = trial.open() else { return }
    let script = Script(trial, frames: 20_000, notes: 20, parameters: alone.parameters, changes: 10)
    let noise = Script(trial, frames: 20_000, notes: 20, parameters: alone.parameters, changes: 10)
    let transport = trial.transport()
    for plugin in [alone, one] { plugin.keepsSound = trial.isSampler }
    script.play(on: alone, transport) { 500 }
    var done = 0
    var (next, nextNoise) = (0, 0)
    while done < 20_000 {
      one.process(500, transport.after(done, rate: 48_000), events(script, &next, done))
      two.process(500, transport, events(noise, &nextNoise, done))
      done += 500
    }
    trial.check(one.heard == alone.heard, "other events beside another instance")
    trial.check(one.sound == alone.sound, "another sound beside another instance")
    for plugin in [alone, one, two] { trial.close(plugin) }
  }

  private static func events(_ script: Script, _ next: inout Int, _ done: Int) -> [(offset: Int, event: HostEvent)] {
    var events: [(offset: Int, event: HostEvent)] = []
    while next < script.lines.count, script.lines[next].frame < done + 500 {
      events.append((script.lines[next].frame - done, script.lines[next].event))
      next += 1
    }
    return events
  }

  /// A silent instrument may sleep, is woken by a note, and is silent while it reports silence.
  @Sendable static func sleep(_ trial: Trial) {
    guard let plugin = trial.open() else { return }
    guard trial.isSampler else {
      plugin.process(256, nil)
      trial.check(Int(plugin.status) == CLAP_PROCESS_CONTINUE, "sleeps, and would not see the transport move")
      return trial.close(plugin)
    }
    for round in 0..<2 {
      plugin.keepsSound = true
      plugin.process(1_000, nil, [(trial.number(0...300), .noteOn(key: 60))])
      trial.check(Int(plugin.status) == CLAP_PROCESS_CONTINUE, "sleeps with a note, round \(round)")
      trial.check(plugin.sound.contains { $0 != 0 }, "no sound of a note, round \(round)")
      plugin.process(1_000, nil, [(10, .noteOff(key: 60))])
      let blocks = waitForSleep(trial, plugin)
      trial.check(Int(plugin.status) == CLAP_PROCESS_SLEEP, "does not sleep within 62 s")
      trial.figures.append("sleeps \(blocks * 3_000 / 48_000) s after a note")
    }
    sleepWithEffects(trial, plugin)
    trial.close(plugin)
  }

  /// A plug-in does not sleep while an arpeggiator or an echo has notes to play.
  private static func sleepWithEffects(_ trial: Trial, _ plugin: HostedPlugin) {
    let effects = ["Echo", "Arpeggiator", "Humanise"]
    plugin.flush(
      plugin.parameters.filter { effects.contains($0.module) }.map { .parameter($0.id, trial.value(of: $0)) })
    plugin.process(1_000, trial.transport(), [(0, .noteOn(key: 60)), (600, .midi(0x90, 72, 100))])
    plugin.process(1_000, trial.transport(), [(10, .noteOff(key: 60)), (11, .midi(0x80, 72, 0))])
    _ = waitForSleep(trial, plugin)
  }

  /// - Returns: how many blocks of 3,000 frames it takes, 1,000 at most. It must be silent when it sleeps, and then.
  private static func waitForSleep(_ trial: Trial, _ plugin: HostedPlugin) -> Int {
    var blocks = 0
    plugin.keepsSound = true
    while Int(plugin.status) != CLAP_PROCESS_SLEEP, blocks < 1_000 {
      plugin.sound = []
      plugin.process(3_000, HostTransport().after(3_000 * blocks, rate: plugin.rate))
      blocks += 1
    }
    guard Int(plugin.status) == CLAP_PROCESS_SLEEP else { return blocks }
    for later in 0..<100 { plugin.process(3_000, HostTransport().after(3_000 * (blocks + later), rate: plugin.rate)) }
    trial.check(plugin.sound.allSatisfy { $0 == 0 }, "sounds while it sleeps")
    plugin.sound = []
    return blocks
  }
}
