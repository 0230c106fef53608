import Foundation
import Synchronization
import TactusFileAccess
import TactusFiles
import Testing

/// Disks that fill up, writes that are interrupted, readers that leave.
struct OutputFaultTests {
  @Test func partialAndInterruptedWritesAreRepeated() throws {
    let folder = try TemporaryFolder()
    let calls = Atomic(0)
    let file = try OutputFile(path: folder["a"], syncs: false, bufferSize: 100) { number, bytes in
      let call = calls.wrappingAdd(1, ordering: .relaxed).newValue
      if call % 3 == 0 { return (-1, .interrupted) }
      return (write(number, bytes.baseAddress, min(bytes.count, call % 7 + 1)), .ioError)
    }
    let text = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
    for start in stride(from: 0, to: 2000, by: 250) { try file.append(Array(text[start..<(start + 250)])) }
    try file.commit()
    #expect(try contents(folder["a"]) == text)
  }

  @Test func aFullDiskLosesNothing() throws {
    let folder = try TemporaryFolder()
    folder.make("out.wav", "old")
    let room = Atomic(1000)
    let file = try OutputFile(path: folder["out.wav"], syncs: false, bufferSize: 64) { number, bytes in
      let left = room.load(ordering: .relaxed)
      if left == 0 { return (-1, .noSpace) }
      let count = write(number, bytes.baseAddress, min(left, bytes.count))
      room.store(left - count, ordering: .relaxed)
      return (count, .ioError)
    }
    let full = FileError.diskIsFull(path: folder["out.wav"])
    let error = #expect(throws: full) { for _ in 0..<100 { try file.append([UInt8](repeating: 0, count: 50)) } }
    #expect(error?.description == "\(folder["out.wav"]): the disk is full; make room or write elsewhere")
    #expect(folder.names == ["out.wav"])
    #expect(folder.text("out.wav") == "old")
    #expect(throws: full) { try file.append(bytes("x")) }
    #expect(throws: full) { try file.commit() }
    file.cancel()
    #expect(folder.text("out.wav") == "old")
  }

  @Test func aDiskThatTakesNothingDoesNotHang() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder["a"], syncs: false, bufferSize: 4) { _, _ in (0, .noSpace) }
    #expect(throws: FileError.self) { try file.append(bytes("12345")) }
    #expect(folder.names == [])
  }

  @Test func devicesAreWrittenDirectly() throws {
    let file = try OutputFile(path: "/dev/null")
    #expect(!file.isSeekable)
    try file.append([UInt8](repeating: 0, count: 1 << 20))
    try file.commit()
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is a device of Linux"))
  func theDeviceThatIsAlwaysFull() throws {
    let file = try OutputFile(path: "/dev/full")
    try file.append(bytes("few bytes wait in the buffer"))
    #expect(throws: FileError.diskIsFull(path: "/dev/full")) { try file.commit() }
    let other = try OutputFile(path: "/dev/full")
    #expect(throws: FileError.diskIsFull(path: "/dev/full")) { try other.append([UInt8](repeating: 0, count: 1 << 20)) }
  }

  @Test func aReaderThatLeavesIsAnErrorAndNoDeath() throws {
    let pipe = makePipe()
    let path = "/dev/fd/\(pipe.input)"
    let file = try OutputFile(path: path)
    #expect(!file.isSeekable)
    close(pipe.output)
    #expect(throws: FileError.readerIsGone(path: path)) { try file.append([UInt8](repeating: 0, count: 1 << 20)) }
    close(pipe.input)
  }

  @Test func aNamedPipeStaysAPipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let reader = open(folder["pipe"], O_RDWR)
    let file = try OutputFile(path: folder["pipe"])
    try file.append(bytes("through"))
    try file.commit()
    var room = [UInt8](repeating: 0, count: 100)
    #expect(read(reader, &room, room.count) == 7)
    close(reader)
    #expect(folder.names == ["pipe"])
  }

  @Test func aDescriptorIsPatchedOnlyWhereThatIsSafe() throws {
    let folder = try TemporaryFolder()
    folder.make("shared", "head ")
    for (flags, isSeekable) in [(O_WRONLY, true), (O_WRONLY | O_APPEND, false)] {
      let number = open(folder["shared"], flags)
      lseek(number, 0, SEEK_END)
      let file = try OutputFile(path: "/dev/fd/\(number)")
      #expect(file.isSeekable == isSeekable)
      try file.append(bytes("body "))
      if isSeekable { try file.patch(at: 0, bytes("B")) }
      try file.commit()
      #expect(write(number, "tail ", 5) == 5)
      close(number)
    }
    #expect(folder.text("shared") == "head Body tail body tail ")
  }
}
