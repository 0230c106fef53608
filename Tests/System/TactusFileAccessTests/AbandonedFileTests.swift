import Foundation
import TactusFileAccess
import TactusFiles
import TestSupport
import Testing

/// The temporary files of killed processes, and those that are still being written.
struct AbandonedFileTests {
  @Test func onlyAbandonedFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    let inside = folder[""]
    folder.make(".tactus-0.part", "abandoned")
    let mine = ["tactus-0.part", ".tactus-0", "a.part", "target"]
    for name in mine { folder.make(name, "mine") }
    try folder.makeFolder(".tactus-1.part")
    try folder.link(".tactus-2.part", to: folder["target"])
    let written = try OutputFile(path: folder["out"], syncs: false, bufferSize: 4, write: nil, way: .atOnce)
    try written.append(bytes("complete"))

    OutputFolder.removeAbandonedFiles(in: inside)
    #expect(!folder.names.contains(".tactus-0.part"))
    #expect(folder.names.count == mine.count + 3)
    for name in mine { #expect(folder.text(name) == "mine") }
    try written.commit()
    #expect(folder.text("out") == "complete")
  }

  /// Every file is complete under its name although another thread removes abandoned files all the time.
  @Test(arguments: TemporaryFile.Way.allCases) func filesBeingWrittenRemain(_ way: TemporaryFile.Way) async throws {
    let folder = try TemporaryFolder()
    let inside = folder[""]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { while !Task.isCancelled { OutputFolder.removeAbandonedFiles(in: inside) } } }
      for round in 0..<rounds(4_000) {
        let file = try OutputFile(path: inside + "a", syncs: false, bufferSize: 4, write: nil, way: way)
        try file.append(bytes("round \(round)"))
        try file.commit()
        let isWhole = folder.text("a") == "round \(round)"
        #expect(isWhole, "\(round)")
      }
      group.cancelAll()
    }
    #expect(folder.names == ["a"])
  }
}
