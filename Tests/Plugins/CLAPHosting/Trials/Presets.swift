import CCLAP

/// The information that a host gets about presets.
private struct PresetList {
  var names: [String] = []
  var keys: [String] = []
  var plugins: [String] = []
  var locations = 0
}

extension TrialKind {
  /// Every preset that the library reports can be loaded by its key, and other keys load nothing.
  @Sendable static func loadPresets(_ trial: Trial) {
    guard let plugin = trial.open(trial.chance(50) ? 48_000 : nil) else { return }
    guard let list = discover(trial) else { return trial.check(false, "presets cannot be found") }
    trial.check(list.locations == 1, "\(list.locations) places of presets")
    trial.check(Set(list.keys).count == list.keys.count, "two presets have one key")
    trial.check(list.keys.count == list.plugins.count, "a preset is for no plug-in")
    let own = zip(list.keys, list.plugins).filter { $0.1 == trial.id }.map(\.0)
    trial.check(!own.isEmpty, "has no presets")
    var states: Set<[UInt8]> = []
    for key in own {
      trial.check(plugin.loadPreset(key: key), "\(key) cannot be loaded")
      states.insert(plugin.save() ?? [])
    }
    trial.check(states.count == own.count, "two presets are the same")
    for key in zip(list.keys, list.plugins).filter({ $0.1 != trial.id }).map(\.0) {
      trial.check(!plugin.loadPreset(key: key), "loads \(key) of another plug-in")
    }
    trial.check(!plugin.loadPreset(key: "none"), "loads a preset that there is not")
    trial.check(!plugin.loadPreset(), "loads a preset without a key")
    trial.check(!plugin.loadPreset(file: "/nowhere/nothing.sf2"), "loads a file that there is not")
    trial.check(plugin.host.state.pointee.presetErrors.load(ordering: .relaxed) >= 3, "does not say why")
    trial.check(
      plugin.host.state.pointee.presetsLoaded.load(ordering: .relaxed) == own.count, "does not say it has loaded")
    trial.figures.append("\(own.count) presets")
    trial.close(plugin)
  }

  private static func discover(_ trial: Trial) -> PresetList? {
    guard let factory = trial.factory.presets, factory.pointee.count(factory) == 1,
      let descriptor = factory.pointee.get_descriptor(factory, 0), factory.pointee.get_descriptor(factory, 1) == nil
    else { return nil }
    var list = PresetList()
    return withUnsafeMutablePointer(to: &list) { list in
      var indexer = clap_preset_discovery_indexer()
      indexer.clap_version = clap_version(major: 1, minor: 2, revision: 2)
      indexer.indexer_data = UnsafeMutableRawPointer(list)
      indexer.declare_location = { indexer, location in
        guard let location, location.pointee.kind == UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN),
          location.pointee.location == nil
        else {
          return false
        }
        indexer.unsafelyUnwrapped.pointee.indexer_data.assumingMemoryBound(to: PresetList.self).pointee.locations += 1
        return true
      }
      guard let provider = factory.pointee.create(factory, &indexer, descriptor.pointee.id) else { return nil }
      defer { provider.pointee.destroy(provider) }
      var receiver = receiver(list)
      guard provider.pointee.`init`(provider),
        provider.pointee.get_metadata(provider, UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN), nil, &receiver)
      else { return nil }
      return list.pointee
    }
  }

  private static func receiver(_ list: UnsafeMutablePointer<PresetList>) -> clap_preset_discovery_metadata_receiver {
    var receiver = clap_preset_discovery_metadata_receiver()
    receiver.receiver_data = UnsafeMutableRawPointer(list)
    receiver.begin_preset = { receiver, name, key in
      let list = receiver.unsafelyUnwrapped.pointee.receiver_data.assumingMemoryBound(to: PresetList.self)
      guard let name, let key else { return false }
      list.pointee.names.append(String(cString: name))
      list.pointee.keys.append(String(cString: key))
      return true
    }
    receiver.add_plugin_id = { receiver, id in
      let list = receiver.unsafelyUnwrapped.pointee.receiver_data.assumingMemoryBound(to: PresetList.self)
      guard let id, String(cString: id.pointee.abi) == "clap" else { return }
      list.pointee.plugins.append(String(cString: id.pointee.id))
    }
    return receiver
  }
}
