import CTactusShims

/// Runs `body` like the audio thread: if RealtimeSanitizer is linked in, the process ends at the first call in it that
/// may block. Elsewhere it just runs.
@inline(__always) public func realtime<Result>(_ body: () -> Result) -> Result {
  ctactus_realtime_enter()
  defer { ctactus_realtime_exit() }
  return body()
}

/// Whether RealtimeSanitizer checks the code that ``realtime(_:)`` runs.
public var isRealtimeChecked: Bool { ctactus_realtime_is_checked() }
