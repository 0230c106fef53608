// Values of parameters as text. The programs of the sampler have the names of the bank's presets, so these texts depend on
// the unit; all others are those of the descriptor.

extension PluginUnit {
  /// Returns a value as readable text; a program with the name of its preset: "11 Vibraphone".
  ///
  /// Law: `value(ofParameter: i, text: text(ofParameter: i, x))` is `value(of: text(of: x))` of the descriptor.
  /// - Thread: control, any number of threads
  public func text(ofParameter index: Int, _ value: Double) -> String {
    let parameter = descriptor.parameters[index]
    let text = parameter.text(of: parameter.clamped(value))
    guard let names = presetNames(ofProgram: index) else { return text }
    return names[Int(parameter.clamped(value))].map { "\(text) \($0)" } ?? text
  }

  /// Parses a value. A program is found by its number or by its name, in upper or lower case.
  ///
  /// - Returns: nil if the text is not a value.
  /// - Thread: control, any number of threads
  public func value(ofParameter index: Int, text: String) -> Double? {
    let parameter = descriptor.parameters[index]
    if let value = parameter.value(of: text) { return value }
    guard let names = presetNames(ofProgram: index) else { return nil }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(number.count)
    if !number.isEmpty, rest.first == " ", let value = parameter.value(of: String(number)) { return value }
    let wanted = text.lowercased()
    let found = names.filter { $0.value.lowercased() == wanted }.keys.min()
    return found.map { Double($0) }
  }

  /// The bank number of each part of a sampler, on which the texts of its programs depend; empty for other plug-ins.
  /// - Thread: control, any number of threads
  package var bankNumbers: [Double] {
    descriptor.parameters.indices.compactMap { index in
      guard case .bank = descriptor.parameters[index].target else { return nil }
      return value(ofParameter: index)
    }
  }

  /// Returns the names of the presets that a program parameter selects, by program; nil for other parameters.
  private func presetNames(ofProgram index: Int) -> [Int: String]? {
    guard case .program(let part) = descriptor.parameters[index].target,
      let bankIndex = descriptor.index(ofParameter: "bank\(part + 1)")
    else { return nil }
    let number = Int(value(ofParameter: bankIndex))
    return presetNames(inBank: number)
  }
}
