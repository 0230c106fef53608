import TactusFiles
import TactusVorbis
import TestSupport
import Testing

/// Damage of any kind gives frames, fewer frames, or an error, and always the same.
@Suite struct DamageTests {
  /// With wrong checksums: pages are missing.
  @Test func damagedPagesNeverTrap() throws {
    try damage(rounds(600), seed: seed(of: "damagedPagesNeverTrap"), isSealed: false)
  }

  /// With checksums corrected: headers and packets are damaged.
  @Test func damagedPacketsNeverTrap() throws {
    try damage(rounds(2_000, unoptimized: 400), seed: seed(of: "damagedPacketsNeverTrap"), isSealed: true)
  }

  private func damage(_ rounds: Int, seed: UInt64, isSealed: Bool) throws {
    var random = SeededGenerator(seed: seed)
    var (decoded, refused) = (0, 0)
    var streams: [[UInt8]] = [EncodedNoise.stream]
    for _ in 0..<20 {
      streams.append(RandomVorbis(.init(channels: random.oneIn(4) ? 2 : 1, packets: 4), seed: random.next()).ogg())
    }
    for round in 0..<rounds {
      let bytes = damaged(random.pick(streams), isSealed, &random)
      let first = try? Decoded.frames(bytes, room: 5_000)
      if round % 16 == 0 { #expect(first == (try? Decoded.frames(bytes, room: 5_000)), "round \(round)") }
      if let first {
        decoded += 1
        #expect(first.count <= 5_000)
      } else {
        refused += 1
      }
      if round % 4 == 0 { _ = try? Decoded.channels(bytes) }
    }
    #expect(decoded > 0 && refused > 0, "\(decoded) decoded, \(refused) refused")
  }

  private func damaged(_ stream: [UInt8], _ isSealed: Bool, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = stream
    // headers are long in these streams; half of the damage is behind them
    let start = random.oneIn(2) ? 0 : bytes.count / 2
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let index = Int.random(in: start..<bytes.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[index] = .random(in: 0...255, using: &random)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 2: bytes[index] = random.oneIn(2) ? 0 : 255
      default:
        let end = min(bytes.count, index + Int.random(in: 1...20, using: &random))
        bytes.replaceSubrange(index..<end, with: [UInt8](repeating: bytes[index], count: end - index))
      }
    }
    if random.oneIn(6) { bytes.removeLast(.random(in: 0...bytes.count / 2, using: &random)) }
    if isSealed { OggWriter.seal(&bytes) }
    return bytes
  }

  /// All pages but the last claim the greatest possible position, 2⁶³ − 1, which overflows if frames are added.
  @Test func greatestPositionsNeverTrap() throws {
    var random = SeededGenerator(seed: seed(of: "greatestPositionsNeverTrap"))
    var streams: [[UInt8]] = [EncodedNoise.stream]
    for _ in 0..<20 { streams.append(RandomVorbis(.init(channels: 1, packets: 6), seed: random.next()).ogg()) }
    var changed = 0
    for stream in streams {
      var bytes = stream
      let pages = bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) && $0 + 27 < bytes.count }
      for page in pages.dropLast() where bytes[(page + 6)..<(page + 14)].contains(where: { $0 != 0 }) {
        bytes.replaceSubrange((page + 6)..<(page + 14), with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
        changed += 1
      }
      OggWriter.seal(&bytes)
      _ = try? Decoded.frames(bytes, room: 5_000)
      _ = try? Decoded.channels(bytes)
    }
    #expect(changed > 0)
  }

  /// Every header of a page claims the greatest page, so that checksums overlap.
  @Test func overlappingPagesTakeNoTime() {
    let header: [UInt8] = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [255]
    var bytes: [UInt8] = []
    while bytes.count < 300_000 { bytes += header + [UInt8](repeating: 255, count: 13) }
    #expect(throws: SampleDecodingError.notOgg) { try Decoded.frames(bytes) }
  }
}
