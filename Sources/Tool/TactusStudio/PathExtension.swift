import Foundation
import TactusTool

/// The extensions of file names, and what they mean.
enum PathExtension {
  /// Returns the extension of a name in lower case, without the dot.
  static func of(_ name: String) -> String { (name as NSString).pathExtension.lowercased() }

  /// Returns the name of the document of a song: `song.mid` becomes `song.json`.
  static func document(for name: String) -> String {
    isSong(name)
      ? (name as NSString).deletingPathExtension + ".json" : name + ".json"
  }

  static func isSong(_ name: String) -> Bool { SongList.pathExtensions.contains(of(name)) }
  static func isBank(_ name: String) -> Bool { ["sf2", "sf3", "sbk", "dls"].contains(of(name)) }

  /// Returns the media type of a file.
  static func mediaType(of name: String) -> String {
    switch of(name) {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "wasm": "application/wasm"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "mid", "midi", "kar", "rmi": "audio/midi"
    default: "application/octet-stream"
    }
  }
}
