import Foundation
import TactusFileAccess
import TactusFiles
import TestSupport
import Testing

/// The temporary files of killed processes, and those that are still being written.
struct AbandonedFileTests {
  @Test func onlyAbandonedFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    let mine = ["tactus-0.part", ".tactus-0", "a.part", ".tactus-my notes.part", "target"]
    for name in [".tactus-0.part", ".tactus-1.part"] + mine { folder.make(name, "bytes") }
    for name in [".tactus-0.part"] + mine { try makeOld(folder[name]) }
    try folder.makeFolder(".tactus-2.part")
    try folder.link(".tactus-3.part", to: folder["target"])

    OutputFolder.removeAbandonedFiles(in: folder[""])
    // the second one is too young
    #expect(folder.names == ([".tactus-1.part", ".tactus-2.part", ".tactus-3.part"] + mine).sorted())
    for name in mine { #expect(folder.text(name) == "bytes") }
  }

  /// A suspended process may continue to write after more than an hour, so its lock keeps the file.
  @Test func filesBeingWrittenRemain() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder["out"], syncs: false, bufferSize: 4, write: nil, way: .atOnce)
    try file.append(bytes("complete"))
    let name = try #require(folder.names.first)
    try makeOld(folder[name])
    OutputFolder.removeAbandonedFiles(in: folder[""])
    #expect(folder.names == [name])
    try file.commit()
    #expect(folder.names == ["out"] && folder.text("out") == "complete")
  }
}
