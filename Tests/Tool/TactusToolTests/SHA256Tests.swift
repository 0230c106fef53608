import Tactus
import TactusFiles
import TactusTool
import TestSupport
import Testing

@Suite struct SHA256Tests {
  @Test func digestOfTheBuiltInBankIsKnown() {
    #expect(SHA256.digest(of: Builtins.bank) == Builtins.bankSHA256)
  }

  /// The test vectors of FIPS 180-4; then random bytes of every length up to 199, hashed in several parts.
  @Test func secureHash() throws {
    func digest(_ text: String) -> String { SHA256.digest(of: FileBytes(copying: Array(text.utf8), name: "text")) }
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    var random = SeededGenerator(seed: seed(of: "secureHash"))
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var parts = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = Array(rest.prefix(Int(random.next() % 70)))
        part.withUnsafeBytes { parts.add($0) }
        rest = rest.dropFirst(part.count)
      }
      let digest = parts.end()
      #expect(digest == SHA256.digest(of: FileBytes(copying: bytes, name: "bytes")))
      #expect(digest == bytes.withUnsafeBytes { SHA256.digest(of: $0, isPortable: true) })
    }
  }
}
