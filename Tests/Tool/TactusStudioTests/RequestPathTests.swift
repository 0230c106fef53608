import TactusStudio
import TestSupport
import Testing

@Suite struct RequestPathTests {
  @Test(arguments: [
    ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a/b.json", ["a", "b.json"]), ("/a%20b/%C3%A4", ["a b", "ä"]),
    ("/...", ["..."]), ("/a..b", ["a..b"]),
  ]) func namesAreDecoded(path: String, names: [String]) {
    #expect(RequestPath.names(in: path) == names)
  }

  @Test(arguments: [
    "", "a", "..", "/..", "/a/../b", "/a/./b", "/%2e%2e/b", "/%2E./b", "/a%2fb", "/a//b", "//a", "/a%00", "/%ff", "/a%",
    "/.", "/a/..",
  ]) func pathsOutOfTheFolderHaveNone(path: String) {
    #expect(RequestPath.names(in: path) == nil)
  }

  /// Law: the names of a path stay in its folder.
  @Test func namesStayInTheFolder() {
    let parts = ["..", ".", "/", "%2e", "%2f", "%5c", "\\", "a", "%00", "%", "é", " ", "?", "#", "~"]
    for seed in 0..<UInt64(rounds(5_000)) {
      var random = SeededGenerator(seed: seed)
      let path =
        "/"
        + (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for name in RequestPath.names(in: path) ?? [] {
        #expect(name != ".." && name != "." && !name.contains("/") && !name.contains("\0"), "seed \(seed): \(path)")
      }
    }
  }
}
