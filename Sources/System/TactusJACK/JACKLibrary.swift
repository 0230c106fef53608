import CJACK

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// JACK's library, opened at run time: a program starts without it. Whose it is (jackd2, PipeWire) the loader decides,
/// by its usual search.
///
/// - Thread: any
public final class JACKLibrary: @unchecked Sendable {  // written once, before anyone else has it
  let functions: UnsafeMutablePointer<tactus_jack_functions>
  /// The name under which it was found.
  public let name: String

  /// Opens the library, which stays open for the life of the process. It does not write to standard error any more.
  ///
  /// - Parameter name: a file's name or path; nil for `TACTUS_LIBJACK` in the environment, else the usual names.
  /// - Thread: control
  public init(_ name: String? = nil) throws(JACKError) {
    let asked = name ?? getenv("TACTUS_LIBJACK").map { String(cString: $0) }
    let names = asked.map { [$0] } ?? ["libjack.so.0", "libjack.0.dylib", "/usr/local/lib/libjack.dylib"]
    functions = .allocate(capacity: 1)
    functions.initialize(to: tactus_jack_functions())
    for candidate in names {
      let result = tactus_jack_load(candidate, functions)
      if result == 2 { throw .oldLibrary(candidate) }
      guard result == 0 else { continue }
      self.name = candidate
      tactus_jack_silence(functions)
      return
    }
    self.name = names[0]
    throw .noLibrary(names[0])
  }

  // Never given back: callbacks of a server that hangs may still come.
}
