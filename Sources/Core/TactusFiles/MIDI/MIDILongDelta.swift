/// A delta time of a track that may be more than an hour.
struct MIDILongDelta {
  /// Where it stands in the file.
  var offset: Int
  /// The ticks before and after it.
  var before: Int64
  var after: Int64
  /// Whether something before it, or the event that it belongs to, could not be decoded.
  var isAfterDamage: Bool
}
