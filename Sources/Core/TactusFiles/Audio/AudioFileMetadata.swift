/// What an audio file says about itself. Empty texts are not written; nothing says when the file was made.
///
/// WAV keeps it in `LIST INFO`, AIFF in text chunks, CAF in `info`, FLAC and Ogg in Vorbis comments, MP3 in an ID3 tag.
/// - Thread: any
public struct AudioFileMetadata: Hashable, Sendable {
  /// The song's name.
  public var title = ""
  /// Who made the song.
  public var artist = ""
  /// Whose it is.
  public var copyright = ""
  /// Anything else.
  public var comment = ""
  /// The program that made the file.
  public var software = ""

  /// Says nothing.
  public init() {}

  /// All texts, in the order they are written.
  package var texts: [String] { [title, artist, copyright, comment, software] }
}

extension String {
  /// The text as files hold it: without NUL, and cut between characters to what a file may say.
  package var asFileText: String {
    let plain = String(unicodeScalars.filter { $0 != "\0" })
    return String(decoding: plain.utf8Prefix(AudioFileLimits.maximumTextBytes), as: UTF8.self)
  }
}

extension AudioFileMetadata {
  /// `LIST INFO`, for WAV; nothing where there is nothing to say.
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

  /// `NAME`, `AUTH`, `(c) ` and `ANNO`, for AIFF.
  var aiffChunks: [UInt8] {
    var chunks = HeaderBytes()
    let tags: [ChunkTag] = ["NAME", "AUTH", "(c) ", "ANNO", "ANNO"]
    for (tag, text) in zip(tags, texts) where !text.isEmpty {
      let bytes = Array(text.asFileText.utf8)
      chunks.tag(tag)
      chunks.big(UInt32(bytes.count))
      chunks.raw(bytes)
      chunks.zeros(bytes.count % 2)
    }
    return chunks.bytes
  }

  /// `info`, for CAF: keys and values, each ended by a zero.
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
