import CCLAP

// The functions of `clap_plugin`.

extension HostedUnit {
  static var functions: clap_plugin {
    clap_plugin(
      desc: nil, plugin_data: nil,
      init: { plugin in
        guard let hosted = HostedUnit.of(plugin) else { return false }
        hosted.extensions = HostExtensions(of: hosted.host)
        hosted.audio.pointee.tailExtension = hosted.extensions.tail
        hosted.audio.pointee.tuning.tables = hosted.extensions.tuning
        hosted.audio.pointee.tuning.space = hosted.extensions.tuningSpace
        hosted.readTrack()
        return true
      },
      destroy: { HostedUnit.of($0)?.destroy() },
      activate: { HostedUnit.of($0)?.activate(rate: $1, most: Int($3)) ?? false },
      deactivate: { HostedUnit.of($0)?.deactivate() },
      start_processing: { _ in true },
      stop_processing: { _ in },
      reset: { resetAudio($0) },
      process: { rendersOffline($0) ? HostedUnit.processOffline($0, $1) : processAudio($0, $1) },
      get_extension: { PluginExtensions.find($1) },
      on_main_thread: { HostedUnit.of($0)?.runMainThreadTasks() })
  }
}
