import TactusRealtime

/// The instances that hosts have created and not yet freed, by their tokens.
///
/// A host's worker may still hold requests of an instance that the host has freed, and may call `work` with the freed
/// instance, as JUCE's hosts do. The request therefore contains the token of its instance, and `work` looks it up here
/// before it uses the instance.
/// - Thread: control, any number of threads
enum LV2Instances {
  private static let living = Guarded<[UInt64: LV2Instance]>([:])
  private static let last = Guarded<UInt64>(0)

  /// Returns a token that has not been used before.
  static func nextToken() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }

  /// Adds an instance.
  static func add(_ instance: LV2Instance) { living.withLock { $0[instance.token] = instance } }

  /// Removes an instance, and waits until it does no more work.
  static func remove(_ instance: LV2Instance) {
    living.withLock { $0[instance.token] = nil }
    instance.end()
  }

  /// Returns the instance with a handle; nil if the host has freed it.
  static func instance(withHandle handle: UnsafeMutableRawPointer) -> LV2Instance? {
    living.withLock { living in living.values.first { UnsafeMutableRawPointer($0.core) == handle } }
  }

  /// Returns the instance that has made a request for work; nil if the host has freed it, or if the bytes are no
  /// request of the instance with this handle.
  static func instance(of request: UnsafeRawBufferPointer, handle: UnsafeMutableRawPointer) -> LV2Instance? {
    guard request.count >= LV2Path.header else { return nil }
    let token = request.loadUnaligned(fromByteOffset: LV2Core.tokenPosition, as: UInt64.self)
    guard let instance = living.withLock({ $0[token] }), handle == UnsafeMutableRawPointer(instance.core) else {
      return nil
    }
    return instance
  }
}
