import CCLAP

// How a host uses parameters, state and presets.

/// A parameter as the plug-in describes it.
package struct HostParameter {
  package var id: UInt32
  package var flags: Int
  package var name: String
  package var module: String
  package var range: ClosedRange<Double>
  package var defaultValue: Double

  package var isAutomatable: Bool { flags & CLAP_PARAM_IS_AUTOMATABLE != 0 }
  package var isStepped: Bool { flags & CLAP_PARAM_IS_STEPPED != 0 }
  package var isBypass: Bool { flags & CLAP_PARAM_IS_BYPASS != 0 }
}

/// A stream that transfers a few bytes at a time.
private struct Bytes {
  var bytes: [UInt8]
  var position = 0
  /// The number of bytes transferred at once; 0 for an error.
  var most: Int
}

extension HostedPlugin {
  package var parameters: [HostParameter] {
    guard let table = find("clap.params", clap_plugin_params.self) else { return [] }
    return (0..<table.pointee.count(plugin)).compactMap { index in
      var info = clap_param_info()
      guard table.pointee.get_info(plugin, index, &info) else { return nil }
      return HostParameter(
        id: info.id, flags: Int(info.flags), name: Self.text(info.name), module: Self.text(info.module),
        range: info.min_value...max(info.min_value, info.max_value), defaultValue: info.default_value)
    }
  }

  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  package func value(of id: UInt32) -> Double? {
    var value = Double.nan
    guard let table = find("clap.params", clap_plugin_params.self), table.pointee.get_value(plugin, id, &value) else {
      return nil
    }
    return value
  }

  /// The text of a value, in a buffer of this many bytes.
  package func text(of id: UInt32, _ value: Double, capacity: Int = 256) -> String? {
    var text = [CChar](repeating: 0x55, count: capacity + 1)
    guard let table = find("clap.params", clap_plugin_params.self),
      table.pointee.value_to_text(plugin, id, value, &text, UInt32(capacity)), text[capacity] == 0x55
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func value(of id: UInt32, _ text: String) -> Double? {
    var value = Double.nan
    guard let table = find("clap.params", clap_plugin_params.self),
      table.pointee.text_to_value(plugin, id, text, &value)
    else { return nil }
    return value
  }

  /// The state, written to a stream that accepts at most this many bytes at once.
  package func save(most: Int = 1 << 20) -> [UInt8]? {
    guard let table = find("clap.state", clap_plugin_state.self) else { return nil }
    var bytes = Bytes(bytes: [], most: most)
    return withUnsafeMutablePointer(to: &bytes) { bytes in
      var stream = clap_ostream(
        ctx: bytes,
        write: { stream, source, count in
          let bytes = stream.unsafelyUnwrapped.pointee.ctx.assumingMemoryBound(to: Bytes.self)
          guard bytes.pointee.most > 0, let source else { return -1 }
          let taken = min(Int(count), bytes.pointee.most)
          bytes.pointee.bytes += UnsafeRawBufferPointer(start: source, count: taken)
          return Int64(taken)
        })
      return table.pointee.save(plugin, &stream) ? bytes.pointee.bytes : nil
    }
  }

  /// Loads a state from a stream that provides at most this many bytes at once.
  package func load(_ state: [UInt8], most: Int = 1 << 20) -> Bool {
    guard let table = find("clap.state", clap_plugin_state.self) else { return false }
    var bytes = Bytes(bytes: state, most: most)
    return withUnsafeMutablePointer(to: &bytes) { bytes in
      var stream = clap_istream(
        ctx: bytes,
        read: { stream, target, count in
          let bytes = stream.unsafelyUnwrapped.pointee.ctx.assumingMemoryBound(to: Bytes.self)
          guard bytes.pointee.most > 0, let target else { return -1 }
          let given = min(Int(count), bytes.pointee.most, bytes.pointee.bytes.count - bytes.pointee.position)
          for index in 0..<given {
            target.storeBytes(
              of: bytes.pointee.bytes[bytes.pointee.position + index], toByteOffset: index, as: UInt8.self)
          }
          bytes.pointee.position += given
          return Int64(given)
        })
      return table.pointee.load(plugin, &stream)
    }
  }

  /// Loads a preset of the plug-in's own, by its key, or a file.
  package func loadPreset(key: String? = nil, file: String? = nil) -> Bool {
    guard let table = find("clap.preset-load/2", clap_plugin_preset_load.self) else { return false }
    let kind = UInt32(file == nil ? CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN : CLAP_PRESET_DISCOVERY_LOCATION_FILE)
    let locationBytes = file.map { Array($0.utf8CString) }
    let keyBytes = key.map { Array($0.utf8CString) }
    return (locationBytes ?? []).withUnsafeBufferPointer { location in
      (keyBytes ?? []).withUnsafeBufferPointer { key in
        table.pointee.from_location(
          plugin, kind, file == nil ? nil : location.baseAddress, keyBytes == nil ? nil : key.baseAddress)
      }
    }
  }
}
