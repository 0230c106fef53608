import TactusPlugin
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the work that the audio sides of active plug-ins request: VST 3 offers no way to request a call on the main
/// thread.
///
/// The audio side only sets a flag. One thread for all plug-ins checks the flags every 20 ms; it ends when no plug-in is
/// active. The audio side does not wake it, so it takes no lock.
/// - Thread: any
final class BackgroundTasks: Sendable {
  static let shared = BackgroundTasks()

  private struct Members {
    var units: [ObjectIdentifier: (state: VST3State, unit: PluginUnit)] = [:]
    var isRunning = false
  }

  private let members = Guarded(Members())
  private static var microseconds: UInt32 { 20_000 }

  private init() {}

  /// Starts checking for a plug-in.
  func add(_ state: VST3State, _ unit: PluginUnit) {
    let mustStart = members.withLock { members in
      members.units[ObjectIdentifier(state)] = (state, unit)
      defer { members.isRunning = true }
      return !members.isRunning
    }
    if mustStart, !start() { members.withLock { $0.isRunning = false } }
  }

  /// Stops checking for a plug-in.
  func remove(_ state: VST3State) {
    members.withLock { _ = $0.units.removeValue(forKey: ObjectIdentifier(state)) }
  }

  private func start() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, nil,
      { _ in
        BackgroundTasks.shared.work()
        return nil
      }, nil)
    guard result == 0 else { return false }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private func work() {
    while let units = next() {
      for (state, unit) in units where state.takeMainThreadRequest() { unit.runMainThreadTasks() }
      usleep(Self.microseconds)
    }
  }

  /// Returns the active plug-ins; nil if there are none, which ends the thread.
  private func next() -> [(state: VST3State, unit: PluginUnit)]? {
    members.withLock { members in
      guard members.units.isEmpty else { return Array(members.units.values) }
      members.isRunning = false
      return nil
    }
  }
}
