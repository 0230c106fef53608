import Foundation
import TactusFiles
import Testing

/// Files that other programs have written, and our files as other programs read them.
@Suite struct MIDIOutsideTests {
  private static let songs: [String] = {
    let folder = "/usr/share/games/openttd/baseset/openmsx"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".mid") }.sorted().map { folder + "/" + $0 }
  }()
  private static let hasMido = run(["-c", "import mido"]) != nil

  private static func run(_ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "error"] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
  }

  @Test(.enabled(if: !songs.isEmpty, "needs Debian's openttd-openmsx")) func realSongsComeBack() throws {
    for path in Self.songs.prefix(4) {
      let data = try #require(FileManager.default.contents(atPath: path))
      let song = try MIDIFile(reading: FileBytes(copying: data, name: path), options: .init(strict: true))
      #expect(song.diagnostics.isEmpty && song.eventCount > 100, "\(path)")
      #expect(try readSong(try song.written(), strict: true) == song, "\(path)")
    }
  }

  @Test(.enabled(if: hasMido, "needs Python with mido")) func midoReadsWhatWeWrite() throws {
    let song = try readSong(
      MIDIBytes.song(
        [0, 0xFF, 3, 2, 65, 66, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 0x21, 1, 1, 0, 0xF0, 3, 0x7E, 1, 0xF7],
        [0, 0x90, 60, 64, 0x83, 0x60, 60, 0, 9, 0xC1, 5, 0, 0xE1, 0, 64, 50, 0xFF, 0x2F, 0]))
    let script = """
      import mido, sys
      for track in mido.MidiFile(sys.argv[1]).tracks:
        tick = 0
        for m in track:
          tick += m.time
          if m.is_meta: print(tick, 'meta', m.type)
          else: print(tick, m.hex())
      """
    let folder = FileManager.default.temporaryDirectory
    for (format, running) in [(MIDIFile.Format.simultaneous, false), (.simultaneous, true), (.single, false)] {
      var options = MIDIFile.WriteOptions(format: format)
      options.usesRunningStatus = running
      let path = folder.appendingPathComponent("tactus-\(format)-\(running)-\(UInt64.random(in: 0 ... .max)).mid")
      try Data(try song.written(options)).write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      let output = try #require(Self.run(["-c", script, path.path]))
      let notes = output.split(separator: "\n").filter { !$0.contains("meta") }
      #expect(notes == ["0 F0 7E 01 F7", "0 90 3C 40", "480 90 3C 00", "489 C1 05", "489 E1 00 40"])
      #expect(output.contains("539 meta end_of_track"))
    }
  }
}
