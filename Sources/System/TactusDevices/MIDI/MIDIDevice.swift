/// A MIDI input or output of this machine: a port of a device, or of another program.
///
/// - Thread: any
public struct MIDIDevice: Hashable, Sendable {
  /// The address by which the system finds the port: "20:0".
  public var name: String
  /// The name for display: "Keystation 49: Keystation 49 MIDI 1".
  public var title: String
  /// Whether it sends messages to this program.
  public var isInput: Bool
  /// Whether it receives messages from this program.
  public var isOutput: Bool
  /// Whether it is hardware, and not another program.
  public var isHardware: Bool

  /// Creates a description of a port.
  public init(name: String, title: String, isInput: Bool, isOutput: Bool, isHardware: Bool) {
    (self.name, self.title) = (name, title)
    (self.isInput, self.isOutput, self.isHardware) = (isInput, isOutput, isHardware)
  }

  /// Whether a word names the port: its address, or a part of its title in any case.
  public func isNamed(_ word: String) -> Bool {
    !word.isEmpty && (name == word || Self.isPart(Array(word.lowercased().utf8), of: Array(title.lowercased().utf8)))
  }

  /// Whether bytes occur in other bytes. `String.contains` would link the library of regular expressions, which is as
  /// large as a tenth of the program.
  private static func isPart(_ part: [UInt8], of bytes: [UInt8]) -> Bool {
    guard part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// The MIDI ports from which messages are wanted.
///
/// - Thread: any
public enum MIDISelection: Hashable, Sendable {
  /// All ports of hardware, also those that are plugged in later.
  case hardware
  /// The ports that a word names, also those that appear later; see ``MIDIDevice/isNamed(_:)``.
  case named([String])

  /// The first word that names none of these ports; nil if all do.
  package func unmatched(_ devices: [MIDIDevice]) -> String? {
    guard case .named(let words) = self else { return nil }
    return words.first { word in !devices.contains { $0.isNamed(word) } }
  }

  /// Whether a port is wanted.
  package func includes(_ device: MIDIDevice) -> Bool {
    guard device.isInput else { return false }
    switch self {
    case .hardware: return device.isHardware
    case .named(let words): return words.contains { device.isNamed($0) }
    }
  }
}
