import Foundation
import TactusStudio
import TactusTool
import Testing

@Suite struct WorkspaceTests {
  private let folder: Scratch
  private let workspace: Workspace

  init() throws {
    folder = try Scratch()
    for name in ["songs/beat.json", "songs/more/song.mid", "songs/.hidden.json", "outside.json"] {
      folder.make(name, #"{"name": "\#(name)"}"#)
    }
    try folder.link("songs/out.json", to: folder["outside.json"])
    try folder.link("songs/up", to: folder.path)
    try folder.link("songs/nowhere.json", to: folder["nothing.json"])
    let path = try #require(realPath(folder["songs"]))
    workspace = try #require(Workspace(.folder(path)))
  }

  private func save(
    _ text: String = "{}", _ names: String..., replacing replaced: Workspace.Replaced = .none
  ) async -> Result<String, Workspace.Refusal> {
    do throws(Workspace.Refusal) {
      return .success(try await workspace.save(Array(text.utf8), to: names, replacing: replaced))
    } catch { return .failure(error) }
  }

  @Test func filesAreFound() throws {
    #expect(try workspace.file(["beat.json"]).hasSuffix("/songs/beat.json"))
    #expect(try workspace.file(["more", "song.mid"]).hasSuffix("/songs/more/song.mid"))
    #expect(WorkspaceList(workspace).files.map { $0.names.joined(separator: "/") } == ["beat.json", "more/song.mid"])
  }

  @Test(arguments: [
    ["out.json"], ["up", "outside.json"], ["nowhere.json"], [".hidden.json"], ["more"],
    [],
    ["none.json"], ["beat.json", "x"], ["..", "outside.json"],
  ]) func linksOutOfTheFolderAndHiddenFilesAreNot(names: [String]) {
    #expect(throws: Workspace.Refusal.notFound) { try workspace.file(names) }
  }

  /// A link inside the folder may lead to a file of another name, but not to a hidden one.
  @Test func linksInsideTheFolderAreFollowed() async throws {
    #expect(try workspace.file(["up", "songs", "beat.json"]) == realPath(folder["songs/beat.json"]))
    try folder.link("songs/secret.json", to: folder["songs/.hidden.json"])
    #expect(throws: Workspace.Refusal.notFound) { try workspace.file(["secret.json"]) }
    let secret = try #require(Workspace.version(ofFile: folder["songs/.hidden.json"]))
    #expect(await save("{}", "secret.json", replacing: .version(secret)) == .failure(.notSaved("secret.json")))
    try folder.link("songs/song.json", to: folder["songs/more/song.mid"])
    let song = try #require(Workspace.version(ofFile: folder["songs/more/song.mid"]))
    #expect(await save("{}", "song.json", replacing: .version(song)) == .failure(.notSaved("song.json")))
  }

  /// Only songs, documents and banks are served, so that no page or script of the folder runs as the studio.
  @Test func otherFilesAreNotServed() {
    for name in ["page.html", "run.js", "notes.txt", "no-ending"] {
      folder.make("songs/" + name, "text")
      #expect(throws: Workspace.Refusal.notFound) { try workspace.file([name]) }
    }
  }

  /// A file that cannot be read has no version, and is not replaced.
  @Test(.enabled(if: getuid() != 0, "everything is readable for root")) func unreadableFilesAreKept() async {
    chmod(folder["songs/beat.json"], 0)
    defer { chmod(folder["songs/beat.json"], 0o644) }
    #expect(await save("{}", "beat.json") == .failure(.isAnotherVersion(version: nil)))
  }

  @Test func largeFoldersAreCut() throws {
    for index in 0..<WorkspaceList.mostFiles + 5 { folder.make("songs/many/\(index).mid", "") }
    let list = WorkspaceList(workspace)
    #expect(list.isCut && list.files.count == WorkspaceList.mostFiles)
  }

  @Test func aNewDocumentIsSaved() async throws {
    let version = try await save("{\"a\": 1}", "more", "new.json").get()
    #expect(folder.text("songs/more/new.json") == "{\"a\": 1}")
    #expect(Workspace.version(ofFile: folder["songs/more/new.json"]) == version)
  }

  @Test func anExistingDocumentIsReplacedOnlyInItsVersion() async throws {
    let version = try #require(Workspace.version(ofFile: folder["songs/beat.json"]))
    let before = folder.text("songs/beat.json")
    #expect(await save("{}", "beat.json") == .failure(.isAnotherVersion(version: version)))
    #expect(await save("{}", "beat.json", replacing: .version("0")) == .failure(.isAnotherVersion(version: version)))
    #expect(await save("{}", "none.json", replacing: .version(version)) == .failure(.isAnotherVersion(version: nil)))
    #expect(folder.text("songs/beat.json") == before)
    let next = try await save("{\"a\": 2}", "beat.json", replacing: .version(version)).get()
    #expect(folder.text("songs/beat.json") == "{\"a\": 2}")
    #expect(await save("{}", "beat.json", replacing: .version(version)) == .failure(.isAnotherVersion(version: next)))
  }

  /// A file without bytes has a version too.
  @Test func anEmptyFileIsNotReplacedUnasked() async throws {
    folder.make("songs/empty.json", "")
    let version = try #require(Workspace.version(ofFile: folder["songs/empty.json"]))
    #expect(await save("{}", "empty.json") == .failure(.isAnotherVersion(version: version)))
    _ = try await save("{}", "empty.json", replacing: .version(version)).get()
  }

  @Test func onlyDocumentsAreSaved() async {
    for name in ["song.mid", "run.sh", "json", ".bashrc", "page.html"] {
      #expect(await save("{}", name) == .failure(.notSaved(name)))
    }
    for text in ["", "[]", "1", "{", "{} x", "\u{0}"] {
      guard case .failure(.notDocument) = await save(text, "new.json") else {
        Issue.record("\(text) was saved")
        continue
      }
    }
    #expect(!folder.has("songs/new.json"))
  }

  @Test func nothingIsSavedOutsideTheFolder() async {
    for names in [["out.json"], ["nowhere.json"], ["up", "new.json"], ["none", "new.json"]] {
      do throws(Workspace.Refusal) {
        _ = try await workspace.save(Array("{}".utf8), to: names, replacing: .none)
        Issue.record("\(names) was saved")
      } catch { #expect(error == .notFound) }
    }
    #expect(folder.names == ["outside.json", "songs"])
    #expect(folder.text("outside.json") == #"{"name": "outside.json"}"#)
  }

  /// If a file cannot be written, the error is a sentence, and the old file remains.
  @Test(.enabled(if: getuid() != 0, "everything is writable for root")) func aFolderCanBeWriteProtected() async throws {
    chmod(folder["songs/more"], 0o555)
    defer { chmod(folder["songs/more"], 0o755) }
    guard case .failure(.failed(let sentence)) = await save("{}", "more", "new.json") else {
      Issue.record("it was saved")
      return
    }
    #expect(sentence.contains("not writable"))
  }

  @Test func aSongIsOfferedWithItsDocumentOnly() async throws {
    let song = try #require(realPath(folder["songs/more/song.mid"]))
    folder.make("songs/more/other.json", "{}")
    let workspace = try #require(Workspace(.file(song)))
    #expect(try workspace.file(["song.mid"]) == song)
    #expect(throws: Workspace.Refusal.notFound) { try workspace.file(["other.json"]) }
    #expect(throws: Workspace.Refusal.notFound) { try workspace.file(["song.json"]) }
    _ = try await workspace.save(Array("{}".utf8), to: ["song.json"], replacing: .none)
    #expect(WorkspaceList(workspace).files.map(\.names) == [["song.mid"], ["song.json"]])
    await #expect(throws: Workspace.Refusal.notSaved("new.json")) {
      try await workspace.save(Array("{}".utf8), to: ["new.json"], replacing: .none)
    }
  }

  /// Of several saves of one version at the same time, one succeeds.
  @Test func savesDoNotOvertakeEachOther() async throws {
    let version = try #require(Workspace.version(ofFile: folder["songs/beat.json"]))
    let count = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          (try? await workspace.save(Array("{\"a\": \(index)}".utf8), to: ["beat.json"], replacing: .version(version)))
            != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 1)
  }
}

/// A separate folder for one test, removed with the object.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/tactus-studio-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self[name]) }

  func make(_ name: String, _ text: String) {
    let folder = (self[name] as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: self[name], contents: Data(text.utf8))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }
}
