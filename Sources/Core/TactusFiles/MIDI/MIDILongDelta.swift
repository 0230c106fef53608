/// A delta time that may last more than an hour.
struct MIDILongDelta {
  /// Its offset in the file.
  var offset: Int
  /// The tick before it.
  var before: Int64
  /// The tick after it.
  var after: Int64
  /// Whether data before it, or its own event, could not be decoded.
  var isAfterDamage: Bool
}
