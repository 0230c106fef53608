import Foundation
import TactusMIDI
import TestSupport
import Testing

@Suite struct MIDICommandTests {
  /// The columns of the lines for hexadecimal text.
  private func lines(_ text: String, _ arguments: String...) throws -> [[String]] {
    let run = try ToolRun(["midi", "--hex", "-"] + arguments, input: Array(text.utf8))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func bytesWithAllThatHappens() throws {
    let found = try lines("90 3C F8 64 40 7F # a remark\n05 F4, 0xB0 65 00 64 00 060C F0 7E 7F 09 01 F7 F7 F0 41")
    #expect(
      found == [
        ["2", "F8", "clock"], ["0", "90 3C 64", "ch 1 note on C4 (60) velocity 100"],
        ["4", "40 7F", "ch 1 note on E4 (64) velocity 127 (running status)"],
        ["6", "05", "interrupted by F4: an incomplete message of 1 byte"], ["7", "F4", "stray: undefined status"],
        ["8", "B0 65 00", "ch 1 controller 101 RPN high = 0"],
        ["11", "64 00", "ch 1 controller 100 RPN low = 0 (running status)"],
        ["13", "06 0C", "ch 1 controller 6 data entry = 12: pitch bend range 12 semitones (running status)"],
        ["15", "F0 7E 7F 09 01 F7", "system exclusive, 6 bytes: General MIDI on"],
        ["21", "F7", "F7 without a message"],
        ["22", "F0 41", "truncated at the end: system exclusive, 3 bytes: Roland"],
      ])
  }

  @Test func wordsWithAllThatHappens() throws {
    let found = try lines("20903C64 00200005 40903C00 FFFF0000 30167E7F 09010000 30310100 00000000 F0200000 0000")
    #expect(
      found == [
        ["0", "20903C64", "ch 1 note on C4 (60) velocity 100"], ["4", "00200005", "jitter reduction timestamp 5"],
        ["8", "40903C00 FFFF0000", "ch 1 note on C4 (60) velocity 65535"],
        ["16", "30167E7F 09010000", "system exclusive 7E 7F 09 01 00 00 … (first)"],
        ["24", "30310100 00000000", "system exclusive 01 (last): General MIDI on"],
        ["32", "F0 20 00 00 00 00", "truncated at the end: a packet of 4 words, 6 bytes of it"],
      ])
    let wrong = try lines("303F0000 00000000 20107F7F 30210000 00000000")
    #expect(wrong.map(\.[2]).allSatisfy { $0.contains("; ") }, "\(wrong)")
  }

  @Test func wordsInEitherOrder() throws {
    let folder = try TemporaryFolder()
    let big: [UInt8] = [0x20, 0x90, 0x3C, 0x64, 0x40, 0x80, 0x3C, 0, 0, 0, 0, 0]
    let little = stride(from: 0, to: 12, by: 4).flatMap { big[$0..<$0 + 4].reversed() }
    let expected = try ToolRun("midi", folder.make("big", big))
    #expect(try ToolRun("midi", folder.make("little", little)).output == expected.output)
    #expect(try ToolRun("midi", "--as", "little-words", folder["little"]).output == expected.output)
    #expect(expected.output.contains("note on C4"))
  }

  @Test func songsAreListedAsEventsDoes() throws {
    let song = try Sample.songBytes
    let events = try ToolRun("events", "-", input: song).output.split(separator: "\n").map { line in
      var columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      columns.remove(at: 2)
      return columns.joined(separator: "\t")
    }
    let run = try ToolRun("midi", "-", input: song)
    #expect(run.status == 0 && run.output.split(separator: "\n").map(String.init) == events)
    #expect(run.output.contains("\tsystem exclusive, 6 bytes: General MIDI on\n"))
    let cut = try ToolRun("midi", "-", input: Array(song.dropLast(9)))
    #expect(cut.status == 0 && cut.output.split(separator: "\n").count > 10 && cut.output.contains("error: "))
    let objects = try objects(ToolRun("midi", "-", "--json", input: song))
    #expect(objects.count == events.count && objects[6]["meaning"] as? String == "ch 1 note on C4 (60) velocity 100")
  }

  /// Every byte of the input is in one line, whatever the bytes.
  @Test func nothingIsLost() throws {
    for seed in 0..<UInt64(rounds(12)) {
      var random = SeededGenerator(seed: seed)
      let kind = ["bytes", "words", "little-words"][Int(seed % 3)]
      let bytes = (0..<Int.random(in: 1...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0x7F : 0xFF)
      }
      let run = try ToolRun(["midi", "--as", kind, "--json", "-"], input: bytes)
      #expect(run.status == 0, "seed \(seed): \(run.errors)")
      try expectAll(of: bytes, isLittle: kind == "little-words", in: objects(run), "seed \(seed)")
    }
  }

  /// The public test set, where somebody has it: TACTUS_MIDI_DATA names its folder.
  @Test(.enabled(if: MIDICommandTests.data != nil, "TACTUS_MIDI_DATA names no folder"))
  func everyDumpAndClipIsDecoded() throws {
    let root = try #require(Self.data)
    let names = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    var count = (files: 0, bytes: 0, flaws: 0)
    for name in names.sorted() where name.hasSuffix(".syx") || name.hasSuffix(".midi2") {
      let bytes = Array(FileManager.default.contents(atPath: root + "/" + name) ?? Data())
      let run = try ToolRun("midi", "--json", root + "/" + name)
      guard bytes.starts(with: "SMF2CLIP".utf8) || bytes.first == 0xF0 else {
        run.expectComplaint(name)  // an empty file, and one that is no MIDI at all
        continue
      }
      #expect(run.status == 0 && run.errors.isEmpty, "\(name)")
      let objects = try objects(run)
      try expectAll(of: bytes, in: objects, name)
      let flaws = objects.filter { $0["flaw"] != nil }.count
      #expect(flaws == 0 || name.contains("out-of-order"), "\(name)")
      count = (count.files + 1, count.bytes + bytes.count, count.flaws + flaws)
    }
    print("\(count.files) files, \(count.bytes) bytes, \(count.flaws) flaws said")
    #expect(count.files > 0)
  }

  @Test func digitsOfTheCommandLine() throws {
    let expected = "0\t90 3C 64\tch 1 note on C4 (60) velocity 100\n"
    #expect(try ToolRun("midi", "--hex", "90 3C 64").output == expected)
    #expect(try ToolRun("midi", "--hex", "90", "3C", "64").output == expected)
    #expect(try ToolRun("midi", "90", "3C", "64", "--hex").output == expected)
    // digits are meant as MIDI, even if nothing else looks like it
    #expect(try ToolRun("midi", "--hex", "3C 64").output.contains("stray data bytes outside a message"))
    #expect(try ToolRun("midi", "--hex", "40").output.hasPrefix("0\t40 "))
    // a file of that name goes before
    let folder = try TemporaryFolder()
    folder.make("90", Array("91 3C 64".utf8))
    #expect(try ToolRun("midi", "--hex", "90", in: folder).output.contains("ch 2 note on"))
    try ToolRun("midi", "--hex", "90 3G").expectComplaint("the command line: line 1: '3G' is not a hexadecimal byte")
    try ToolRun("midi", "--hex", "song.mid").expectComplaint("song.mid: no such file")
    try ToolRun("midi", "90 3C 64").expectComplaint("no such file", "--hex")
    try ToolRun("midi", "a.syx", "b.syx").expectComplaint("one file at a time", status: 2)
  }

  @Test func whatIsNoMIDI() throws {
    let folder = try TemporaryFolder()
    try ToolRun("midi", folder.make("x.txt", Array("90 3C 64".utf8))).expectComplaint("x.txt", "--hex")
    try ToolRun("midi", folder.make("notes.txt", Array("Dear Ludwig".utf8))).expectComplaint("notes.txt", "--as")
    try ToolRun("midi", folder.make("p.png", Sample.picture)).expectComplaint("a PNG picture", "--as bytes")
    try ToolRun("midi", folder.make("b.sf2", Sample.bankBytes)).expectComplaint("a sound bank", "tactus inspect")
    try ToolRun("midi", folder.make("empty", [])).expectComplaint("empty")
    try ToolRun("midi", "--as", "clip", folder["x.txt"]).expectComplaint("SMF2CLIP")
    try ToolRun(["midi", "--hex", "-"], input: Array("90 3C\n9G".utf8)).expectComplaint("line 2: '9G'")
    try ToolRun(["midi", "--hex", "-"], input: Array("903".utf8)).expectComplaint("'903'")
    try ToolRun(["midi", "--hex", "-"]).expectComplaint("empty")
    try ToolRun("midi", "--as", "music", folder["x.txt"]).expectComplaint("music", status: 2)
  }

  private static let data = ProcessInfo.processInfo.environment["TACTUS_MIDI_DATA"]

  private func objects(_ run: ToolRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func expectAll(
    of bytes: [UInt8], isLittle: Bool = false, in objects: [[String: Any]], _ name: String
  ) throws {
    var found = [UInt8?](repeating: nil, count: bytes.count)
    var count = 0
    for object in objects {
      let offset = try #require(object["offset"] as? Int)
      let words = object["words"] as? String
      let digits = (words ?? object["bytes"] as? String ?? "").filter { $0 != " " }
      var raw = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
      if isLittle, words != nil { raw = stride(from: 0, to: raw.count, by: 4).flatMap { raw[$0..<$0 + 4].reversed() } }
      count += raw.count
      // a real-time message may stand within the bytes of another: those skip over it
      var position = offset
      for byte in raw {
        while position < bytes.count, found[position] != nil { position += 1 }
        guard position < bytes.count else { break }
        found[position] = byte
        position += 1
      }
    }
    #expect(count == bytes.count, "\(name)")
    let isSame = found.elementsEqual(bytes.map { Optional($0) })
    #expect(isSame, "\(name)")
  }
}
