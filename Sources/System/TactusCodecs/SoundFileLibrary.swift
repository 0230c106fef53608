import CSndfile
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// libsndfile, loaded when first needed. It reads and writes FLAC, Ogg, Opus and MP3.
///
///     let writer = try CompressedFileWriter(description, library: .shared(), to: sink)
///
/// The program is not linked with it: without the library, everything else works. Several threads may use one object,
/// but only one thread at a time may use each open file.
/// - Thread: any
public final class SoundFileLibrary: Sendable {
  let functions: ctactus_sndfile_functions

  /// The file names of the library that are tried, unless the environment variable `TACTUS_LIBSNDFILE` sets one.
  public static let names: [String] = {
    #if canImport(Darwin)
      ["libsndfile.1.dylib", "/opt/homebrew/lib/libsndfile.1.dylib", "/usr/local/lib/libsndfile.1.dylib"]
    #else
      ["libsndfile.so.1", "libsndfile.so"]
    #endif
  }()

  private static let opened = Mutex<SoundFileLibrary?>(nil)

  /// Returns the library, which stays open once it has been found.
  ///
  /// - Throws: `CodecError.libraryMissing` and `libraryUnfit`, with the names of the packages to install.
  public static func shared() throws(CodecError) -> SoundFileLibrary {
    let names = getenv("TACTUS_LIBSNDFILE").map { [String(cString: $0)] } ?? Self.names
    let result: Result<SoundFileLibrary, CodecError> = opened.withLock { opened in
      if let opened { return .success(opened) }
      do throws(CodecError) {
        let library = try SoundFileLibrary(names: names)
        opened = library
        return .success(library)
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Opens the first available library of these names.
  package init(names: [String]) throws(CodecError) {
    var functions = ctactus_sndfile_functions()
    for name in names {
      switch ctactus_sndfile_load(name, &functions) {
      case 0:
        self.functions = functions
        return
      case 1: continue
      default: throw .libraryUnfit(name: name)
      }
    }
    throw .libraryMissing(looked: names)
  }

  /// The library's version text, such as "libsndfile-1.2.0".
  public var version: String { functions.sf_version_string().map { String(cString: $0) } ?? "libsndfile" }

  /// Returns the last error of an open file, or of the last failed opening.
  func lastError(_ handle: OpaquePointer?) -> String {
    functions.sf_strerror(handle).map { String(cString: $0).trimmingPeriod } ?? "unknown error"
  }
}

extension String {
  fileprivate var trimmingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
