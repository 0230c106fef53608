import CTactusShims

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processors of the machine.
public enum Processors {
  /// The number of processors that this process may use now, at least 1: fewer than the machine has if `taskset` or a
  /// container limits them.
  /// - Thread: any
  public static var available: Int {
    let allowed = Int(ctactus_allowed_processors())
    if allowed > 0 { return allowed }
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
