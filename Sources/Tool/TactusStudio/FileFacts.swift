import Foundation

/// Tests whether a path names a regular file.
func isRegularFile(_ path: String) -> Bool { fileType(path) == .typeRegular }

/// Tests whether a path names a folder; a link to a folder does not count.
func isFolder(_ path: String) -> Bool { fileType(path) == .typeDirectory }

/// Tests whether a path names a symbolic link.
func isLink(_ path: String) -> Bool { fileType(path) == .typeSymbolicLink }

/// Returns the size of a file in bytes; nil if there is none.
func fileSize(_ path: String) -> Int? {
  (try? FileManager.default.attributesOfItem(atPath: path))?[.size].flatMap { $0 as? NSNumber }?.intValue
}

private func fileType(_ path: String) -> FileAttributeType? {
  (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
}
