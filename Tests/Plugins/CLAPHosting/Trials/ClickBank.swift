import PluginHosting

extension ClickBank {
  /// Writes the bank, and the state of a sampler without effects that has loaded it.
  package static func writeState(_ factory: Factory, bank: String, state: String) -> Bool {
    guard write(to: bank, sampleRate: 48_000), let plugin = HostedPlugin(factory, "tactus.sampler"),
      plugin.loadPreset(key: "Dry"), plugin.loadPreset(file: bank), let document = plugin.save()
    else { return false }
    return writeFile(document, to: state)
  }
}
