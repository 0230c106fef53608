/// A rule of a MIDI router: which events it matches, and how it changes them.
final class RouterRule: PointedObject {
  /// A range of values and their mapping.
  struct Part {
    /// The bounds, inclusive. If the lower bound is larger than the upper bound, the values between them do not match.
    var lowest: Int32
    var highest: Int32
    var factor: Float = 1
    var offset: Int32 = 0

    func matches(_ value: Int32) -> Bool {
      lowest <= highest ? lowest <= value && value <= highest : value >= lowest || value <= highest
    }

    /// Multiplies, rounds, and adds. A product outside the range of Int32 becomes `Int32.min`.
    func mapped(_ value: Int32) -> Int32 {
      let product = Double(Float(value) * factor) + 0.5
      let whole = product > -2_147_483_649 && product < 2_147_483_648 ? Int32(product) : Int32.min
      return whole &+ offset
    }
  }

  var channel = Part(lowest: 0, highest: .max)
  var param1 = Part(lowest: 0, highest: .max)
  var param2 = Part(lowest: 0, highest: .max)
  /// The keys and pedals that are still down, with the numbers that the rule has given them.
  private var held = RoutedKeys()
  /// Whether the rule has been replaced, and remains only to pass on the releases of the keys and pedals that it holds.
  private(set) var isReplaced = false

  /// Whether the rule has been replaced and holds nothing.
  var isFinished: Bool { isReplaced && held.isEmpty }

  func replace() { isReplaced = true }

  /// Records the key or pedal that an outgoing event presses or releases. Returns false if the event must not be passed
  /// on, because the rule has been replaced and the event releases nothing that the rule holds. As in FluidSynth, a
  /// replaced rule also records the keys and pedals that its events would press, although it does not pass on these
  /// events.
  func admits(_ event: RoutedEvent) -> Bool {
    typealias Kind = FluidMIDIEvent.Kind
    switch event.type {
    case Kind.noteOn: held.insert(event.param1)
    case Kind.noteOff: return held.remove(event.param1) || !isReplaced
    case Kind.controlChange where event.param1 == 64:
      if event.param2 < 64 { return held.remove(RoutedKeys.pedal) || !isReplaced }
      held.insert(RoutedKeys.pedal)
    default: break
    }
    return !isReplaced
  }
}

/// A set of the keys 0 to 127, and of the sustain pedal.
struct RoutedKeys {
  static let pedal: Int32 = 128
  private var keys: (UInt64, UInt64) = (0, 0)
  private var isPedalDown = false

  var isEmpty: Bool { keys.0 == 0 && keys.1 == 0 && !isPedalDown }

  mutating func insert(_ key: Int32) {
    switch key {
    case 0..<64: keys.0 |= 1 << UInt64(key)
    case 64..<128: keys.1 |= 1 << UInt64(key - 64)
    case Self.pedal: isPedalDown = true
    default: break
    }
  }

  /// Returns whether the key was in the set.
  mutating func remove(_ key: Int32) -> Bool {
    let old = self
    switch key {
    case 0..<64: keys.0 &= ~(1 << UInt64(key))
    case 64..<128: keys.1 &= ~(1 << UInt64(key - 64))
    case Self.pedal: isPedalDown = false
    default: break
    }
    return old.keys != keys || old.isPedalDown != isPedalDown
  }
}
