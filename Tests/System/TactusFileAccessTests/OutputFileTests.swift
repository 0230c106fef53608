import Foundation
import TactusFileAccess
import TactusFiles
import TestSupport
import Testing

struct OutputFileTests {
  @Test(arguments: TemporaryFile.Way.allCases, [nil, "old"])
  func theNameComesWithCommit(_ way: TemporaryFile.Way, _ old: String?) throws {
    let folder = try TemporaryFolder()
    if let old { folder.make("out.wav", old) }
    let file = try OutputFile(path: folder["out.wav"], syncs: false, bufferSize: 4, write: nil, way: way)
    try file.append(bytes("New content"))
    try file.patch(at: 0, bytes("n"))
    #expect(folder.text("out.wav") == old)
    #expect(folder.names.count == (old == nil ? 0 : 1) + (way == .atOnce ? 1 : 0))
    try file.commit()
    #expect(folder.text("out.wav") == "new content")
    #expect(folder.names == ["out.wav"])
    file.cancel()
    #expect(folder.text("out.wav") == "new content")
  }

  /// A file that appears while another is written is replaced, as if it had been there before.
  @Test(arguments: TemporaryFile.Way.allCases) func theLastToCommitWins(_ way: TemporaryFile.Way) throws {
    let folder = try TemporaryFolder()
    let files = try (0..<2).map { _ in
      try OutputFile(path: folder["a"], syncs: true, bufferSize: 64, write: nil, way: way)
    }
    for (number, file) in files.enumerated() { try file.append(bytes("\(number)")) }
    for (number, file) in files.enumerated() {
      try file.commit()
      #expect(folder.text("a") == "\(number)")
    }
    #expect(folder.names == ["a"])
  }

  /// Permissions are those of the file that is replaced, otherwise those that the system gives to new files.
  @Test(arguments: TemporaryFile.Way.allCases) func permissions(_ way: TemporaryFile.Way) throws {
    let folder = try TemporaryFolder()
    folder.make("plain", "")
    folder.make("secret", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["secret"])
    for name in ["new", "secret"] {
      let file = try OutputFile(path: folder[name], syncs: false, bufferSize: 64, write: nil, way: way)
      try file.append(bytes("x"))
      try file.commit()
    }
    let permissions = try ["plain", "new", "secret"].map {
      try FileManager.default.attributesOfItem(atPath: folder[$0])[.posixPermissions] as? Int
    }
    #expect(permissions == [permissions[0], permissions[0], 0o600])
  }

  @Test func cancelAndOblivionLeaveNothing() throws {
    let folder = try TemporaryFolder()
    folder.make("out.wav", "old")
    let file = try OutputFile(path: folder["out.wav"])
    try file.append(bytes("new"))
    file.cancel()
    file.cancel()
    do {
      let forgotten = try OutputFile(path: folder["other.wav"])
      try forgotten.append([UInt8](repeating: 1, count: 1 << 20))
    }
    #expect(folder.names == ["out.wav"])
    #expect(folder.text("out.wav") == "old")
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func bytesAndPatchesThroughABufferOfAnySize(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder["a"], syncs: true, bufferSize: size, write: nil)
    for part in ["", "He", "llo, ", "w", "orld and all who live in it", "!"] { try file.append(bytes(part)) }
    try file.patch(at: 7, bytes("W"))
    try file.append(bytes("?"))
    try file.patch(at: 0, bytes("J"))
    let end = file.byteCount
    try file.patch(at: end - 2, bytes("?!"))
    try file.append(bytes("."))
    #expect(file.isSeekable && file.byteCount == end + 1)
    try file.commit()
    #expect(folder.text("a") == "Jello, World and all who live in it?!.")
  }

  @Test func bytesMadeInTheBufferAreTheSameAsAppended() throws {
    let folder = try TemporaryFolder()
    let first = seed(of: "bytesMadeInTheBufferAreTheSameAsAppended")
    for round in 0..<rounds(10) {
      var random = SeededGenerator(seed: first &+ UInt64(round))
      let file = try OutputFile(
        path: folder["a"], syncs: false, bufferSize: [1, 3, 64, 5_000].randomElement(using: &random) ?? 1, write: nil)
      var expected: [UInt8] = []
      for _ in 0..<30 {
        let count = Int.random(in: 0...[4, 300, 50_000][Int(random.next() % 3)], using: &random)
        let part = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        expected += part
        guard random.next() % 4 != 0 else {
          try file.append(part)
          continue
        }
        let overhang = Int.random(in: 0...16, using: &random)
        try file.append(count: count, overhang: overhang) { address in
          let room = UnsafeMutableRawBufferPointer(start: address, count: count + overhang)
          for index in room.indices { room[index] = index < count ? part[index] : 0xFF }
        }
      }
      #expect(file.byteCount == Int64(expected.count))
      try file.patch(at: 0, Array(expected[..<1]))
      try file.commit()
      let written = try Array(Data(contentsOf: URL(fileURLWithPath: folder["a"])))
      #expect(written == expected, "seed \(first &+ UInt64(round))")
    }
  }

  @Test func placesWhereNoFileCanBe() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sub")
    folder.make("file", "x")
    func fails(_ name: String, _ error: (String) -> FileError) {
      let path = name.isEmpty ? "" : folder[name]
      #expect(throws: error(path)) { try OutputFile(path: path) }
    }
    fails("sub") { .isFolder(path: $0) }
    fails("new/") { .isFolder(path: $0) }
    fails("") { .badName(path: $0) }
    fails("a\0b") { .badName(path: $0) }
    fails("none/out.wav") { .folderMissing(path: $0) }
    fails("file/out.wav") { .folderIsFile(path: $0, file: folder["file"]) }
    fails("file/deep/out.wav") { .folderIsFile(path: $0, file: folder["file"]) }
    fails(String(repeating: "n", count: 300)) { .nameTooLong(path: $0) }
    #expect(folder.names == ["file", "sub"])
    // The longest name that the file system takes works, although the temporary has another.
    let file = try OutputFile(path: folder[String(repeating: "n", count: 255)])
    try file.commit()
    #expect(folder.names.count == 3)
  }

  @Test(.disabled(if: isSuperuser, "the superuser may write everywhere")) func noPermission() throws {
    let folder = try TemporaryFolder()
    folder.make("sub/kept.wav", "old")
    try folder.setPermissions("sub/kept.wav", 0o444)
    #expect(throws: FileError.notWritable(path: folder["sub/kept.wav"])) {
      try OutputFile(path: folder["sub/kept.wav"])
    }
    try folder.setPermissions("sub", 0o555)
    #expect(throws: FileError.folderNotWritable(path: folder["sub/new.wav"])) {
      try OutputFile(path: folder["sub/new.wav"])
    }
    try folder.setPermissions("sub", 0o755)
  }

  @Test func linksStayAndPermissionsStay() throws {
    let folder = try TemporaryFolder()
    folder.make("sub/real.wav", "old")
    try folder.setPermissions("sub/real.wav", 0o640)
    try folder.link("link.wav", to: "sub/real.wav")
    try folder.link("second.wav", to: folder["link.wav"])
    try folder.link("dangling.wav", to: "sub/made.wav")
    try folder.link("circle.wav", to: "circle.wav")
    for (name, target) in [("second.wav", "sub/real.wav"), ("dangling.wav", "sub/made.wav")] {
      let file = try OutputFile(path: folder[name])
      try file.append(bytes("new"))
      try file.commit()
      #expect(folder.text(target) == "new")
      #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder[name])) != nil)
    }
    #expect(try folder.permissions("sub/real.wav") == 0o640)
    #expect(throws: FileError.linksInCircle(path: folder["circle.wav"])) { try OutputFile(path: folder["circle.wav"]) }
  }

  @Test func aNameThatBecomesAFolderMeanwhile() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder["out"])
    try file.append(bytes("new"))
    try folder.makeFolder("out")
    #expect(throws: FileError.isFolder(path: folder["out"])) { try file.commit() }
    #expect(folder.names == ["out"])
  }

  @Test func anAudioFileOnDiskIsReadBack() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder["a.wav"])
    let description = AudioFileDescription(format: .wav, sampleFormat: .float32, sampleRate: 48_000, channelCount: 1)
    let writer = try AudioFileWriter(description, to: file)
    try writer.write([[0.5, -0.25]])
    #expect(try writer.finish().byteCount == file.byteCount)
    try file.commit()
    #expect(try AudioFileReader(FileBytes.open(folder["a.wav"])).samples(channel: 0) == [0.5, -0.25])
  }
}
