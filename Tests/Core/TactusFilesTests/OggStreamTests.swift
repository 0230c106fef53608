import TactusFiles
import TestSupport
import Testing

/// The length of an Ogg stream, by its pages' headers.
@Suite struct OggStreamTests {
  private func frames(_ bytes: [UInt8]) -> Int64? { bytes.withUnsafeBytes { OggStream($0)?.frameCount } }

  /// A page with a body of zeros.
  private func page(first: Bool = false, granule: Int64, serial: UInt8 = 1, body: Int = 300) -> [UInt8] {
    let segments = [UInt8](repeating: 255, count: body / 255) + [UInt8(body % 255)]
    return Array("OggS".utf8) + [0, first ? 2 : 0] + (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) }
      + [serial, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [UInt8(segments.count)] + segments
      + [UInt8](repeating: 0, count: body)
  }

  @Test func theLastPageThatSaysSoCounts() {
    let head = page(first: true, granule: 0) + page(granule: 1_000)
    #expect(frames(head) == 1_000)
    #expect(frames(head + page(granule: 2_000) + page(granule: -1)) == 2_000)
    #expect(frames(head + page(granule: 5_000, serial: 2)) == 1_000, "another stream")
    #expect(frames(head + page(granule: 5_000).dropLast()) == 1_000, "a page that is cut")
    #expect(frames(head + [1, 2, 3]) == 1_000)
  }

  @Test func whatIsNoStreamHasNoLength() {
    #expect(frames([]) == nil)
    #expect(frames(Array("OggS".utf8)) == nil)
    #expect(frames(page(granule: 10)) == nil, "no first page")
    #expect(frames(page(first: true, granule: -5)) == nil)
    #expect(frames([0] + page(first: true, granule: 5)) == nil)
  }

  @Test func randomBytesAreHarmless() {
    let stream = page(first: true, granule: 0) + page(granule: 1_000) + page(granule: 2_000)
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      var damaged = stream
      for _ in 0..<3 { damaged[.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random) }
      #expect(frames(Array(damaged.prefix(.random(in: 0...damaged.count, using: &random)))) ?? 0 >= 0, "seed \(seed)")
    }
  }
}
