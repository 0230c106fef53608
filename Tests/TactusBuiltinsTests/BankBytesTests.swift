import TactusBuiltins
import Testing

@Suite struct BankBytesTests {
  /// The bank's fingerprint. Debug and release builds, Linux and Apple, x86 and ARM must all come to it; whoever changes
  /// a sound on purpose writes the new one here.
  static let golden: UInt64 = 0xBB74_6C78_1287_241B

  @Test func bytesAreTheSameEverywhere() {
    let found = fingerprint(Made.bankBytes)
    #expect(found == Self.golden, "the bank's fingerprint is \(String(found, radix: 16))")
  }

  @Test func sizeIsAFewMebibytes() {
    #expect(Made.bankBytes.count <= 6 << 20, "\(Made.bankBytes.count) bytes")
  }

  @Test func sharedBankIsTheSame() {
    #expect(Builtins.bank.bytes.count == Made.bankBytes.count)
    #expect(Builtins.bank.bytes.elementsEqual(Made.bankBytes))
  }

  #if !DEBUG
    @Test func isMadeInHalfASecond() {
      let clock = ContinuousClock()
      let best = (0..<5).map { _ in clock.measure { _ = Builtins.makeBank() } }.min() ?? .zero
      #expect(best < .milliseconds(500), "\(best)")
    }

    @Test func bytesAreTheSameTwice() {
      #expect(Builtins.makeBank() == Made.bankBytes)
    }
  #endif
}
