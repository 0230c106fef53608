import CTactus
import Tactus

/// A song, and its file if that contains a bank.
final class Song: Sendable {
  static let kind = HandleKind<Song>(kind: CTACTUS_SONG, name: "song")

  let file: MIDIFile
  /// The path that the song was opened from; nil for bytes in memory.
  let path: String?
  /// The bank in the song's file (RMID).
  let ownBank: (file: FileBytes, range: Range<Int>)?
  /// The facts that callers can query, computed at the first query.
  private let described = Guarded<SongFacts?>(nil)

  init(_ bytes: FileBytes, path: String? = nil) throws {
    self.path = path
    file = try MIDIFile(reading: bytes)
    if case .rmid(let range?, _) = file.container { ownBank = (bytes, range) } else { ownBank = nil }
  }

  var facts: SongFacts {
    described.withLock { known in
      let facts = known ?? SongFacts(self)
      known = facts
      return facts
    }
  }
}

@_cdecl("tactus_song_open")
package func tactus_song_open(_ path: UnsafePointer<CChar>?) -> OpaquePointer? {
  Song.kind.make {
    let (mapped, path) = try FileBytes.opening(path)
    // copied, so that the file may change while the song exists
    return try Song(FileBytes(copying: mapped.bytes, name: mapped.name), path: path)
  }
}

@_cdecl("tactus_song_open_bytes")
package func tactus_song_open_bytes(_ bytes: UnsafeRawPointer?, _ size: Int) -> OpaquePointer? {
  Song.kind.make { try Song(FileBytes(copying: bytes, size, "bytes", name: "song in memory")) }
}

@_cdecl("tactus_song_demo")
package func tactus_song_demo() -> OpaquePointer? { Song.kind.make { try Song(Builtins.demoSong) } }

@_cdecl("tactus_song_free")
package func tactus_song_free(_ song: OpaquePointer?) { Song.kind.free(song) }

extension FileBytes {
  /// Opens the file at a caller's path. A library reads no standard input.
  ///
  /// - Returns: the bytes, and the absolute path, which stays right when the working folder changes.
  static func opening(_ path: UnsafePointer<CChar>?) throws -> (bytes: FileBytes, path: String) {
    let path = try text(path, "path")
    guard path != "-" else { throw CallFailure(TACTUS_ERROR_FILE, "-: expected the path of a file") }
    return (try open(path), FilePath.withoutLinks(path) ?? path)
  }

  /// The largest number of bytes that are copied: 1 GiB.
  private static var mostCopied: Int { 1 << 30 }

  /// Copies a caller's bytes.
  convenience init(copying bytes: UnsafeRawPointer?, _ size: Int, _ argument: String, name: String) throws(CallFailure)
  {
    guard (0...Self.mostCopied).contains(size) else {
      throw .argument("`size` is too large: at most \(Self.mostCopied) bytes are copied")
    }
    let bytes = try required(bytes, argument)
    self.init(copying: UnsafeRawBufferPointer(start: bytes, count: size), name: name)
  }
}
