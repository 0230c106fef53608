import Foundation
import TactusFiles
import TestSupport

/// A program that runs beside the test.
///
/// Foundation's `Process` would hand on the signals that the test runner's threads block, Ctrl-C among them.
struct ChildProcess {
  private let identifier: pid_t

  struct Failure: Error {
    let code: Int32
  }

  /// The variables of the test's environment that change what the program does; the program does not get them.
  private static let ownVariables: Set = ["TACTUS_BANK", "COLUMNS"]

  /// Starts the program.
  ///
  /// - Parameter seconds: the processor time that the program may use. The system ends it when it uses more.
  init(
    _ program: String, _ arguments: [String], input: String = "/dev/null", output: String = "/dev/null",
    errors: String = "/dev/null", folder: String = "/", environment: [String: String] = [:],
    processorSeconds seconds: Int? = nil
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
    // The test runner's threads block signals, and jobs in the background ignore some; a child would inherit that.
    var (none, interruption) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&interruption)
    sigaddset(&interruption, SIGINT)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &interruption)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let inherited = ProcessInfo.processInfo.environment.filter { !Self.ownVariables.contains($0.key) }
    let variables = inherited.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var child: pid_t = 0
    // The shell changes to the folder, which not every system supports here, and is replaced by the program.
    let limit = seconds.map { "ulimit -t \($0) && " } ?? ""
    let command = ["sh", "-c", limit + "cd \"$0\" && exec \"$@\"", folder, program] + arguments
    let code = Self.withStrings(command) { command in
      Self.withStrings(variables) { posix_spawn(&child, "/bin/sh", &actions, &attributes, command, $0) }
    }
    guard code == 0 else { throw Failure(code: code) }
    identifier = child
  }

  /// Waits for its end: its exit status, or 128 and the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits for its end, so many seconds at the most; nil if it had to be ended.
  func wait(atMost seconds: Double) -> Int32? {
    let deadline = Date() + seconds
    var status: Int32 = 0
    while waitpid(identifier, &status, WNOHANG) == 0 {
      guard Date() < deadline else {
        kill(identifier, SIGKILL)
        _ = wait()
        return nil
      }
      usleep(2_000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits until it has begun to write an output in a folder; returns whether it has.
  ///
  /// Linux has files without names, which only the process's open files show; elsewhere the file has a name of its own.
  func waitForOutput(in folder: String) -> Bool {
    let files = FileManager.default
    // links lead to standardized paths
    let inFolder = "/" + (folder as NSString).lastPathComponent + "/"
    let open = "/proc/\(identifier)/fd"
    return eventually {
      let numbers = (try? files.contentsOfDirectory(atPath: open)) ?? []
      let targets = numbers.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(open)/\($0)") }
      if targets.contains(where: { $0.contains(inFolder) && $0.hasSuffix(" (deleted)") }) { return true }
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { $0.hasPrefix(".tactus") }
    }
  }

  /// What Ctrl-C does.
  func interrupt() { kill(identifier, SIGINT) }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { $0.withPath { strdup($0) } } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
