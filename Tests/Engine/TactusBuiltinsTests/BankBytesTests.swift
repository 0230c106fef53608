import TactusBuiltins
import TestSupport
import Testing

@Suite struct BankBytesTests {
  /// The bank's fingerprint. Debug and release builds, Linux and Apple, x86 and ARM must all give this value; after a
  /// deliberate change of a sound, store the new value here.
  static let golden: UInt64 = 0x6959_D89F_A7D9_194E

  @Test func bytesAreTheSameEverywhere() {
    let found = fingerprint(Made.bankBytes)
    #expect(found == Self.golden, "the bank's fingerprint is \(String(found, radix: 16))")
  }

  @Test func sizeIsModerate() {
    #expect(Made.bankBytes.count <= 24 << 20, "\(Made.bankBytes.count) bytes")
  }

  @Test(.enabled(if: isOptimized, "takes long in code that is not optimized")) func sharedBankIsTheSame() {
    #expect(areEqual(Made.bankBytes, Builtins.bank.bytes))
  }

  /// One second on a fast machine.
  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func isMadeInSeconds() {
    let times = (0..<3).map { _ in processorSeconds { _ = Builtins.makeBank() } }
    #expect(times.min() ?? 0 < 20, "\(times)")
  }

  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func bytesAreTheSameTwice() {
    #expect(Builtins.makeBank() == Made.bankBytes)
  }
}
