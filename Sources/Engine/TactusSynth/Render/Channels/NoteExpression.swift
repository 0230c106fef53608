/// What expressions have set for the notes of one key, in addition to what its channel has set.
///
/// Law: the default changes nothing.
/// - Thread: audio
package struct NoteExpression: BitwiseCopyable, Equatable {
  /// The factor of the gain that the volume sets, 0…4.
  package var volume: Float = 1
  /// The factor of the gain that the expression controller sets, 0…1.
  package var expression: Float = 1
  /// The offset of the pan: −1 moves a centered note to the left, 1 to the right.
  package var pan: Float = 0
  /// The offset of the cutoff in cents.
  package var brightness: Float = 0
  /// The added depth of the vibrato, as a fraction of that of the modulation wheel.
  package var vibrato: Float = 0
  /// The offset of the pitch in cents.
  package var tuning: Float = 0
  /// The offset of the pitch by the key's pitch bend, in cents.
  package var bend: Float = 0

  /// Creates the default.
  @inlinable package init() {}

  @inline(__always) var gain: Double { Double(volume) * Double(expression) }
}

/// The expressions of keys, other than the defaults.
///
/// - Thread: audio
struct NoteExpressions {
  struct Entry: BitwiseCopyable {
    /// part · 128 + key
    var address: Int32 = -1
    var expression = NoteExpression()
  }

  /// The entries, in no order.
  let entries: UnsafeMutablePointer<Entry>
  /// The number of entries.
  let counted: UnsafeMutablePointer<Int>

  var count: Int {
    get { counted.pointee }
    nonmutating set { counted.pointee = newValue }
  }

  /// Returns the expression of a key of a part.
  func expression(_ part: Int, _ key: UInt8) -> NoteExpression {
    find(part, key).map { entries[$0].expression } ?? NoteExpression()
  }

  /// Sets the expression of a key of a part; returns false if there is no room for another key.
  func set(_ expression: NoteExpression, _ part: Int, _ key: UInt8) -> Bool {
    if let index = find(part, key) {
      entries[index].expression = expression
      return true
    }
    guard count < SynthLimits.noteExpressions else { return false }
    entries[count] = Entry(address: Self.address(part, key), expression: expression)
    count &+= 1
    return true
  }

  /// Sets a key of a part to the default.
  func remove(_ part: Int, _ key: UInt8) {
    guard let index = find(part, key) else { return }
    count &-= 1
    entries[index] = entries[count]
  }

  /// Sets all keys of a part to the default.
  func removeAll(_ part: Int) {
    var index = count
    while index > 0 {
      index &-= 1
      guard entries[index].address &>> 7 == Int32(truncatingIfNeeded: part) else { continue }
      count &-= 1
      entries[index] = entries[count]
    }
  }

  private func find(_ part: Int, _ key: UInt8) -> Int? {
    let address = Self.address(part, key)
    for index in 0..<count where entries[index].address == address { return index }
    return nil
  }

  @inline(__always)
  private static func address(_ part: Int, _ key: UInt8) -> Int32 {
    Int32(truncatingIfNeeded: part &<< 7 | Int(key & 127))
  }
}
