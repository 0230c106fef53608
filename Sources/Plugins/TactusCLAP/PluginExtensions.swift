import CCLAP

/// The function tables of a plug-in's extensions. They live as long as the process.
enum PluginExtensions {
  /// Returns the table of an extension; nil for extensions that are not supported.
  static func find(_ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let id else { return nil }
    switch String(cString: id) {
    case "clap.note-ports": return notePorts
    case "clap.audio-ports": return audioPorts
    case "clap.audio-ports-config": return configurations
    case "clap.audio-ports-config-info/1", "clap.audio-ports-config-info/draft-0": return configurationPorts
    case "clap.params": return parameters
    case "clap.state": return state
    case "clap.latency": return latency
    case "clap.tail": return tails
    case "clap.render": return render
    case "clap.note-name": return noteNames
    case "clap.voice-info": return voices
    case "clap.track-info/1", "clap.track-info.draft/1": return track
    case "clap.tuning/2": return tuning
    case "clap.remote-controls/2", "clap.remote-controls.draft/2": return remoteControls
    case "clap.state-context/2": return stateContext
    case "clap.preset-load/2", "clap.preset-load.draft/2": return presets
    case "clap.gui": return gui
    case "clap.timer-support": return timers
    case "clap.posix-fd-support": return files
    default: return nil
    }
  }

  static func constant<Table>(_ table: Table) -> UnsafeRawPointer {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafeRawPointer(memory)
  }

  // The tables are immutable after creation.
  private nonisolated(unsafe) static let notePorts = constant(
    clap_plugin_note_ports(
      count: { HostedUnit.of($0)?.notePortCount(isInput: $1) ?? 0 },
      get: { HostedUnit.of($0)?.describeNotePort($1, isInput: $2, $3) ?? false }))

  private nonisolated(unsafe) static let audioPorts = constant(
    clap_plugin_audio_ports(
      count: { HostedUnit.of($0)?.audioPortCount(isInput: $1) ?? 0 },
      get: { HostedUnit.of($0)?.describeAudioPort($1, isInput: $2, $3) ?? false }))

  private nonisolated(unsafe) static let configurations = constant(
    clap_plugin_audio_ports_config(
      count: { HostedUnit.of($0)?.configurationCount ?? 0 },
      get: { HostedUnit.of($0)?.describeConfiguration($1, $2) ?? false },
      select: { HostedUnit.of($0)?.selectConfiguration($1) ?? false }))

  private nonisolated(unsafe) static let configurationPorts = constant(
    clap_plugin_audio_ports_config_info(
      current_config: { HostedUnit.of($0)?.currentConfiguration ?? .max },
      get: { HostedUnit.of($0)?.describePort($2, ofConfiguration: $1, isInput: $3, $4) ?? false }))

  private nonisolated(unsafe) static let parameters = constant(
    clap_plugin_params(
      count: { UInt32(HostedUnit.of($0)?.unit.descriptor.parameters.count ?? 0) },
      get_info: { HostedUnit.of($0)?.describeParameter($1, $2) ?? false },
      get_value: { HostedUnit.of($0)?.getValue(ofParameter: $1, $2) ?? false },
      value_to_text: { HostedUnit.of($0)?.writeText(ofParameter: $1, $2, $3, capacity: $4) ?? false },
      text_to_value: { HostedUnit.of($0)?.readText(ofParameter: $1, $2, $3) ?? false },
      flush: { if !flushIfActive($0, $1, $2) { HostedUnit.of($0)?.setParameters($1, $2) } }))

  private nonisolated(unsafe) static let state = constant(
    clap_plugin_state(
      save: { HostedUnit.of($0)?.save($1) ?? false },
      load: { HostedUnit.of($0)?.load($1) ?? false }))

  private nonisolated(unsafe) static let latency = constant(
    CLAPPluginFrames(get: { UInt32(clamping: HostedUnit.of($0)?.latency ?? 0) }))

  private nonisolated(unsafe) static let tails = constant(CLAPPluginFrames(get: { tail($0) }))

  /// The render extension. Offline, a block waits for the samples that it needs; the output depends on no clock.
  private nonisolated(unsafe) static let render = constant(
    clap_plugin_render(
      has_hard_realtime_requirement: { _ in false },
      set: { HostedUnit.of($0)?.setRenderMode($1) ?? false }))

  private nonisolated(unsafe) static let noteNames = constant(
    clap_plugin_note_name(
      count: { HostedUnit.of($0)?.noteNameCount ?? 0 },
      get: { HostedUnit.of($0)?.describeNoteName($1, $2) ?? false }))

  private nonisolated(unsafe) static let track = constant(
    clap_plugin_track_info(changed: { HostedUnit.of($0)?.readTrack() }))

  /// The tables are read at each note, so a change of the list needs nothing.
  private nonisolated(unsafe) static let tuning = constant(clap_plugin_tuning(changed: { _ in }))

  private nonisolated(unsafe) static let voices = constant(
    clap_plugin_voice_info(get: { HostedUnit.of($0)?.describeVoices($1) ?? false }))

  private nonisolated(unsafe) static let remoteControls = constant(
    clap_plugin_remote_controls(
      count: { UInt32(HostedUnit.of($0)?.remotePages.count ?? 0) },
      get: { HostedUnit.of($0)?.describeRemotePage($1, $2) ?? false }))

  /// States for presets, duplicates and projects are the same document.
  private nonisolated(unsafe) static let stateContext = constant(
    clap_plugin_state_context(
      save: { plugin, stream, _ in HostedUnit.of(plugin)?.save(stream) ?? false },
      load: { plugin, stream, _ in HostedUnit.of(plugin)?.load(stream) ?? false }))

  private nonisolated(unsafe) static let presets = constant(
    clap_plugin_preset_load(from_location: { HostedUnit.of($0)?.loadPreset(kind: $1, location: $2, key: $3) ?? false }))
}
