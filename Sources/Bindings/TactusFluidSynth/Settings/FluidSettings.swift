import CFluidSynth
import Synchronization

/// The settings of a program. They can be used on several threads at once.
final class FluidSettings: PointedObject, Sendable {
  /// The value of a setting; a toggle is an integer.
  enum Value: Sendable {
    case number(Double)
    case integer(Int32)
    /// The bytes of a C string with its final zero, or nil if the program has set NULL.
    case text([CChar]?)

    var number: Double? {
      guard case .number(let value) = self else { return nil }
      return value
    }

    var integer: Int32? {
      guard case .integer(let value) = self else { return nil }
      return value
    }
  }

  private struct Observer: @unchecked Sendable {  // called on the threads that set values, as its owner expects
    let owner: ObjectIdentifier
    let indices: Set<Int>
    let body: (_ name: String) -> Void
  }

  private struct State {
    /// The values, in the order of `KnownSetting.all`.
    var values: [Value]
    var observers: [Observer] = []
  }

  /// Is never held while an observer or a function of the program runs.
  private let state = Mutex(State(values: KnownSetting.all.map(Value.init(defaultOf:))))

  /// The names of the settings in a group ("synth") that take effect at once. FluidSynth reports a setting as real-time
  /// while a synthesizer or player observes it.
  static func realtimeNames(in group: String) -> [String] {
    KnownSetting.all.filter { $0.isRealtime && $0.name.hasPrefix(group + ".") }.map(\.name)
  }

  /// Calls a function after each change of some settings, on the thread that makes the change. Settings that are not
  /// real-time are left out. A call that is under way on another thread can outlast ``forgetObserver(_:)``.
  func observe(_ names: [String], by owner: AnyObject, _ body: @escaping (_ name: String) -> Void) {
    let indices = names.compactMap(SettingName.index).filter { KnownSetting.all[$0].isRealtime }
    let observer = Observer(owner: ObjectIdentifier(owner), indices: Set(indices), body: body)
    state.withLock { $0.observers.append(observer) }
  }

  /// Ends the calls of an owner's functions.
  func forgetObserver(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    state.withLock { $0.observers.removeAll { $0.owner == owner } }
  }

  /// Whether a change of the setting takes effect at once, which is the case if the setting has an observer.
  func isObserved(_ index: Int) -> Bool { state.withLock { $0.observers.contains { $0.indices.contains(index) } } }

  func value(_ index: Int) -> Value { state.withLock { $0.values[index] } }

  /// Replaces a value by one of the same kind, and calls the observers.
  func replace(_ index: Int, by value: Value) {
    let observers = state.withLock { state in
      state.values[index] = value
      return state.observers.filter { $0.indices.contains(index) }
    }
    for observer in observers { observer.body(KnownSetting.all[index].name) }
  }
}

extension FluidSettings.Value {
  fileprivate init(defaultOf setting: KnownSetting) {
    switch setting.kind {
    case .number(let value, _): self = .number(value)
    case .integer(let value, _): self = .integer(value)
    case .toggle(let value): self = .integer(value ? 1 : 0)
    case .text(let value, _): self = .text(value.description.utf8CString.map { $0 })
    }
  }
}
