import TactusProcessors

/// A parameter of a plug-in: its names, its range and how its values are shown.
///
/// - Thread: any
public struct ParameterDescriptor: Hashable, Sendable {
  /// The kind of values that a parameter takes.
  public enum Kind: Hashable, Sendable {
    /// Any number in the range.
    case continuous
    /// Whole numbers.
    case whole
    /// 0 or 1.
    case toggle
    /// The index of one of these names.
    case choice([String])
  }

  /// The permanent identifier for hosts. No version reuses it for another parameter.
  public let id: UInt32
  /// The name of the parameter in documents: letters and digits, starting with a lower-case letter. As permanent as
  /// ``id``.
  public let symbol: String
  /// The name for display.
  public let name: String
  /// The group in which the parameter is shown; empty for none.
  public let group: String
  /// The section of the group, such as "Envelope"; empty for none.
  public let section: String
  /// The minimum and the maximum.
  public let range: ClosedRange<Double>
  /// The default value.
  public let defaultValue: Double
  /// The kind of values.
  public let kind: Kind
  /// The unit of the value.
  public let unit: ParameterUnit
  /// Whether hosts should offer to automate the parameter. All changes take effect on their frames.
  public let isAutomatable: Bool
  /// Whether the parameter bypasses the whole plug-in.
  public let isBypass: Bool
  /// Values that are shown as words.
  package let words: [Double: String]
  let target: ParameterTarget

  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", section: String = "",
    _ range: ClosedRange<Double>, default defaultValue: Double, kind: Kind = .continuous, unit: ParameterUnit = .none,
    words: [Double: String] = [:], target: ParameterTarget
  ) {
    (self.id, self.symbol, self.name, self.group, self.section) = (id, symbol, name, group, section)
    (self.range, self.defaultValue, self.kind, self.unit) = (range, defaultValue, kind, unit)
    (self.words, self.target) = (words, target)
    isAutomatable = target != .learn
    isBypass = target == .bypass
  }

  /// Creates an on/off parameter.
  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", isOn: Bool = false, target: ParameterTarget
  ) {
    self.init(id, symbol, name, in: group, 0...1, default: isOn ? 1 : 0, kind: .toggle, target: target)
  }

  /// Creates a choice of several names.
  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", of names: [String],
    default position: Int = 0,
    target: ParameterTarget
  ) {
    self.init(
      id, symbol, name, in: group, 0...Double(max(1, names.count - 1)), default: Double(position), kind: .choice(names),
      target: target)
  }

  /// The group and the section: "Part 1/Envelope".
  public var path: String { section.isEmpty ? group : "\(group)/\(section)" }

  /// Whether the parameter takes only whole numbers.
  public var isStepped: Bool { kind != .continuous }

  /// Whether a host can modulate the parameter: add to its value without setting it. The time of “Humanise” cannot be
  /// modulated, because it determines the latency, which must not change with every modulation.
  package var isModulatable: Bool {
    kind == .continuous && isAutomatable && target != .stage(.humaniseTiming)
  }

  /// Returns the nearest valid value; for NaN, the default.
  public func clamped(_ value: Double) -> Double {
    value.isNaN ? defaultValue : entry.nearest(value)
  }

  /// The parameter as the audio side stores it.
  var entry: ParameterTable.Entry {
    ParameterTable.Entry(
      target: target, lowest: range.lowerBound, highest: range.upperBound, isStepped: isStepped,
      isModulatable: isModulatable)
  }
}
