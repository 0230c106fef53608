import Foundation
import TactusFiles
import TestSupport

/// A number of rounds, from the environment or small.
func environment(_ name: String, _ standard: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
}

/// A bank as separate chunks, so that tests can create banks that the writer would never write.
///
/// It is parsed and assembled here, without the code under test.
struct RawBank {
  struct Chunk {
    var tag: String
    var body: [UInt8]
    /// The false value of the size field.
    var claimedSize: Int?
  }
  struct List {
    var form: String
    var chunks: [Chunk]
    var claimedSize: Int?
  }
  var lists: [List] = []
  var riffClaim: Int?

  /// From a file with correct sizes.
  init(_ bytes: [UInt8]) {
    Self.eachChunk(bytes, 12..<bytes.count) { _, list in
      var chunks: [Chunk] = []
      Self.eachChunk(bytes, list.lowerBound + 4..<list.upperBound) { tag, body in
        chunks.append(Chunk(tag: tag, body: Array(bytes[body])))
      }
      lists.append(List(form: Self.text(bytes[list.prefix(4)]), chunks: chunks))
    }
  }

  init(_ builder: SoundFontBuilder) throws { self.init(try builder.write()) }

  /// The whole bank.
  var bytes: [UInt8] {
    var body = Array("sfbk".utf8)
    for list in lists {
      var inner = Array(list.form.utf8)
      for chunk in list.chunks { inner += Self.chunk(chunk.tag, chunk.body, chunk.claimedSize) }
      body += Self.chunk("LIST", inner, list.claimedSize)
    }
    return Self.chunk("RIFF", body, riffClaim)
  }

  /// The body of the first chunk of that name.
  subscript(tag: String) -> [UInt8] {
    get {
      lists.lazy.flatMap(\.chunks).first { $0.tag == tag }!.body
    }
    set { change(tag) { $0.body = newValue } }
  }

  mutating func change(_ tag: String, _ body: (inout Chunk) -> Void) {
    for list in lists.indices {
      for chunk in lists[list].chunks.indices where lists[list].chunks[chunk].tag == tag {
        return body(&lists[list].chunks[chunk])
      }
    }
  }

  mutating func remove(_ tag: String) {
    for list in lists.indices { lists[list].chunks.removeAll { $0.tag == tag } }
  }

  mutating func set16(_ tag: String, _ offset: Int, _ value: Int) {
    self[tag][offset] = UInt8(value & 255)
    self[tag][offset + 1] = UInt8(value >> 8 & 255)
  }
  mutating func set32(_ tag: String, _ offset: Int, _ value: Int) {
    set16(tag, offset, value & 0xFFFF)
    set16(tag, offset + 2, value >> 16 & 0xFFFF)
  }

  /// Replaces the generators of an instrument-level bank with one zone.
  mutating func setGenerators(_ tag: String, _ records: [(number: Int, amount: Int)]) {
    var body: [UInt8] = []
    for value in records.flatMap({ [$0.number, $0.amount] }) { body += [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    self[tag] = body + [0, 0, 0, 0]
  }

  func read(_ strictness: SoundFont.Strictness = .lenient) throws(SoundFontError) -> SoundFont {
    try SoundFont(FileBytes(copying: bytes, name: "raw"), strictness: strictness)
  }

  /// The absolute offset of a chunk's header.
  static func offset(of tag: String, in bytes: [UInt8]) -> Int {
    let name = Array(tag.utf8)
    return bytes.indices.first { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }!
  }

  private static func chunk(_ tag: String, _ body: [UInt8], _ claim: Int?) -> [UInt8] {
    let size = claim ?? body.count
    let field = (0..<4).map { UInt8(size >> (8 * $0) & 255) }
    return Array(tag.utf8) + field + body + (body.count % 2 == 0 ? [] : [0])
  }

  private static func eachChunk(_ bytes: [UInt8], _ range: Range<Int>, _ visit: (String, Range<Int>) -> Void) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      visit(text(bytes[offset..<offset + 4]), offset + 8..<offset + 8 + size)
      offset += 8 + size + size % 2
    }
  }
  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension SoundFont {
  /// Reads bytes in memory.
  convenience init(bytes: [UInt8], strictness: Strictness = .lenient) throws(SoundFontError) {
    try self.init(FileBytes(copying: bytes, name: "test.sf2"), strictness: strictness)
  }
}

extension SoundFontBuilder {
  /// One sample, one instrument, one preset, a zone each.
  static let tiny: SoundFontBuilder = {
    var bank = SoundFontBuilder(name: "Tiny")
    let wave = (0..<100).map { Int16(truncatingIfNeeded: ($0 % 50 - 25) * 1000) }
    let saw = bank.add(Sample(name: "saw", frames: wave, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
    let tone = bank.add(Instrument(name: "tone", zones: [Zone(target: saw, generators: [.init(.sampleModes, 1)])]))
    bank.add(Preset(name: "Tone", bank: 0, program: 0, zones: [Zone(target: tone)]))
    return bank
  }()

  /// Any bank the writer takes.
  static func random(_ random: inout SeededGenerator) -> SoundFontBuilder {
    var bank = SoundFontBuilder(name: name(&random))
    let isWide = Bool.random(using: &random)
    bank.version = isWide ? .v2_04 : .init(2, .random(in: 0...4, using: &random))
    bank.info.comments = String(repeating: "é", count: .random(in: 0...300, using: &random))
    bank.info.romVersion = Bool.random(using: &random) ? .init(.random(in: 0...9, using: &random), 7) : nil
    bank.info.romName = bank.info.romVersion == nil ? "" : "1MGM"
    let sampleCount = Int.random(in: 0...5, using: &random)
    for _ in 0..<sampleCount { bank.add(sample(&random, isWide: isWide, count: sampleCount)) }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      bank.add(Instrument(name: name(&random), zones: zones(&random, .instrument, targets: sampleCount)))
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let zones = zones(&random, .preset, targets: bank.instruments.count)
      var preset = Preset(
        name: name(&random), bank: .random(in: 0...128, using: &random), program: .random(in: 0...3, using: &random),
        zones: zones)
      (preset.library, preset.genre, preset.morphology) = (.random(in: 0 ... .max, using: &random), 7, 1 << 31)
      bank.add(preset)
    }
    return bank
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "Z", "é", "鼓", "🎹", " ", "0"]
    var name = ""
    while let letter = letters.randomElement(using: &random), name.utf8.count + letter.utf8.count <= 20 {
      name += letter
      if Int.random(in: 0..<6, using: &random) == 0 { break }
    }
    return name
  }

  private static func sample(_ random: inout SeededGenerator, isWide: Bool, count: Int) -> Sample {
    let frames = (0..<Int.random(in: 0...90, using: &random)).map { _ in Int16.random(in: .min ... .max, using: &random)
    }
    let a = Int.random(in: 0...frames.count, using: &random)
    let b = Int.random(in: 0...frames.count, using: &random)
    return Sample(
      name: name(&random), frames: frames,
      lowBytes: isWide ? frames.map { _ in .random(in: 0...255, using: &random) } : [],
      sampleRate: .random(in: 400...768_000, using: &random), originalKey: .random(in: 0...255, using: &random),
      correction: .random(in: -128...127, using: &random), loop: a == b ? nil : min(a, b)..<max(a, b),
      channel: [.mono, .left, .right, .linked].randomElement(using: &random)!,
      link: .random(in: 0..<count, using: &random))
  }

  private static func zones(_ random: inout SeededGenerator, _ level: ZoneLevel, targets: Int) -> [Zone] {
    let kinds = GeneratorKind.allCases.filter {
      $0.hasFunction && !$0.isStructural && (level == .instrument || $0.isLegalAtPresetLevel)
    }
    var zones: [Zone] = []
    for index in 0..<Int.random(in: 0...4, using: &random) {
      let isGlobal = targets == 0 || index == 0 && Bool.random(using: &random)
      if isGlobal, index > 0 { break }
      zones.append(
        Zone(
          target: isGlobal ? nil : .random(in: 0..<targets, using: &random), keyRange: range(&random),
          velocityRange: range(&random),
          generators: (0..<Int.random(in: 0...5, using: &random)).map { _ in
            .init(kinds.randomElement(using: &random)!, .random(in: .min ... .max, using: &random))
          },
          modulators: (0..<Int.random(in: 0...3, using: &random)).map { _ in
            func any() -> UInt16 { .random(in: 0 ... .max, using: &random) }
            return .init(
              source: .init(rawValue: any()), destination: any(), amount: .init(bitPattern: any()),
              amountSource: .init(rawValue: any()), transform: any())
          }))
      if Int.random(in: 0..<3, using: &random) == 0 { zones[index].keyRange = .all }
      if Int.random(in: 0..<3, using: &random) == 0 { zones[index].velocityRange = .all }
    }
    return zones
  }

  private static func range(_ random: inout SeededGenerator) -> SoundFont.ValueRange {
    guard Bool.random(using: &random) else { return .all }
    return .init(low: .random(in: 0...255, using: &random), high: .random(in: 0...255, using: &random))
  }
}
