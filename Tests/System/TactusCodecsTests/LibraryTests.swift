import TactusCodecs
import TactusFiles
import Testing

/// libsndfile is looked for when it is needed.
@Suite struct LibraryTests {
  @Test func theErrorNamesThePackages() throws {
    let error = try #require(throws: CodecError.self) { try SoundFileLibrary(names: ["libnowhere.so.7"]) }
    #expect(error == .libraryMissing(looked: ["libnowhere.so.7"]))
    for word in ["libnowhere.so.7", "libsndfile1", "Homebrew"] { #expect("\(error)".contains(word)) }
  }

  @Test(.enabled(if: Codec.isThere, Comment(rawValue: Codec.whatIsMissing)))
  func itIsOpenedOnce() throws {
    #expect(try SoundFileLibrary.shared() === SoundFileLibrary.shared())
    #expect(try SoundFileLibrary.shared().version.hasPrefix("libsndfile"))
  }

  #if os(Linux)
    @Test func anotherLibraryIsRefused() throws {
      #expect(throws: CodecError.libraryUnfit(name: "libm.so.6")) { try SoundFileLibrary(names: ["libm.so.6"]) }
    }
  #endif
}
