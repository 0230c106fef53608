import CVST3
import PluginHosting

extension VST3TrialKind {
  /// A state contains all settings, through any streams, during and outside playback.
  @Sendable static func keepState(_ trial: VST3Trial) {
    guard let one = trial.open(trial.chance(50) ? 48_000 : nil), let other = trial.open(trial.chance(50) ? 96_000 : nil)
    else { return }
    let parameters = one.parameters
    let changes = parameters.filter { !$0.isBypass && trial.chance(60) }.map { ($0.id, trial.share()) }
    if one.isActive, trial.chance(50) {
      one.process(512, trial.transport(), changes.map { (trial.number(0...511), .parameter($0.0, $0.1)) })
    } else {
      one.change(changes)
    }
    if other.isActive { other.process(300, trial.transport(), [(10, .noteOn(key: 60))]) }
    guard let state = one.save(most: trial.number(1...97)) else { return trial.check(false, "cannot be saved") }
    let before = other.handler.object.pointee.newValues
    let isFile = trial.chance(50)
    trial.check(other.load(state, most: isFile ? 1 << 20 : trial.number(1...89), isFile: isFile), "refuses its state")
    trial.check(other.handler.object.pointee.newValues > before, "does not say that its values have changed")
    if other.isActive { for _ in 0..<4 { other.process(500, trial.transport()) } }
    for parameter in parameters {
      let (was, now) = (one.value(of: parameter.id), other.value(of: parameter.id))
      trial.check(was == now, "\(parameter.title) was \(was) and is \(now)")
    }
    trial.check(other.save() == state, "the state of a loaded state is another one")
    trial.figures.append("\(state.count) bytes, \(parameters.count) parameters")
    trial.close(one)
    trial.close(other)
  }

  /// A change on the control side is in the state at once, and does not replace what `process` receives later.
  @Sendable static func keepEdits(_ trial: VST3Trial) {
    guard let plugin = trial.open(), let copy = trial.open(nil) else { return }
    let parameters = plugin.parameters.filter { $0.isAutomatable && $0.steps == 0 }
    guard let parameter = parameters.randomElement(using: &trial.random) else { return trial.close(plugin) }
    plugin.set(parameter.id, to: 0.25)
    trial.check(plugin.value(of: parameter.id) == 0.25, "forgets a change")
    trial.check(plugin.save().map { copy.load($0) } ?? false, "cannot be saved")
    trial.check(abs(copy.value(of: parameter.id) - 0.25) < 1e-9, "a change is not in the state")
    plugin.process(64, nil, [(3, .parameter(parameter.id, 0.75))])
    // what the host's window shows late is not for the processor
    plugin.set(parameter.id, to: 0.5)
    plugin.process(64, nil)
    trial.check(
      abs(plugin.value(of: parameter.id) - 0.75) < 1e-9, "\(parameter.title) is \(plugin.value(of: parameter.id))")
    trial.close(plugin)
  }

  /// Each program of the list has values of its own, whether it is selected in a block or outside.
  @Sendable static func selectPrograms(_ trial: VST3Trial) {
    guard let inside = trial.open(), let outside = trial.open(nil) else { return }
    guard let program = inside.allParameters.first(where: \.isProgram) else { return trial.check(false, "no programs") }
    var states: Set<[UInt8]> = []
    for index in (0...program.steps).reversed() {
      let value = Double(index) / Double(program.steps)
      // whatever was set before
      for (id, share) in inside.parameters.filter({ !$0.isBypass }).map({ ($0.id, trial.share()) }) {
        inside.change([(id, share)])
        outside.change([(id, share)])
      }
      inside.process(64, nil, [(trial.number(0...63), .parameter(program.id, value))])
      outside.set(program.id, to: value)
      let (one, other) = (inside.save() ?? [], outside.save() ?? [1])
      trial.check(one == other, "program \(index) differs if it is selected in a block")
      trial.check(inside.value(of: program.id) == value, "another program than \(index)")
      states.insert(one)
      if let restored = trial.open() {
        trial.check(
          restored.load(one) && restored.value(of: program.id) == value, "a state does not restore program \(index)")
        trial.close(restored)
      }
    }
    trial.check(states.count == program.steps + 1, "two programs are the same")
    trial.check(inside.handler.object.pointee.newValues == 0, "reports in two ways")
    trial.check(
      inside.reported.allSatisfy { inside.value(of: $0.key) == $0.value }, "reports other values than it has")
    trial.check(inside.reported.count > 3, "does not report the values of a program")
    trial.figures.append("\(states.count) programs")
    trial.close(inside)
    trial.close(outside)
  }

  /// Activated again and again at other rates, in the middle of notes, and released while it is active.
  @Sendable static func changeRates(_ trial: VST3Trial) {
    guard let plugin = trial.open(nil) else { return }
    plugin.process(64, trial.transport())
    trial.check(plugin.result == tresult(kNotInitialized), "renders before it is active")
    for rate in [44_100.0, 1_000, 8_000, 192_000, 48_000 / 1.001, 22_050, 48_000, 96_000] {
      trial.check(!plugin.activate(.nan) && !plugin.activate(999) && !plugin.activate(1e9), "takes a rate that is none")
      trial.check(plugin.activate(rate, most: trial.chance(50) ? 512 : HostedVST3.mostFrames), "refuses \(rate)")
      for _ in 0..<6 {
        plugin.process(trial.number(1...512), trial.transport(), [(0, .noteOn(key: trial.number(30...90)))])
      }
      if rate != 96_000 { plugin.deactivate() }
    }
    for offence in plugin.offences { trial.check(false, offence) }
  }

  /// Two concurrent instances do not affect each other.
  @Sendable static func playTwo(_ trial: VST3Trial) {
    guard let alone = trial.open(), let one = trial.open(), let two = trial.open() else { return }
    let script = VST3Script(trial, frames: 20_000, notes: 20, parameters: alone.parameters, changes: 10)
    let noise = VST3Script(trial, frames: 20_000, notes: 20, parameters: alone.parameters, changes: 10)
    let transport = trial.transport()
    for plugin in [alone, one] { plugin.keepsSound = trial.isSampler }
    script.play(on: alone, transport) { 500 }
    var done = 0
    while done < 20_000 {
      for (script, plugin) in [(script, one), (noise, two)] {
        let lines = script.lines.filter { $0.frame >= done && $0.frame < done + 500 }
        plugin.process(500, transport.after(done, rate: 48_000), lines.map { ($0.frame - done, $0.event) })
      }
      done += 500
    }
    trial.check(one.heard == alone.heard, "other events beside another instance")
    trial.check(one.sound == alone.sound, "another sound beside another instance")
    for plugin in [alone, one, two] { trial.close(plugin) }
  }
}
