import Foundation
import TactusFileAccess
import TactusFiles

/// A separate folder for one test, removed with the object.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tactus-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }
  /// All names, also hidden ones.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  @discardableResult func make(_ name: String, _ text: String) -> String {
    let folder = (self[name] as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: self[name], contents: Data(text.utf8))
    return self[name]
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  func setPermissions(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
  }
}

/// Whether the user is the superuser, for whom permissions cannot be tested.
let isSuperuser = geteuid() == 0

/// An array of the bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A pipe: what is written to `input` is read from `output`.
func makePipe() -> (output: Int32, input: Int32) {
  var ends: [Int32] = [0, 0]
  precondition(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

/// A copy of all bytes of a file.
func contents(_ path: String, streamLimit: Int = FileBytes.defaultStreamLimit) throws -> [UInt8] {
  let file = try FileBytes.open(path, streamLimit: streamLimit)
  return withExtendedLifetime(file) { Array(file.bytes) }
}
