import CVST3
import TactusPlugin

// The names of the keys of the kit on channel 10. A host reads them with the program list, and reads them again when it
// is notified that the list has changed.

/// The names of keys, and what they depend on.
struct VST3KeyNames {
  /// The bank and the kit.
  struct Source: Equatable {
    /// The path of the bank; nil for the built-in bank.
    var bank: String?
    /// The program of the kit; nil if channel 10 plays none.
    var kit: Int?
  }

  /// What the names depended on when the host was last notified.
  var source = Source()
  /// The names for `source` by key, once they have been requested.
  var names: [Int: String]?
}

extension VST3Instance {
  /// The bank and the kit that play, with the host's changes that the processor has yet to receive.
  var keyNameSource: VST3KeyNames.Source {
    guard unit.descriptor.kind == .instrument else { return VST3KeyNames.Source() }
    let kit = presentValue(ofParameter: "bank10") == 128 ? presentValue(ofParameter: "program10") : nil
    return VST3KeyNames.Source(bank: unit.bankPath, kit: kit)
  }

  private func presentValue(ofParameter symbol: String) -> Int? {
    guard let index = unit.descriptor.index(ofParameter: symbol) else { return nil }
    let parameter = unit.descriptor.parameters[index]
    return value(of: parameter.id).map { Int(parameter.normalizedRange.plain($0)) }
  }

  /// Returns the name of a key on channel 10; nil if it has none.
  func name(ofKey key: Int) -> String? {
    let source = keyNameSource
    if source == keyNames.source, let names = keyNames.names { return names[key] }
    let names = source.kit.map { unit.noteNames(ofKit: $0) } ?? [:]
    // a change of which the host has not been notified yet must still be recognized as one
    if source == keyNames.source { keyNames.names = names }
    return names[key]
  }

  /// Notifies the host, if it can be notified, that the names of keys may have changed.
  ///
  /// - Parameters:
  ///   - hasNewValues: whether another state may have been loaded.
  ///   - hasNewContents: whether another bank may have been loaded, even from the same path.
  func reportKeyNames(hasNewValues: Bool, hasNewContents: Bool) {
    if hasNewValues || hasNewContents { keyNames.names = nil }
    guard unit.descriptor.kind == .instrument, let handler else { return }
    let source = keyNameSource
    guard hasNewContents || source != keyNames.source else { return }
    keyNames = VST3KeyNames(source: source)
    guard let units = interface(IUnitHandler_iid, of: handler, as: IUnitHandler.self) else { return }
    _ = units.pointee.vtbl?.pointee.notifyProgramListChange?(units, Self.presetList, Int32(kAllProgramInvalid))
    _ = units.pointee.vtbl?.pointee.release?(units)
  }
}
