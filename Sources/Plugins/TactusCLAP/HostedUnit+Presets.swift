import CCLAP
import TactusPlugin

// Presets. A host selects a factory preset, or a preset of a bank file, by its load key. Files without a key are loaded
// whole: banks, sequences, chains and states.

extension HostedUnit {
  func loadPreset(kind: UInt32, location: UnsafePointer<CChar>?, key: UnsafePointer<CChar>?) -> Bool {
    expectMainThread("from_location")
    do throws(PluginStateError) {
      switch Int(kind) {
      case CLAP_PRESET_DISCOVERY_LOCATION_FILE:
        guard let location else { return refuse("a file has no path", kind, location, key) }
        let path = String(cString: location)
        if let key, key.pointee != 0 {
          guard let numbers = BankPreset.numbers(ofKey: String(cString: key)) else {
            return refuse("a preset of a bank has the key bank/program", kind, location, key)
          }
          try unit.loadBank(path: path, bank: numbers.bank, program: numbers.program)
        } else {
          try unit.loadDocument(path: path)
        }
      case CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN:
        guard let key, let index = index(ofPreset: String(cString: key)) else {
          return refuse("there is no such preset", kind, location, key)
        }
        unit.loadPreset(index)
      default: return refuse("presets are loaded from files and from the plug-in only", kind, location, key)
      }
    } catch {
      return refuse("\(error)", kind, location, key)
    }
    reportNewValues()
    extensions.presets?.pointee.loaded?(host, kind, location, key)
    return true
  }

  private func index(ofPreset key: String) -> Int? {
    unit.descriptor.presets.firstIndex { PresetFactory.key(of: $0, unit.descriptor) == key || $0.name == key }
  }

  private func refuse(
    _ text: String, _ kind: UInt32, _ location: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
  ) -> Bool {
    text.withCString { extensions.presets?.pointee.on_error?(host, kind, location, key, 0, $0) }
    log(text, CLAP_LOG_ERROR)
    return false
  }
}
