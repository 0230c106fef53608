import CCLAP

extension TrialKind {
  /// The parameter that is touched in “Learn” takes the next controller, which then moves it and is reported to the host;
  /// the state keeps it.
  @Sendable static func learnControllers(_ trial: Trial) {
    guard let plugin = trial.open() else { return }
    guard let mode = plugin.parameters.first(where: { $0.name == "MIDI learn" }),
      let touched = plugin.parameters.filter({ $0.isAutomatable && !$0.isBypass }).randomElement(using: &trial.random)
    else { return trial.check(false, "cannot learn") }
    let (channel, number) = (UInt8(trial.number(0...15)), UInt8(trial.number(102...119)))
    func move(_ plugin: HostedPlugin, _ value: UInt8) {
      plugin.process(64, nil, [(trial.number(0...63), .midi(0xB0 | channel, number, value))])
      plugin.answer()
    }
    plugin.flush([.parameter(mode.id, 1)])
    plugin.process(64, nil, [(3, .parameter(touched.id, touched.defaultValue))])
    plugin.answer()
    let dirty = plugin.host.state.pointee.dirty.load(ordering: .relaxed)
    move(plugin, 64)
    trial.check(
      plugin.host.state.pointee.dirty.load(ordering: .relaxed) == dirty + 1, "does not mark the project as changed")
    plugin.flush([.parameter(mode.id, 0)])
    for (value, expected) in [(UInt8(127), touched.range.upperBound), (0, touched.range.lowerBound)] {
      plugin.heard = []
      move(plugin, value)
      trial.check(plugin.value(of: touched.id) == expected, "\(touched.name) is not \(expected)")
      let isReported = plugin.heard.contains {
        $0.type == CLAP_EVENT_PARAM_VALUE && $0.number == Int32(bitPattern: touched.id) && $0.value == expected
      }
      trial.check(isReported, "\(touched.name) is not reported")
    }
    if let state = plugin.save(), let other = trial.open() {
      trial.check(other.load(state), "cannot load a state")
      move(other, 127)
      trial.check(other.host.state.pointee.dirty.load(ordering: .relaxed) == 0, "a loaded state marks the project")
      trial.check(other.value(of: touched.id) == touched.range.upperBound, "the state has forgotten")
      trial.close(other)
    }
    plugin.flush([.parameter(mode.id, 2)])
    plugin.process(64, nil, [(3, .parameter(touched.id, touched.range.lowerBound))])
    plugin.answer()
    move(plugin, 127)
    trial.check(plugin.value(of: touched.id) == touched.range.lowerBound, "\(touched.name) is not forgotten")
    trial.close(plugin)
  }
}
