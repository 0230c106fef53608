import CVST3

extension VST3TrialKind {
  /// The plug-in's description of itself is consistent.
  @Sendable static func describe(_ trial: VST3Trial) {
    trial.check(
      HostedVST3(trial.library, trial.name + "x") == nil, "there is a plug-in of a name that nobody has given")
    guard let plugin = trial.open(nil) else { return }
    let table = plugin.component.pointee.vtbl.pointee
    func count(_ type: Int, _ direction: Int) -> Int32 {
      table.getBusCount(plugin.component, Int32(type), Int32(direction))
    }
    trial.check(count(kEvent, kInput) == 1 && count(kAudio, kInput) == 0, "other inputs than one of events")
    trial.check(count(kAudio, kOutput) == (trial.isSampler ? 23 : 0), "not the audio outputs that it should have")
    trial.check(count(kEvent, kOutput) == (trial.isSampler ? 0 : 1), "not the event output that it should have")
    trial.check(count(2, 0) == 0 && count(0, 2) == 0 && count(-1, -1) == 0, "buses of kinds that there are not")
    for (type, direction) in [(kEvent, kInput), (kAudio, kOutput), (kEvent, kOutput)] where count(type, direction) > 0 {
      var info = BusInfo()
      let result = table.getBusInfo(plugin.component, Int32(type), Int32(direction), 0, &info)
      trial.check(result == tresult(kResultOk) && !HostedVST3.text(info.name).isEmpty, "a bus has no name")
      trial.check(info.channelCount == (type == kAudio ? 2 : 16), "a bus has \(info.channelCount) channels")
    }
    let parameters = plugin.allParameters
    trial.check(Set(parameters.map(\.id)).count == parameters.count, "two parameters have one id")
    trial.check(Set(parameters.map(\.title)).count == parameters.count, "two parameters have one title")
    trial.check(parameters.allSatisfy { $0.id < 1 << 31 }, "an id that is the host's")
    trial.check(parameters.filter(\.isBypass).count == 1, "not one bypass")
    trial.check(parameters.filter(\.isProgram).count == 1, "not one program parameter")
    trial.check(parameters.filter(\.isHidden).count == 16 * 131, "not all controllers")
    for parameter in parameters {
      trial.check((0...1).contains(parameter.defaultValue), "\(parameter.title): default out of range")
      trial.check(
        abs(plugin.value(of: parameter.id) - parameter.defaultValue) < 1e-12, "\(parameter.title): no default")
    }
    describeUnits(trial, plugin, parameters)
    trial.figures.append("\(parameters.count) parameters, of which \(plugin.parameters.count) are its own")
    trial.close(plugin)
  }

  private static func describeUnits(_ trial: VST3Trial, _ plugin: HostedVST3, _ parameters: [VST3Parameter]) {
    guard let units = plugin.find(IUnitInfo_iid, IUnitInfo.self) else { return trial.check(false, "no units") }
    let table = units.pointee.vtbl.pointee
    defer { _ = table.release(units) }
    let count = table.getUnitCount(units)
    var ids: Set<Int> = []
    for index in 0..<count {
      var info = UnitInfo()
      trial.check(table.getUnitInfo(units, index, &info) == tresult(kResultOk), "a unit cannot be had")
      trial.check(!HostedVST3.text(info.name).isEmpty, "a unit has no name")
      trial.check(info.parentUnitId == (index == 0 ? -1 : 0), "a unit lies elsewhere")
      ids.insert(Int(info.id))
    }
    trial.check(ids.count == Int(count) && ids.contains(kRootUnitId), "units without ids of their own")
    trial.check(parameters.allSatisfy { ids.contains($0.unit) }, "a parameter of a unit that there is not")
    var list = ProgramListInfo()
    trial.check(
      table.getProgramListCount(units) == 1 && table.getProgramListInfo(units, 0, &list) == tresult(kResultOk),
      "no program list")
    var names: Set<String> = []
    for program in 0..<list.programCount {
      var name = [TChar](repeating: 0, count: 128)
      _ = table.getProgramName(units, list.id, program, &name)
      names.insert(String(decoding: name.prefix { $0 != 0 }, as: UTF16.self))
    }
    trial.check(names.count == Int(list.programCount) && !names.contains(""), "programs without names of their own")
    guard trial.isSampler else { return }
    for channel in 0..<16 as Range<Int32> {
      var unit: Int32 = -1
      _ = table.getUnitByBus(units, Int32(kEvent), Int32(kInput), 0, channel, &unit)
      trial.check(unit > 0, "channel \(channel) is of no part")
    }
  }

  /// Values become texts, and texts the same values to the precision that is shown.
  @Sendable static func readTexts(_ trial: VST3Trial) {
    guard let plugin = trial.open(nil) else { return }
    for parameter in plugin.allParameters where !parameter.isHidden || trial.chance(2) {
      for value in [0, 1, parameter.defaultValue, trial.share(), trial.share()] {
        guard let text = plugin.text(of: parameter.id, value), !text.isEmpty else {
          trial.check(false, "\(parameter.title): \(value) has no text")
          continue
        }
        trial.check(
          parameter.units.isEmpty || !text.hasSuffix(parameter.units), "\(parameter.title): '\(text)' and its unit")
        // what is shown is rounded, and stays as it is from then on
        let shown = plugin.value(of: parameter.id, text) ?? .nan
        let back = plugin.text(of: parameter.id, shown).flatMap { plugin.value(of: parameter.id, $0) }
        trial.check(back == shown, "\(parameter.title): '\(text)' becomes another")
        let rounding = parameter.steps > 0 ? 1 / Double(parameter.steps) : 0.01
        trial.check(abs(shown - value) <= rounding, "\(parameter.title): \(value) is '\(text)', which is \(shown)")
      }
      trial.check(plugin.value(of: parameter.id, "no value at all") == nil, "\(parameter.title) takes any text")
    }
    trial.close(plugin)
  }
}
