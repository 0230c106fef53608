import CJACK

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The JACK library, loaded at run time, so that a program starts without it. The loader's usual search decides which
/// implementation (jackd2, PipeWire) is used.
///
/// - Thread: any
public final class JACKLibrary: @unchecked Sendable {  // written once, before it is shared
  let functions: UnsafeMutablePointer<ctactus_jack_functions>
  /// The name under which the library was found.
  public let name: String

  /// Loads the library for the lifetime of the process, and disables its output to standard error.
  ///
  /// - Parameter name: a file name or path; nil for the value of the environment variable `TACTUS_LIBJACK` or, if it is
  ///   not set, the usual names.
  /// - Thread: control
  public init(_ name: String? = nil) throws(JACKError) {
    let asked = name ?? getenv("TACTUS_LIBJACK").map { String(cString: $0) }
    let names = asked.map { [$0] } ?? ["libjack.so.0", "libjack.0.dylib", "/usr/local/lib/libjack.dylib"]
    functions = .allocate(capacity: 1)
    functions.initialize(to: ctactus_jack_functions())
    for candidate in names {
      let result = ctactus_jack_load(candidate, functions)
      if result == 2 {
        functions.deallocate()
        throw .oldLibrary(candidate)
      }
      guard result == 0 else { continue }
      self.name = candidate
      ctactus_jack_silence(functions)
      return
    }
    functions.deallocate()
    self.name = names[0]
    throw .noLibrary(names[0])
  }

  /// Uses the functions of a table, which must outlive the library.
  package init(functions: UnsafeMutablePointer<ctactus_jack_functions>, name: String) {
    (self.functions, self.name) = (functions, name)
  }

  /// PipeWire's JACK library, in the folder that `pw-jack` puts before the usual ones; nil if it is not installed, or
  /// if `TACTUS_LIBJACK` names the library to use.
  public static var pipeWire: JACKLibrary? {
    guard getenv("TACTUS_LIBJACK") == nil else { return nil }
    #if arch(arm64)
      let folders = ["/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    #else
      let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"]
    #endif
    for folder in folders {
      do { return try JACKLibrary(folder + "/pipewire-0.3/jack/libjack.so.0") } catch {}
    }
    return nil
  }

  // Never freed: callbacks of a hanging server may still arrive.
}
