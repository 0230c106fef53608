import Synchronization
import Tactus
import TactusFileAccess

/// The folders that a batch writes to.
final class BatchFolders: Sendable {
  private let prepared = Mutex<Set<BytewiseString>>([])

  /// Makes the folder of a file if it is missing. When called for the first file in a folder, also removes the temporary
  /// files that killed processes have left there.
  func prepare(for path: String, makes: Bool) throws(FileError) {
    let folder = FilePath.folder(of: path)
    if makes { try OutputFolder.makeAll(of: path) }
    if prepared.withLock({ $0.insert(BytewiseString(folder)).inserted }) {
      OutputFolder.removeAbandonedFiles(in: folder)
    }
  }
}
