import CVST3

extension VST3TrialKind {
  /// The parameter that is touched in “Learn” takes the controller of which the host tells, which then moves it and is
  /// reported to the host; the state keeps it.
  @Sendable static func learnControllers(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    guard let mode = plugin.parameters.first(where: { $0.title == "MIDI learn" }),
      let learn = plugin.find(IMidiLearn_iid, IMidiLearn.self),
      let touched = plugin.parameters.filter({ $0.isAutomatable && !$0.isBypass }).randomElement(using: &trial.random)
    else { return trial.check(false, "cannot learn") }
    let table = learn.pointee.vtbl.pointee
    let (channel, number) = (trial.number(0...15), trial.number(102...119))
    func offer(_ number: Int, bus: Int = 0, channel: Int) -> Bool {
      let input = (Int32(bus), Int16(channel), Int16(number))
      return table.onLiveMIDIControllerInput(learn, input.0, input.1, input.2) == tresult(kResultTrue)
    }
    trial.check(!offer(number, channel: channel), "learns what nobody asked for")
    plugin.set(mode.id, to: 0.5)
    plugin.process(64, nil, [(3, .parameter(touched.id, touched.defaultValue))])
    waitForLearning(plugin)
    trial.check(!offer(number, bus: 1, channel: channel), "learns from another bus")
    for wrong in [-1, 16] { trial.check(!offer(number, channel: wrong), "learns from channel \(wrong)") }
    for wrong in [-1, 0, 98, 121, 500] { trial.check(!offer(wrong, channel: channel), "learns controller \(wrong)") }
    plugin.supportsDirtyFlag = true
    let marks = plugin.dirtyMarks
    trial.check(offer(number, channel: channel), "does not learn")
    plugin.set(mode.id, to: 0)
    trial.check(plugin.dirtyMarks == marks + 1, "does not mark the project as changed")
    for value in [1.0, 0] {
      plugin.process(64, nil, [(5, .controller(number, channel: channel, value))])
      trial.check(plugin.value(of: touched.id) == value, "\(touched.title) is not \(value)")
    }
    if let state = plugin.save(), let other = trial.open() {
      other.supportsDirtyFlag = true
      trial.check(other.load(state), "cannot load a state")
      trial.check(other.dirtyMarks == 0, "a loaded state marks the project")
      other.process(64, nil, [(5, .controller(number, channel: channel, 1))])
      trial.check(other.value(of: touched.id) == 1, "the state has forgotten")
      trial.close(other)
    }
    _ = table.release(learn)
    trial.close(plugin)
  }

  /// Asks for the state, which takes over what has been touched.
  private static func waitForLearning(_ plugin: HostedVST3) { _ = plugin.save() }
}
