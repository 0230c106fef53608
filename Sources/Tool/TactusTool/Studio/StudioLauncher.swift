import TactusFileAccess
import TactusFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Starts the program `tactus-studio`, which replaces this one in the process.
enum StudioLauncher {
  static let program = "tactus-studio"

  static func run(_ options: StudioOptions) throws(ToolError) -> Never {
    let beside = ProgramFolder.path.map { $0 + program }
    for path in [beside, program].compactMap({ $0 }) { replaceProcess(path, [program] + options.words) }
    throw ToolError(
      "studio",
      "the program \(program) is not beside tactus; build it with `swift build -c release --product \(program)`")
  }

  /// Runs another program in this process. Returns only if it cannot be started. A name without a slash is searched in
  /// `PATH`.
  private static func replaceProcess(_ path: String, _ words: [String]) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in word.withPath { strdup($0) } }
    arguments.append(nil)
    _ = path.withPath { execvp($0, arguments) }
    for argument in arguments { free(argument) }
  }
}

/// The folder of the running program, ending in "/"; nil if it is not known.
enum ProgramFolder {
  static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var text = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&text, &size) == 0 else { return nil }
      return text.withUnsafeBufferPointer { $0.baseAddress.map { FileName.text(of: $0) } }.flatMap(realPath)
        .map { FilePath.folder(of: $0) }
    #else
      return realPath("/proc/self/exe").map { FilePath.folder(of: $0) }
    #endif
  }
}
