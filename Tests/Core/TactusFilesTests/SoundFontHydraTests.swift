import TactusFiles
import Testing

/// Damage that makes the ownership of records ambiguous is refused, with its position.
@Suite struct SoundFontHydraTests {
  private func refusal(_ change: (inout RawBank) -> Void) throws -> SoundFontError? {
    var raw = try RawBank(.tiny)
    change(&raw)
    do throws(SoundFontError) {
      _ = try raw.read()
      return nil
    } catch { return error }
  }

  @Test(arguments: ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr"])
  func everyTableMustBeThereAndWhole(_ tag: String) throws {
    #expect(try refusal { $0.remove(tag) } == .missingChunk(file: "raw", chunk: tag))
    let tiny = try RawBank(.tiny)
    let offset = RawBank.offset(of: tag, in: tiny.bytes)
    let size = tiny[tag].count
    let recordSize = ["phdr": 38, "inst": 22, "shdr": 46, "pmod": 10, "imod": 10][tag] ?? 4
    #expect(
      try refusal { $0[tag].append(0) }
        == .badTableSize(file: "raw", chunk: tag, offset: offset, size: size + 1, recordSize: recordSize))
  }

  @Test(arguments: ["phdr", "pbag", "inst", "ibag", "shdr"])
  func terminalRecordMustBeThere(_ tag: String) throws {
    guard case .badTableSize(_, tag, _, 0, _) = try refusal({ $0[tag] = [] }) else {
      Issue.record("\(tag) without records was taken")
      return
    }
  }

  @Test(arguments: ["pgen", "igen", "pmod", "imod"])
  func contentNeedsNoTerminalRecord(_ tag: String) throws {
    var raw = try RawBank(.tiny)
    raw[tag].removeLast(raw[tag].count > 4 && tag.hasSuffix("gen") ? 4 : raw[tag].count)
    let bank = try raw.read()
    #expect(bank.presetZones.count == 1 && bank.instrumentZones.count == 1)
  }

  @Test func indicesMayNotRunBackwards() throws {
    let tiny = try RawBank(.tiny)
    let bag = RawBank.offset(of: "pbag", in: tiny.bytes) + 8
    #expect(
      try refusal { $0.set16("pbag", 0, 7) }
        == .indexRunsBackwards(file: "raw", chunk: "pbag", record: 1, offset: bag + 4, index: 1, previous: 7))
    #expect(
      try refusal { $0.set16("pbag", 2, 7) }
        == .indexRunsBackwards(file: "raw", chunk: "pbag", record: 1, offset: bag + 6, index: 0, previous: 7))
    let header = RawBank.offset(of: "inst", in: tiny.bytes) + 8
    #expect(
      try refusal {
        $0.set16("inst", 20, 1)
        $0.set16("inst", 42, 0)
      } == .indexRunsBackwards(file: "raw", chunk: "inst", record: 1, offset: header + 42, index: 0, previous: 1))
  }

  @Test func zonesMustExist() throws {
    let header = RawBank.offset(of: "phdr", in: try RawBank(.tiny).bytes) + 8
    #expect(
      try refusal { $0.set16("phdr", 38 + 24, 2) }
        == .indexOutOfRange(file: "raw", chunk: "phdr", record: 1, offset: header + 62, index: 2, limit: 1))
  }

  @Test func recordsNobodyReachesAreNamed() throws {
    var raw = try RawBank(.tiny)
    raw["igen"].insert(contentsOf: [17, 0, 1, 0], at: 8)
    let bank = try raw.read()
    #expect(bank.generators.count == 1)
    #expect(bank.diagnostics.entries.map(\.kind) == [.unreachableRecords])
    #expect(bank.diagnostics.entries[0].record == 2)
  }

  @Test func strictReadingRefusesTheFirstDefect() throws {
    var raw = try RawBank(.tiny)
    raw["igen"].insert(contentsOf: [17, 0, 1, 0], at: 8)
    let lenient = try raw.read().diagnostics.entries[0]
    #expect(throws: SoundFontError.defect(file: "raw", diagnostic: lenient)) { try raw.read(.strict) }
  }

  @Test func emptyBankIsABank() throws {
    let bank = try SoundFont(bytes: SoundFontBuilder(name: "Nothing").write(), strictness: .strict)
    #expect(bank.presets.isEmpty && bank.samples.isEmpty && bank.pool.frameCount == 0)
    #expect(bank.preset(bank: 0, program: 0) == nil)
  }

  /// Many defects of one kind are counted, not listed.
  @Test func diagnosticsAreBounded() throws {
    var raw = try RawBank(.tiny)
    let junk = RawBank.Chunk(tag: "junk", body: [])
    raw.lists[0].chunks += Array(repeating: junk, count: 5000)
    let bank = try raw.read()
    #expect(bank.diagnostics.entries.count == SoundFontDiagnostics.limitPerKind)
    #expect(bank.diagnostics.counts == [.unknownChunk: 5000])
    #expect(!bank.diagnostics.hasDefects)
  }
}
