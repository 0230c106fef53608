import Foundation
import TactusFileAccess
import TactusFiles
import Testing

struct FileBytesTests {
  @Test func aFileIsMapped() throws {
    let folder = try TemporaryFolder()
    let path = folder.make("song.mid", "MThd…")
    let file = try FileBytes.open(path)
    #expect(file.name == path)
    // The bytes outlive the name.
    try FileManager.default.removeItem(atPath: path)
    withExtendedLifetime(file) { #expect(Array(file.bytes) == bytes("MThd…")) }
  }

  @Test func whatIsNoFileIsRefusedWithASentence() throws {
    let folder = try TemporaryFolder()
    let missing = folder["missing.mid"]
    let error = #expect(throws: FileError.notFound(path: missing)) { try FileBytes.open(missing) }
    #expect(error?.description == "\(missing): no such file; check the path")
    #expect(throws: FileError.isFolder(path: folder.path)) { try FileBytes.open(folder.path) }
    let empty = folder.make("empty.sf2", "")
    #expect(throws: FileError.isEmpty(path: empty)) { try FileBytes.open(empty) }
    #expect(throws: FileError.notFound(path: empty + "/x")) { try FileBytes.open(empty + "/x") }
    #expect(throws: FileError.badName(path: "")) { try FileBytes.open("") }
    #expect(throws: FileError.badName(path: "a\0b")) { try FileBytes.open("a\0b") }
    let long = folder[String(repeating: "x", count: 300)]
    #expect(throws: FileError.nameTooLong(path: long)) { try FileBytes.open(long) }
    try folder.link("circle", to: "circle")
    #expect(throws: FileError.linksInCircle(path: folder["circle"])) { try FileBytes.open(folder["circle"]) }
  }

  @Test(.disabled(if: isSuperuser, "the superuser may read everything")) func noPermission() throws {
    let folder = try TemporaryFolder()
    let path = folder.make("secret.mid", "MThd")
    try folder.setPermissions("secret.mid", 0)
    #expect(throws: FileError.notReadable(path: path)) { try FileBytes.open(path) }
  }

  @Test func aPipeIsReadToItsEndWithinItsLimit() throws {
    for (limit, fits) in [(200_000, true), (100_000, true), (99_999, false)] {
      let pipe = makePipe()
      let text = Array(repeatElement(UInt8(7), count: 100_000))
      let writer = Thread {
        // The reader may stop early; the end of the pipe must not kill the tests.
        var rest = text[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(pipe.input, $0.baseAddress, min(1000, $0.count)) }
          if count <= 0 { break }
          rest = rest.dropFirst(count)
        }
        close(pipe.input)
      }
      writer.start()
      let path = "/dev/fd/\(pipe.output)"
      if fits {
        #expect(try contents(path, streamLimit: limit) == text)
      } else {
        #expect(throws: FileError.tooLarge(path: path, limit: limit)) { try FileBytes.open(path, streamLimit: limit) }
      }
      while !writer.isFinished {
        var room = [UInt8](repeating: 0, count: 4096)
        if read(pipe.output, &room, room.count) == 0 { break }
      }
      close(pipe.output)
    }
  }

  #if os(Linux)
    @Test func filesThatOnlySeemEmptyAreRead() throws {
      #expect(try contents("/proc/self/status").count > 100)
    }
  #endif
}
