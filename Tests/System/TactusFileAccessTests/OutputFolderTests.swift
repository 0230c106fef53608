import Foundation
import TactusFileAccess
import Testing

/// Output folders.
@Suite struct OutputFolderTests {
  @Test func allThatAreMissingAreMade() throws {
    let root = NSTemporaryDirectory() + "/tactus-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    for path in ["/a/b//c/x.wav", "/a/b/y.wav", "/z.wav"] { try OutputFolder.makeAll(of: root + path) }
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: root + "/a/b/c", isDirectory: &isFolder) && isFolder.boolValue)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["a"])
    #expect(FileManager.default.createFile(atPath: root + "/file", contents: Data()))
    #expect(throws: FileError.self) { try OutputFolder.makeAll(of: root + "/file/x/y.wav") }
    try OutputFolder.makeAll(of: "here.wav")
    try OutputFolder.makeAll(of: "/here.wav")
  }
}
