import CCLAP

extension TrialKind {
  /// The plug-in's description of itself is consistent.
  @Sendable static func describe(_ trial: Trial) {
    trial.check(
      HostedPlugin(trial.factory, trial.id + "x") == nil, "there is a plug-in of a name that nobody has given")
    guard let plugin = trial.open() else { return }
    let descriptor = plugin.plugin.pointee.desc.pointee
    for text in [descriptor.id, descriptor.name, descriptor.vendor, descriptor.description, descriptor.version] {
      trial.check(text.map { !String(cString: $0).isEmpty } ?? false, "the descriptor lacks a text")
    }
    trial.check(descriptor.features?.pointee != nil, "no features")
    trial.check(plugin.find("clap.none", UInt8.self) == nil, "has an extension that there is not")
    describePorts(trial, plugin)
    let parameters = plugin.parameters
    trial.check(Set(parameters.map(\.id)).count == parameters.count, "two parameters have one id")
    trial.check(!parameters.isEmpty, "no parameters")
    for parameter in parameters {
      trial.check(parameter.range.contains(parameter.defaultValue), "\(parameter.name): default out of range")
      trial.check(plugin.value(of: parameter.id) == parameter.defaultValue, "\(parameter.name) is not at its default")
      trial.check(!parameter.name.isEmpty, "a parameter has no name")
    }
    trial.check(parameters.filter(\.isBypass).count == 1, "not one bypass")
    trial.check(plugin.value(of: 0xFFFF_FFF0) == nil, "has a value of a parameter that there is not")
    if let render = plugin.find("clap.render", clap_plugin_render.self) {
      trial.check(!render.pointee.has_hard_realtime_requirement(plugin.plugin), "needs real time")
      trial.check(render.pointee.set(plugin.plugin, Int32(CLAP_RENDER_OFFLINE)), "cannot render offline")
      trial.check(!render.pointee.set(plugin.plugin, 7), "takes a mode that there is not")
    }
    trial.close(plugin)
  }

  /// The pages of knobs hold each parameter once, in groups; the number of voices is the parameter's.
  @Sendable static func describeControls(_ trial: Trial) {
    guard let plugin = trial.open(nil) else { return }
    guard let pages = plugin.find("clap.remote-controls/2", clap_plugin_remote_controls.self) else {
      return trial.check(false, "has no remote controls")
    }
    var ids: [UInt32] = []
    for index in 0..<pages.pointee.count(plugin.plugin) {
      var page = clap_remote_controls_page()
      trial.check(pages.pointee.get(plugin.plugin, index, &page), "page \(index) cannot be had")
      trial.check(!HostedPlugin.text(page.page_name).isEmpty && page.page_id == index, "page \(index) has no name")
      let all = withUnsafeBytes(of: page.param_ids) { Array($0.bindMemory(to: UInt32.self)) }
      let used = all.prefix { $0 != .max }
      trial.check(!used.isEmpty && all.dropFirst(used.count).allSatisfy { $0 == .max }, "page \(index) has gaps")
      ids += used
    }
    trial.check(ids == plugin.parameters.map(\.id), "the pages do not hold each parameter once")
    var page = clap_remote_controls_page()
    trial.check(!pages.pointee.get(plugin.plugin, 1_000_000, &page), "has a page that there is not")
    if let voices = plugin.find("clap.voice-info", clap_plugin_voice_info.self) {
      var info = clap_voice_info()
      let isInstrument = voices.pointee.get(plugin.plugin, &info)
      trial.check(isInstrument == trial.isSampler, "voices are for the sampler only")
      trial.check(!isInstrument || info.voice_count >= 1 && info.voice_count <= info.voice_capacity, "\(info)")
    }
    changeVoices(trial)
    trial.close(plugin)
  }

  /// The host is notified of another number of voices, whether it is set in a block or outside.
  private static func changeVoices(_ trial: Trial) {
    let isActive = trial.chance(50)
    guard let plugin = trial.open(isActive ? 48_000 : nil) else { return }
    for number in [100.0, 100, 7] {
      guard let voices = plugin.parameters.first(where: { $0.name == "Voices" }) else { break }
      let event = HostEvent.parameter(voices.id, number)
      if isActive { plugin.process(64, nil, [(3, event)]) } else { plugin.flush([event]) }
    }
    let changes = plugin.host.state.pointee.voiceChanges.load(ordering: .relaxed)
    trial.check(changes == (trial.isSampler ? 2 : 0), "notifies of \(changes) changes of the number of voices")
    trial.close(plugin)
  }

  private static func describePorts(_ trial: Trial, _ plugin: HostedPlugin) {
    guard let notes = plugin.find("clap.note-ports", clap_plugin_note_ports.self),
      let audio = plugin.find("clap.audio-ports", clap_plugin_audio_ports.self)
    else { return trial.check(false, "lacks ports") }
    for isInput in [true, false] {
      for index in 0..<notes.pointee.count(plugin.plugin, isInput) {
        var port = clap_note_port_info()
        trial.check(notes.pointee.get(plugin.plugin, index, isInput, &port), "a note port cannot be had")
        trial.check(
          port.supported_dialects & port.preferred_dialect == port.preferred_dialect, "prefers what it has not")
        trial.check(!HostedPlugin.text(port.name).isEmpty, "a note port has no name")
      }
      for index in 0..<audio.pointee.count(plugin.plugin, isInput) {
        var port = clap_audio_port_info()
        trial.check(audio.pointee.get(plugin.plugin, index, isInput, &port), "an audio port cannot be had")
        trial.check(port.channel_count == 2 && port.port_type != nil, "the audio port is not stereo")
      }
      var port = clap_note_port_info()
      trial.check(!notes.pointee.get(plugin.plugin, 9, isInput, &port), "has a tenth note port")
    }
    trial.check(notes.pointee.count(plugin.plugin, true) == 1, "no note input")
    trial.check(
      (audio.pointee.count(plugin.plugin, false) == 1) == trial.isSampler, "not the audio output that it should have")
  }

  /// Values become texts, and texts the same values to the precision that is shown.
  @Sendable static func readTexts(_ trial: Trial) {
    guard let plugin = trial.open(nil) else { return }
    for parameter in plugin.parameters {
      var values = [parameter.range.lowerBound, parameter.range.upperBound, parameter.defaultValue]
      for _ in 0..<5 { values.append(trial.value(of: parameter)) }
      for value in values {
        guard let text = plugin.text(of: parameter.id, value), !text.isEmpty else {
          trial.check(false, "\(parameter.name): \(value) has no text")
          continue
        }
        // what is shown is rounded, and stays as it is from then on
        let shown = plugin.value(of: parameter.id, text) ?? .nan
        let back = plugin.text(of: parameter.id, shown).flatMap { plugin.value(of: parameter.id, $0) }
        let width = parameter.range.upperBound - parameter.range.lowerBound
        let rounding = parameter.isStepped ? 0 : max(width / 1_000, 0.0501)
        trial.check(
          abs(shown - value) <= rounding && back == shown,
          "\(parameter.module) \(parameter.name): \(value) is '\(text)', which is \(shown)")
        let short = plugin.text(of: parameter.id, value, capacity: trial.number(1...6))
        trial.check(short.map { text.hasPrefix($0) } ?? false, "\(parameter.name): a short buffer holds something else")
      }
      trial.check(plugin.value(of: parameter.id, "no value at all") == nil, "\(parameter.name) takes any text")
    }
    trial.close(plugin)
  }
}
