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
  /// How many this process may use now: fewer than the machine has where `taskset` or a container says so; at least 1.
  /// - Thread: any
  public static var available: Int {
    let allowed = Int(tactus_allowed_processors())
    if allowed > 0 { return allowed }
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
