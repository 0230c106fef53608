import CCLAP
import PluginHosting

/// The information that a host gets about presets.
private struct PresetList {
  var names: [String] = []
  var keys: [String] = []
  var plugins: [String] = []
  var features: [String] = []
  var locations = 0
  var fileTypes: [String] = []
  var folders: [String] = []
  var errors = 0
}

extension TrialKind {
  /// Every preset that the library reports can be loaded by its key, and other keys load nothing.
  @Sendable static func loadPresets(_ trial: Trial) {
    guard let plugin = trial.open(trial.chance(50) ? 48_000 : nil) else { return }
    guard let list = discover(trial) else { return trial.check(false, "presets cannot be found") }
    trial.check(list.locations == 1, "\(list.locations) places of presets")
    trial.check(list.fileTypes == ["sf2", "sf3", "sbk", "dls"], "the types of files are \(list.fileTypes)")
    trial.check(list.folders.allSatisfy { $0.hasPrefix("/") }, "folders are \(list.folders)")
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

  /// The presets of a bank file are listed with keys, and each can be loaded by its key into the sampler only.
  @Sendable static func loadBankPresets(_ trial: Trial) {
    guard let plugin = trial.open(trial.chance(50) ? 48_000 : nil) else { return }
    let path = "\(ClickBank.folder)/tactus-presets-\(trial.id)-\(trial.seed).sf2"
    guard ClickBank.write(to: path, sampleRate: 48_000) else { return trial.check(false, "cannot write \(path)") }
    defer { ClickBank.remove(path) }
    guard let list = discover(trial, file: path) else { return trial.check(false, "\(path) is not listed") }
    trial.check(list.names == ["click"] && list.keys == ["0/0"], "lists \(list.names) with \(list.keys)")
    trial.check(list.plugins == ["tactus.sampler"] && list.features == ["instrument"], "for \(list.plugins)")
    let missing = discover(trial, file: path + ".sf2")
    trial.check(missing == nil, "lists a bank that there is not")
    let before = plugin.save()
    for key in ["0/1", "0", "a/b", "0/128", "-1/0", "0/0/0"] {
      trial.check(!plugin.loadPreset(key: key, file: path), "loads the key \(key)")
    }
    trial.check(plugin.save() == before, "a preset that cannot be loaded changes the state")
    trial.check(plugin.loadPreset(key: "0/0", file: path) == trial.isSampler, "0/0 is for the sampler only")
    trial.check((plugin.save() != before) == trial.isSampler, "the state does not follow")
    trial.close(plugin)
  }

  /// Returns what the library says about its presets, or about those of a file.
  private static func discover(_ trial: Trial, file: String? = nil) -> PresetList? {
    guard let factory = trial.factory.presets, factory.pointee.count(factory) == 1,
      let descriptor = factory.pointee.get_descriptor(factory, 0), factory.pointee.get_descriptor(factory, 1) == nil
    else { return nil }
    var list = PresetList()
    return withUnsafeMutablePointer(to: &list) { list in
      var indexer = clap_preset_discovery_indexer()
      indexer.clap_version = clap_version(major: 1, minor: 2, revision: 2)
      indexer.indexer_data = UnsafeMutableRawPointer(list)
      indexer.declare_location = { indexer, location in
        let list = indexer.unsafelyUnwrapped.pointee.indexer_data.assumingMemoryBound(to: PresetList.self)
        guard let location else { return false }
        if location.pointee.kind == UInt32(CLAP_PRESET_DISCOVERY_LOCATION_FILE), let path = location.pointee.location {
          list.pointee.folders.append(String(cString: path))
          return true
        }
        guard location.pointee.kind == UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN), location.pointee.location == nil
        else { return false }
        list.pointee.locations += 1
        return true
      }
      indexer.declare_filetype = { indexer, type in
        guard let type, let ending = type.pointee.file_extension else { return false }
        indexer.unsafelyUnwrapped.pointee.indexer_data.assumingMemoryBound(to: PresetList.self).pointee.fileTypes
          .append(String(cString: ending))
        return true
      }
      guard let provider = factory.pointee.create(factory, &indexer, descriptor.pointee.id) else { return nil }
      defer { provider.pointee.destroy(provider) }
      var receiver = receiver(list)
      guard provider.pointee.`init`(provider) else { return nil }
      let isListed =
        file.map {
          provider.pointee.get_metadata(provider, UInt32(CLAP_PRESET_DISCOVERY_LOCATION_FILE), $0, &receiver)
        } ?? provider.pointee.get_metadata(provider, UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN), nil, &receiver)
      guard isListed else { return nil }
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
    receiver.add_feature = { receiver, feature in
      let list = receiver.unsafelyUnwrapped.pointee.receiver_data.assumingMemoryBound(to: PresetList.self)
      if let feature { list.pointee.features.append(String(cString: feature)) }
    }
    receiver.on_error = { receiver, _, _ in
      receiver.unsafelyUnwrapped.pointee.receiver_data.assumingMemoryBound(to: PresetList.self).pointee.errors += 1
    }
    return receiver
  }
}
