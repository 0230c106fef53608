import Foundation

/// The user's browser.
enum Browser {
  /// Opens a file; returns false if no program is found that can do so.
  static func open(_ file: String) -> Bool {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [file]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }
}
