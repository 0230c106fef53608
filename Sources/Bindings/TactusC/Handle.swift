import CTactus

/// A kind of handle, and the class of its objects.
struct HandleKind<Object: AnyObject> {
  let kind: ctactus_kind
  let name: String
}

extension HandleKind {
  /// Creates a handle that owns an object. If that fails, records the failure for the calling thread and returns nil.
  ///
  /// - Parameter audio: returns the state of the object that the audio thread uses; nil if it uses none.
  func make(
    audio: (Object) -> UnsafeMutableRawPointer? = { _ in nil }, _ object: () throws -> Object
  ) -> OpaquePointer? {
    do {
      let object = try object()
      return try add(object, audio: audio(object))
    } catch {
      CallFailure(error).report()
      return nil
    }
  }

  private func add(_ object: Object, audio: UnsafeMutableRawPointer?) throws(CallFailure) -> OpaquePointer {
    let retained = Unmanaged.passRetained(object)
    let handle = ctactus_handle_add(kind, retained.toOpaque(), audio)
    guard let pointer = OpaquePointer(bitPattern: handle) else {
      retained.release()
      throw CallFailure(TACTUS_ERROR_FULL, "there are more than 65536 handles; free those that are no longer needed")
    }
    return pointer
  }

  /// Returns the object of a handle.
  func object(_ handle: OpaquePointer?) throws(CallFailure) -> Object {
    guard let object = ctactus_handle_object(kind, UInt(bitPattern: handle)) else {
      throw CallFailure(
        TACTUS_ERROR_HANDLE,
        handle == nil
          ? "the \(name) is NULL"
          : "the \(name) is not a valid handle: it has been freed, or it is of another type")
    }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  /// Frees a handle. If the handle is not valid, a failure is recorded for the calling thread.
  func free(_ handle: OpaquePointer?) {
    guard let handle else { return }
    if let object = ctactus_handle_remove(kind, UInt(bitPattern: handle)) {
      Unmanaged<Object>.fromOpaque(object).release()
    } else {
      CallFailure(
        TACTUS_ERROR_HANDLE, "the \(name) cannot be freed: it has been freed before, or it is of another type"
      )
      .report()
    }
  }
}
