import CTactus

/// Returns the state of a handle that the audio thread uses. If the handle is not valid, records a failure for this
/// thread and returns nil.
///
/// - Thread: audio
@inline(__always) func audioSide<Side>(
  _ kind: ctactus_kind, _ handle: OpaquePointer?, _: Side.Type
) -> UnsafeMutablePointer<Side>? {
  guard let found = ctactus_handle_audio(kind, UInt(bitPattern: handle)) else {
    _ = ctactus_fail_with(Int32(TACTUS_ERROR_HANDLE), CTACTUS_NO_HANDLE)
    return nil
  }
  return found.assumingMemoryBound(to: Side.self)
}

/// Records that an argument is wrong, and returns the status.
///
/// - Thread: audio
@inline(__always) func wrongArgument(_ text: ctactus_text) -> Int32 {
  ctactus_fail_with(Int32(TACTUS_ERROR_ARGUMENT), text)
}
