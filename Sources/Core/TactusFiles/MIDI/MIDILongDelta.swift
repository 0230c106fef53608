/// A delta time that may last more than an hour.
struct MIDILongDelta {
  /// The offset of the delta time in the file.
  var offset: Int
  /// The tick before the delta time.
  var before: Int64
  /// The tick after the delta time.
  var after: Int64
  /// Whether data before it, or its own event, could not be decoded.
  var isAfterDamage: Bool
}
