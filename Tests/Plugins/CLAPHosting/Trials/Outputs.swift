import CCLAP
import PluginHosting
import Synchronization

extension HostedPlugin {
  /// The number of configurations of the audio ports.
  var configurationCount: UInt32 {
    find("clap.audio-ports-config", clap_plugin_audio_ports_config.self).map { $0.pointee.count(plugin) } ?? 0
  }

  func select(configuration id: UInt32) -> Bool {
    find("clap.audio-ports-config", clap_plugin_audio_ports_config.self).map { $0.pointee.select(plugin, id) } ?? false
  }

  /// The audio outputs, each with its name.
  var outputNames: [String] {
    guard let table = find("clap.audio-ports", clap_plugin_audio_ports.self) else { return [] }
    return (0..<table.pointee.count(plugin, false)).map { index in
      var port = clap_audio_port_info()
      guard table.pointee.get(plugin, index, false, &port), port.channel_count == 2, port.port_type != nil else {
        return ""
      }
      return Self.text(port.name)
    }
  }

  /// Renders a block with two channels for each output, except those that the host leaves out.
  ///
  /// - Returns: the channels of each output.
  func processOutputs(
    _ frames: Int, _ count: Int, without missing: Set<Int> = [], _ events: [(offset: Int, event: HostEvent)] = []
  ) -> [[Float]] {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count * (frames + 1))
    memory.initialize(repeating: .infinity, count: 2 * count * (frames + 1))
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>?>.allocate(capacity: 2 * count)
    for channel in 0..<2 * count { (channels + channel).initialize(to: memory + channel * (frames + 1)) }
    let buffers = UnsafeMutablePointer<clap_audio_buffer>.allocate(capacity: count)
    for output in 0..<count {
      let isMissing = missing.contains(output)
      (buffers + output).initialize(
        to: clap_audio_buffer(
          data32: isMissing ? nil : channels + 2 * output, data64: nil, channel_count: isMissing ? 0 : 2, latency: 0,
          constant_mask: 0))
    }
    defer {
      memory.deallocate()
      channels.deallocate()
      buffers.deallocate()
    }
    processBlock(frames, events, outputs: buffers, UInt32(count))
    return (0..<2 * count).map { Array(UnsafeBufferPointer(start: memory + $0 * (frames + 1), count: frames)) }
  }
}

extension TrialKind {
  /// A host chooses outputs by part and by drum group while the plug-in is inactive; their sum is the stereo mix, and the
  /// state keeps the choice.
  @Sendable static func chooseOutputs(_ trial: Trial) {
    guard let mix = trial.open(), let parts = trial.open(nil) else { return }
    trial.check(parts.configurationCount == (trial.isSampler ? 3 : 0), "not the configurations that it should have")
    guard trial.isSampler else { return }
    describeConfigurations(trial, parts)
    trial.check(!parts.select(configuration: 3), "has a fourth configuration")
    let configuration = UInt32(trial.number(1...2))
    trial.check(parts.select(configuration: configuration), "takes no outputs by part")
    let names = parts.outputNames
    trial.check(names.count == (configuration == 1 ? 17 : 23) && Set(names).count == names.count, "outputs \(names)")
    trial.check(parts.activate(), "is not activated with outputs")
    trial.check(!parts.select(configuration: 0) && parts.outputNames == names, "changes outputs while it is active")
    let missing = Set((1..<names.count).filter { _ in trial.chance(30) })
    mix.keepsSound = true
    var (worst, peak) = (0.0, 0.0)
    for _ in 0..<30 {
      let frames = trial.blockLength()
      let events = (0..<trial.number(0...6)).map { _ in
        let (key, channel) = (trial.number(30...90), trial.number(0...15))
        let event: HostEvent =
          trial.chance(60) ? .noteOn(key: key, channel: channel) : .noteOff(key: key, channel: channel)
        return (offset: trial.number(0...frames - 1), event: event)
      }.sorted { $0.offset < $1.offset }
      mix.sound = []
      mix.process(frames, nil, events)
      let outputs = parts.processOutputs(frames, names.count, without: missing, events)
      for side in 0...1 {
        for frame in 0..<frames {
          var sum = 0.0
          for output in 0..<names.count where !missing.contains(output) {
            sum += Double(outputs[2 * output + side][frame])
          }
          let whole = Double(mix.sound[2 * frame + side])
          peak = max(peak, abs(whole))
          worst = max(worst, sum.isFinite ? abs(sum - whole) : .infinity)
        }
      }
    }
    trial.check(worst <= max(peak, 1e-3) * 1e-5, "the sum of the outputs differs from the mix by \(worst) of \(peak)")
    trial.figures.append(
      "\(names.count) outputs, \(missing.count) left out, \(worst / max(peak, 1e-9)) of the peak off")
    keepOutputs(trial, parts, names)
    trial.close(mix)
    trial.close(parts)
  }

  private static func describeConfigurations(_ trial: Trial, _ plugin: HostedPlugin) {
    guard let table = plugin.find("clap.audio-ports-config", clap_plugin_audio_ports_config.self),
      let info = plugin.find("clap.audio-ports-config-info/1", clap_plugin_audio_ports_config_info.self)
    else { return trial.check(false, "describes no configurations") }
    for index in 0..<table.pointee.count(plugin.plugin) {
      var config = clap_audio_ports_config()
      trial.check(table.pointee.get(plugin.plugin, index, &config), "a configuration cannot be had")
      trial.check(!HostedPlugin.text(config.name).isEmpty, "a configuration has no name")
      trial.check(
        config.has_main_output && config.main_output_channel_count == 2 && config.main_output_port_type != nil
          && !config.has_main_input && config.input_port_count == 0, "a configuration is not of stereo outputs")
      var port = clap_audio_port_info()
      for output in 0..<config.output_port_count {
        trial.check(info.pointee.get(plugin.plugin, config.id, output, false, &port), "an output cannot be had")
        trial.check((port.flags & UInt32(CLAP_AUDIO_PORT_IS_MAIN) != 0) == (output == 0), "not the first is the main")
      }
      trial.check(
        !info.pointee.get(plugin.plugin, config.id, config.output_port_count, false, &port), "has one output more")
    }
    trial.check(info.pointee.current_config(plugin.plugin) == 0, "does not start with the first configuration")
  }

  /// Another instance takes the outputs over from the state: at once, or after the restart that it requests.
  private static func keepOutputs(_ trial: Trial, _ parts: HostedPlugin, _ names: [String]) {
    let state = parts.save() ?? []
    guard let other = trial.open(nil), let active = trial.open() else { return }
    trial.check(other.load(state) && other.outputNames == names, "an inactive plug-in loads other outputs")
    trial.check(
      other.host.state.pointee.portRescans.load(ordering: .relaxed) == 1, "does not notify the host of other outputs")
    trial.check(active.load(state) && active.outputNames.count == 1, "an active plug-in changes its outputs")
    trial.check(active.host.state.pointee.restarts.load(ordering: .relaxed) > 0, "requests no restart")
    active.deactivate()
    trial.check(active.outputNames == names, "does not take over outputs when it is inactive")
    trial.close(other)
    trial.close(active)
  }

  /// Expressions reach the notes that they are for, before and after these start; a choke cuts one key. The sound does
  /// not depend on blocks.
  @Sendable static func expressNotes(_ trial: Trial) {
    guard trial.isSampler, let whole = trial.open(), let cut = trial.open() else { return }
    let script = expressions(trial)
    (whole.keepsSound, cut.keepsSound) = (true, true)
    script.play(on: whole, nil) { 1_024 }
    script.play(on: cut, nil) { trial.blockLength() }
    trial.check(
      whole.sound == cut.sound,
      "the sound differs from frame \(Self.firstDifference(whole.sound, cut.sound) / 2) on")
    trial.close(whole)
    trial.close(cut)
    expressOneNote(trial)
  }

  private static func expressions(_ trial: Trial) -> Script {
    var script = Script(trial, frames: 30_000, notes: 12, parameters: [], changes: 0)
    for number in 0..<12 {
      for _ in 0..<6 {
        let value = trial.chance(90) ? Double(trial.number(-100...400)) / 100 : .nan
        let event: HostEvent = .expression(
          id: trial.number(0...7), value, key: trial.chance(50) ? -1 : trial.number(24...96),
          channel: trial.chance(50) ? -1 : trial.number(0...3), number: trial.chance(70) ? number : -1)
        script.lines.append(.init(frame: trial.number(0...29_999), event: event))
      }
      if trial.chance(30) { script.lines.append(.init(frame: 20_000, event: .choke(key: trial.number(24...96)))) }
    }
    script.sort()
    return script
  }

  /// Two notes: the volume of one is zero, by its number or by its key, before or after it starts. Only the other is
  /// heard. Then a choke ends the other within 12 ms.
  private static func expressOneNote(_ trial: Trial) {
    guard let plugin = trial.open(), let other = trial.open() else { return }
    for made in [plugin, other] {
      trial.check(made.loadPreset(key: "Dry"), "cannot load a preset")
      made.keepsSound = true
    }
    let isByKey = trial.chance(50)
    let mute: HostEvent = .expression(
      id: 0, 0, key: isByKey ? 60 : -1, channel: isByKey ? 0 : -1, number: isByKey ? -1 : 7)
    let silenced: HostEvent = .noteOn(key: 60, number: 7)
    let first = trial.chance(50) ? [mute, silenced] : [silenced, mute]
    plugin.process(2_000, nil, (first + [.noteOn(key: 67, number: 8)]).map { (offset: 100, event: $0) })
    other.process(2_000, nil, [(100, .noteOn(key: 67, number: 8))])
    trial.check(plugin.sound == other.sound, "a note without volume is heard, \(isByKey)")
    plugin.process(
      4_000, nil, [(0, .choke(key: isByKey ? 67 : -1, channel: isByKey ? 0 : -1, number: isByKey ? -1 : 8))])
    trial.check(plugin.sound.suffix(4_000).allSatisfy { $0 == 0 }, "a choked note still sounds after 40 ms")
    trial.check(plugin.sound.dropFirst(4_000).prefix(400).contains { $0 != 0 }, "a choke clicks")
    trial.close(plugin)
    trial.close(other)
  }
}
