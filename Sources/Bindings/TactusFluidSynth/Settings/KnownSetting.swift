import CFluidSynth

/// A setting: its name, its kind with the default value, and whether it takes effect while a synthesizer exists.
struct KnownSetting: Sendable {
  enum Kind: Sendable {
    case number(Double, in: ClosedRange<Double>)
    case integer(Int32, in: ClosedRange<Int32>)
    /// An integer, 0 or 1, that can also be read as text, "no" or "yes".
    case toggle(Bool)
    /// Options are the usual texts; others are allowed.
    case text(StaticString, options: [String]?)
  }

  /// When a change takes effect.
  enum Effect: Sendable { case atCreation, realtime }

  let name: String
  let kind: Kind
  let isRealtime: Bool

  private init(_ name: String, _ kind: Kind, _ effect: Effect) {
    (self.name, self.kind, isRealtime) = (name, kind, effect == .realtime)
  }

  /// A number, whose default and range FluidSynth keeps in single precision.
  static func number(
    _ name: String, _ value: Float, _ range: ClosedRange<Float>, _ effect: Effect = .atCreation
  ) -> Self {
    Self(name, .number(Double(value), in: Double(range.lowerBound)...Double(range.upperBound)), effect)
  }

  static func integer(
    _ name: String, _ value: Int32, _ range: ClosedRange<Int32>, _ effect: Effect = .atCreation
  ) -> Self {
    Self(name, .integer(value, in: range), effect)
  }

  static func toggle(_ name: String, _ value: Bool, _ effect: Effect = .atCreation) -> Self {
    Self(name, .toggle(value), effect)
  }

  static func text(
    _ name: String, _ value: StaticString, _ options: [String]? = nil, _ effect: Effect = .atCreation
  ) -> Self {
    Self(name, .text(value, options: options), effect)
  }

  /// The type of the setting in FluidSynth's interface.
  var type: Int {
    switch kind {
    case .number: FLUID_NUM_TYPE
    case .integer, .toggle: FLUID_INT_TYPE
    case .text: FLUID_STR_TYPE
    }
  }

  var hints: Int {
    switch kind {
    case .number, .integer: FLUID_HINT_BOUNDED_BELOW | FLUID_HINT_BOUNDED_ABOVE
    case .toggle: FLUID_HINT_BOUNDED_BELOW | FLUID_HINT_BOUNDED_ABOVE | FLUID_HINT_TOGGLED
    case .text(_, let options): options == nil ? 0 : FLUID_HINT_OPTIONLIST
    }
  }

  var defaultNumber: Double? {
    guard case .number(let value, _) = kind else { return nil }
    return value
  }

  var numberRange: ClosedRange<Double>? {
    guard case .number(_, let range) = kind else { return nil }
    return range
  }

  var defaultInteger: Int32? {
    switch kind {
    case .integer(let value, _): value
    case .toggle(let value): value ? 1 : 0
    case .number, .text: nil
    }
  }

  var integerRange: ClosedRange<Int32>? {
    switch kind {
    case .integer(_, let range): range
    case .toggle: 0...1
    case .number, .text: nil
    }
  }

  /// The default as text, which lasts as long as the process.
  var defaultText: StaticString? {
    switch kind {
    case .text(let value, _): value
    case .toggle(let value): Self.toggleText(value)
    case .number, .integer: nil
    }
  }

  static func toggleText(_ value: Bool) -> StaticString { value ? "yes" : "no" }
}
