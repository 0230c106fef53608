import CTactus

@_cdecl("tactus_library_version") package func tactus_library_version() -> Int32 {
  Int32(1_000 * TACTUS_VERSION_MAJOR + TACTUS_VERSION_MINOR)
}

@_cdecl("tactus_error") package func tactus_error() -> UnsafePointer<CChar>? { ctactus_failure_text() }

@_cdecl("tactus_error_status") package func tactus_error_status() -> Int32 { ctactus_failure_status() }

@_cdecl("tactus_trim") package func tactus_trim() { SynthPool.shared.empty() }
