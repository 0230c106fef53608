import CLV2

/// A property of an object.
///
/// - Thread: any
package struct AtomProperty: BitwiseCopyable {
  package var key: UInt32
  package var type: UInt32
  /// The value: ``size`` bytes with any alignment.
  package var body: UnsafeRawPointer
  package var size: Int
}

/// Reads the properties of an object, one after the other. A property whose declared size exceeds the rest of the
/// object ends the iteration.
///
/// - Thread: any
package struct AtomProperties {
  private let body: UnsafeRawPointer
  private let size: Int
  private var position = 8
  /// The class of the object, as a URID.
  package let kind: UInt32

  /// Reads the properties of an object's body; nil if the atom is not an object.
  ///
  /// - Parameter type: the type of the atom. Older hosts use a separate type for objects without a name.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init?(_ body: UnsafeRawPointer, size: Int, type: UInt32, _ urids: LV2URIDs) {
    guard type != 0, type == urids.object || type == urids.blank, size >= 8 else { return nil }
    (self.body, self.size) = (body, size)
    kind = body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
  }

  /// Returns the next property; nil after the last one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func next() -> AtomProperty? {
    guard size &- position >= 16 else { return nil }
    let header = (body + position).loadUnaligned(as: LV2_Atom_Property_Body.self)
    let value = position &+ 16
    let count = Int(header.value.size)
    guard count <= size &- value else {
      position = size
      return nil
    }
    position = value &+ (count &+ 7) & ~7
    return AtomProperty(key: header.key, type: header.value.type, body: body + value, size: count)
  }
}
