import Foundation

/// A file that leads the browser to the studio.
///
/// All users of a computer can see the command lines of all programs. The browser is therefore started with the path of
/// this file, which only its owner can read, and not with the address, which contains the token.
struct LaunchPage {
  /// The seconds after which the browser has read the file.
  static let lifetime = 60.0

  let path: String
  private let folder: String

  /// Writes the file into a new folder; nil if that fails.
  init?(_ address: String) {
    folder = NSTemporaryDirectory() + "/tactus-studio-" + RequestGate.randomToken()
    path = folder + "/studio.html"
    let page = """
      <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(address)"><title>Tactus</title>
      """
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch { return nil }
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { return nil }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
