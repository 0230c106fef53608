/// A delta time of possibly more than an hour.
struct MIDILongDelta {
  /// Its offset in the file.
  var offset: Int
  /// The ticks before and after it.
  var before: Int64
  var after: Int64
  /// Whether data before it, or its own event, could not be decoded.
  var isAfterDamage: Bool
}
