#if canImport(AudioToolbox)
  import AudioToolbox
  import Foundation
  import TactusPlugin

  /// The parameters of a plug-in as a tree, with groups in the order of their first parameters.
  ///
  /// The address of a parameter is its ID.
  ///
  /// - Thread: control
  enum ParameterTree {
    /// Creates a tree that reads and sets the parameters of a unit.
    ///
    /// - Parameter reporter: reports to this tree the parameters that the unit has moved.
    static func make(_ plugin: PluginUnit, _ reporter: ParameterReporter) -> AUParameterTree {
      let parameters = plugin.descriptor.parameters
      var nodes: [AUParameterNode] = []
      var groups: [String] = []
      for parameter in parameters {
        if parameter.group.isEmpty {
          nodes.append(node(parameter))
        } else if !groups.contains(parameter.group) {
          groups.append(parameter.group)
          let children = parameters.filter { $0.group == parameter.group }.map(node)
          nodes.append(
            AUParameterTree.createGroup(
              withIdentifier: identifier(parameter.group), name: parameter.group, children: children))
        }
      }
      let tree = AUParameterTree.createTree(withChildren: nodes)
      let indices = Dictionary(uniqueKeysWithValues: parameters.enumerated().map { (UInt64($1.id), $0) })
      tree.implementorValueObserver = { parameter, value in
        guard let index = indices[parameter.address], !reporter.isReporting(parameter.address, value) else { return }
        // if the value is already equal as a float, keep it: the stored double may be more precise
        if AUValue(plugin.value(ofParameter: index)) != value { plugin.setParameter(index, to: Double(value)) }
      }
      tree.implementorValueProvider = { parameter in
        indices[parameter.address].map { AUValue(plugin.value(ofParameter: $0)) } ?? 0
      }
      tree.implementorStringFromValueCallback = { parameter, value in
        guard let index = indices[parameter.address] else { return "" }
        let value = value.map { Double($0.pointee) } ?? plugin.value(ofParameter: index)
        return plugin.text(ofParameter: index, value)
      }
      tree.implementorValueFromStringCallback = { parameter, text in
        guard let index = indices[parameter.address] else { return 0 }
        return AUValue(plugin.value(ofParameter: index, text: text) ?? plugin.value(ofParameter: index))
      }
      reporter.tree = tree
      return tree
    }

    /// Sets all parameters of a tree to the values of the unit, which reports them to the tree's observers.
    static func report(_ plugin: PluginUnit, to tree: AUParameterTree?) {
      for (index, parameter) in plugin.descriptor.parameters.enumerated() {
        tree?.parameter(withAddress: UInt64(parameter.id))?.value = AUValue(plugin.value(ofParameter: index))
      }
    }

    private static func node(_ parameter: ParameterDescriptor) -> AUParameter {
      var flags: AudioUnitParameterOptions = [.flag_IsReadable, .flag_IsWritable]
      if parameter.kind == .continuous {
        flags.insert(.flag_IsHighResolution)
        if parameter.isAutomatable { flags.insert(.flag_CanRamp) }
      }
      var names: [String]?
      if case .choice(let choices) = parameter.kind { names = choices }
      if names != nil { flags.insert(.flag_ValuesHaveStrings) }
      return AUParameterTree.createParameter(
        withIdentifier: parameter.symbol, name: parameter.name, address: UInt64(parameter.id),
        min: AUValue(parameter.range.lowerBound), max: AUValue(parameter.range.upperBound), unit: unit(parameter),
        unitName: nil, flags: flags, valueStrings: names, dependentParameters: nil)
    }

    private static func unit(_ parameter: ParameterDescriptor) -> AudioUnitParameterUnit {
      switch parameter.kind {
      case .toggle: return .boolean
      case .choice: return .indexed
      case .continuous, .whole: break
      }
      return switch parameter.unit {
      case .decibels: .decibels
      case .cents: .cents
      case .semitones: .relativeSemiTones
      case .percent: .percent
      case .milliseconds: .milliseconds
      case .beats: .beats
      case .octaves: .octaves
      case .factor: .generic
      case .none: parameter.kind == .whole ? .indexed : .generic
      }
    }

    /// Converts "Part 1" to "part1", because key paths contain no spaces.
    private static func identifier(_ group: String) -> String {
      String(group.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
  }
#endif
