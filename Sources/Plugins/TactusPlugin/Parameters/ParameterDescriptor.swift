import TactusProcessors

/// A parameter of a plug-in: what it is called, what it can be, and how it reads.
///
/// - Thread: any
public struct ParameterDescriptor: Hashable, Sendable {
  /// What kind of numbers it takes.
  public enum Kind: Hashable, Sendable {
    /// Any number of the range.
    case continuous
    /// Whole numbers.
    case whole
    /// 0 or 1.
    case toggle
    /// The place of one of these names.
    case choice([String])
  }

  /// What it is known by to hosts, for ever: no version gives it to another parameter.
  public let id: UInt32
  /// What documents call it: letters and digits, a small letter first. As stable as ``id``.
  public let symbol: String
  /// For people.
  public let name: String
  /// The group it is shown in; empty for none.
  public let group: String
  /// The least and the greatest value.
  public let range: ClosedRange<Double>
  /// The value at first.
  public let defaultValue: Double
  /// What numbers it takes.
  public let kind: Kind
  /// What they count.
  public let unit: ParameterUnit
  /// Whether it takes effect on its frame. Others take effect soon, when ``PluginUnit/attend()`` has been called.
  public let isAutomatable: Bool
  /// Whether it switches the whole plug-in off.
  public let isBypass: Bool
  /// Numbers that read as words.
  let words: [Double: String]
  let target: ParameterTarget

  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", _ range: ClosedRange<Double>,
    default defaultValue: Double, kind: Kind = .continuous, unit: ParameterUnit = .none, words: [Double: String] = [:],
    target: ParameterTarget
  ) {
    (self.id, self.symbol, self.name, self.group) = (id, symbol, name, group)
    (self.range, self.defaultValue, self.kind, self.unit) = (range, defaultValue, kind, unit)
    (self.words, self.target) = (words, target)
    isAutomatable = target.isImmediate
    isBypass = target == .bypass
  }

  /// A switch.
  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", isOn: Bool = false, target: ParameterTarget
  ) {
    self.init(id, symbol, name, in: group, 0...1, default: isOn ? 1 : 0, kind: .toggle, target: target)
  }

  /// One of several names.
  init(
    _ id: UInt32, _ symbol: String, _ name: String, in group: String = "", of names: [String], default place: Int = 0,
    target: ParameterTarget
  ) {
    self.init(
      id, symbol, name, in: group, 0...Double(max(1, names.count - 1)), default: Double(place), kind: .choice(names),
      target: target)
  }

  /// Whether it takes whole numbers only.
  public var isStepped: Bool { kind != .continuous }

  /// The nearest value that it can take; the default for what is no number.
  public func clamped(_ value: Double) -> Double {
    value.isNaN ? defaultValue : entry.held(value)
  }

  /// The same for the audio side.
  var entry: ParameterTable.Entry {
    ParameterTable.Entry(
      target: target, lowest: range.lowerBound, highest: range.upperBound, isStepped: isStepped)
  }
}
