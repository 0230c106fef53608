import CCLAP
import PluginHosting
import Synchronization

extension TrialKind {
  /// The names of keys are those of the parts with drum kits, and the host is notified of others.
  @Sendable static func nameKeys(_ trial: Trial) {
    guard let plugin = trial.open(nil), let table = plugin.find("clap.note-name", clap_plugin_note_name.self) else {
      return trial.check(false, "has no names of keys")
    }
    func names() -> [clap_note_name] {
      (0..<table.pointee.count(plugin.plugin)).compactMap { index in
        var name = clap_note_name()
        return table.pointee.get(plugin.plugin, index, &name) ? name : nil
      }
    }
    let usual = names()
    trial.check(usual.isEmpty != trial.isSampler, "\(usual.count) names of keys")
    trial.check(usual.allSatisfy { $0.channel == 9 && (0..<128).contains($0.key) }, "names of other channels")
    trial.check(usual.allSatisfy { !HostedPlugin.text($0.name).isEmpty }, "a name without text")
    var name = clap_note_name()
    trial.check(!table.pointee.get(plugin.plugin, UInt32(usual.count), &name), "has one name more")
    guard trial.isSampler, let bank = plugin.parameters.first(where: { $0.name == "Bank 3" }) else { return }
    let state = plugin.host.state
    trial.check(state.pointee.textRescans.load(ordering: .relaxed) == 0, "rescans the texts without need")
    plugin.flush([.parameter(bank.id, 128, key: 60)])
    trial.check(
      plugin.value(of: bank.id) == 0 && state.pointee.nameChanges.load(ordering: .relaxed) == 0,
      "takes the value of one key")
    plugin.flush([.parameter(bank.id, 128)])
    trial.check(state.pointee.nameChanges.load(ordering: .relaxed) == 1, "does not notify the host of another kit")
    trial.check(
      state.pointee.textRescans.load(ordering: .relaxed) == 1, "does not notify the host of the names of programs")
    trial.check(names().filter { $0.channel == 2 }.count == usual.count, "no names of the second kit")
    trial.close(plugin)
  }

  /// A tuning of the host applies to the notes that start after the event that chooses it.
  @Sendable static func tuneNotes(_ trial: Trial) {
    guard trial.isSampler else { return }
    // the host's table 7 raises all keys by a semitone, and leaves key 61 out
    guard let tuned = trial.open(), let plain = trial.open() else { return }
    for plugin in [tuned, plain] {
      trial.check(plugin.loadPreset(key: "Dry"), "cannot load a preset")
      plugin.keepsSound = true
    }
    let channel = trial.chance(50) ? -1 : 0
    tuned.process(
      3_000, nil, [(5, .tuning(7, channel: channel)), (10, .noteOn(key: 60, number: 1)), (10, .noteOn(key: 61))])
    plain.process(3_000, nil, [(10, .noteOn(key: 60, number: 1)), (10, .expression(id: 2, 1, key: 60, number: 1))])
    trial.check(tuned.sound.contains { $0 != 0 } && tuned.sound == plain.sound, "the host's tuning is another")
    tuned.process(
      64, nil, [(0, .noteOff(key: 60, number: 1)), (0, .noteOff(key: 61)), (1, .tuning(.max, channel: -1))])
    trial.check(tuned.heard.filter { $0.type == CLAP_EVENT_NOTE_END }.count == 2, "a note has no end")
    trial.close(tuned)
    trial.close(plain)
    silenceKeys(trial)
  }

  /// The end of a note that its tuning leaves out ends no other note of its key.
  private static func silenceKeys(_ trial: Trial) {
    guard let plugin = trial.open(), let plain = trial.open() else { return }
    for plugin in [plugin, plain] {
      trial.check(plugin.loadPreset(key: "Dry"), "cannot load a preset")
      plugin.keepsSound = true
      plugin.process(64, nil, [(0, .noteOn(key: 61, number: 1)), (1, .tuning(7, channel: -1))])
    }
    let end: HostEvent = trial.chance(50) ? .noteOff(key: 61, number: 2) : .choke(key: 61, number: 2)
    plugin.process(64, nil, [(0, .noteOn(key: 61, number: 2)), (9, end)])
    plain.process(64, nil, [])
    for plugin in [plugin, plain] { plugin.process(4_096, nil, []) }
    trial.check(plugin.sound.contains { $0 != 0 } && plugin.sound == plain.sound, "a silent note has ended another")
    // an end without a number ends the note that sounds, too
    let number = trial.chance(50) ? 1 : -1
    if number < 0 { plugin.process(64, nil, [(0, .noteOn(key: 61, number: 2))]) }
    plugin.process(64, nil, [(0, .noteOff(key: 61, number: number)), (1, .tuning(.max, channel: -1))])
    for _ in 0..<20 { plugin.process(4_096, nil, []) }
    trial.check(
      plugin.heard.filter { $0.type == CLAP_EVENT_NOTE_END }.map(\.number).sorted()
        == (number < 0 ? [1, 2, 2] : [1, 2]),
      "the first note does not end")
    let rest = plugin.sound.suffix(1_000)
    trial.check(rest.allSatisfy { $0 == 0 }, "the first note still sounds")
    trial.close(plugin)
    trial.close(plain)
  }
}
