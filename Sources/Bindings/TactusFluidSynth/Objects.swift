/// An object that a program holds by a pointer, as FluidSynth's interface does: created by a `new_` function, and freed
/// by the `delete_` function of its type. Pointers that are not NULL are trusted.
protocol PointedObject: AnyObject {}

extension PointedObject {
  /// The object's pointer, which owns a reference to it.
  var retainedPointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object's pointer, which owns no reference to it.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Returns the object of a pointer, or nil if the pointer is NULL.
  static func object(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Gives up the reference that a pointer owns.
  static func release(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
