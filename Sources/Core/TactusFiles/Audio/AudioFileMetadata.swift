/// The metadata of an audio file. Empty strings are not written, and there is no creation date.
///
/// WAV stores it in `LIST INFO`, AIFF in text chunks, CAF in `info`, FLAC and Ogg in Vorbis comments, MP3 in an ID3
/// tag.
/// - Thread: any
public struct AudioFileMetadata: Hashable, Sendable {
  /// The title.
  public var title = ""
  /// The artist.
  public var artist = ""
  /// The copyright.
  public var copyright = ""
  /// A comment.
  public var comment = ""
  /// The program that created the file.
  public var software = ""

  /// Creates empty metadata.
  public init() {}

  /// All strings in the order in which they are written.
  package var texts: [String] { [title, artist, copyright, comment, software] }
}

extension String {
  /// The string without NUL, truncated to the maximum length at a character boundary.
  package var asFileText: String {
    let plain = String(unicodeScalars.filter { $0 != "\0" })
    return String(decoding: plain.utf8Prefix(AudioFileLimits.maximumTextBytes), as: UTF8.self)
  }
}

extension AudioFileMetadata {
  /// The `LIST INFO` chunk for WAV; empty if all strings are empty.
  var waveChunk: [UInt8] {
    var body = HeaderBytes()
    for (tag, text) in zip(["INAM", "IART", "ICOP", "ICMT", "ISFT"] as [ChunkTag], texts) where !text.isEmpty {
      let bytes = Array(text.asFileText.utf8) + [0]
      body.tag(tag)
      body.little(UInt32(bytes.count))
      body.raw(bytes)
      body.zeros(bytes.count % 2)
    }
    guard !body.bytes.isEmpty else { return [] }
    var chunk = HeaderBytes()
    chunk.tag("LIST")
    chunk.little(UInt32(4 + body.bytes.count))
    chunk.tag("INFO")
    return chunk.bytes + body.bytes
  }

  /// The chunks `NAME`, `AUTH`, `(c) ` and `ANNO` for AIFF.
  var aiffChunks: [UInt8] {
    var chunks = HeaderBytes()
    let tags: [ChunkTag] = ["NAME", "AUTH", "(c) ", "ANNO", "ANNO"]
    // programs based on FFmpeg show only the last ANNO, so the software precedes the comment
    let ordered = [title, artist, copyright, software, comment]
    for (tag, text) in zip(tags, ordered) where !text.isEmpty {
      let bytes = Array(text.asFileText.utf8)
      chunks.tag(tag)
      chunks.big(UInt32(bytes.count))
      chunks.raw(bytes)
      chunks.zeros(bytes.count % 2)
    }
    return chunks.bytes
  }

  /// The `info` chunk for CAF: keys and values, each zero-terminated; empty if all strings are empty.
  var cafChunk: [UInt8] {
    let keys = ["title", "artist", "copyright", "comments", "encoding application"]
    let pairs = zip(keys, texts).filter { !$1.isEmpty }
    guard !pairs.isEmpty else { return [] }
    var strings: [UInt8] = []
    for (key, text) in pairs { strings += Array(key.utf8) + [0] + Array(text.asFileText.utf8) + [0] }
    var chunk = HeaderBytes()
    chunk.tag("info")
    chunk.big(Int64(4 + strings.count))
    chunk.big(UInt32(pairs.count))
    chunk.raw(strings)
    return chunk.bytes
  }
}
