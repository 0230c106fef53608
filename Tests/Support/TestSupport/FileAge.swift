import Foundation

/// Makes a file look as if it had last been changed 4,000 seconds ago.
public func makeOld(_ path: String) throws {
  try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -4_000)], ofItemAtPath: path)
}
