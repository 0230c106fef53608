extension MIDIFile {
  /// The extension chunks of Yamaha's XF format, which follow the tracks.
  ///
  /// They are read for their words; ``written(_:)`` omits them.
  /// Source: Yamaha, XF Format Specifications 2.01.
  public struct XFChunks: Sendable {
    /// Facts about the song, as cue points (`XFIH`); nil if the file has none.
    public internal(set) var information: Track?
    /// Lyrics and cues for karaoke (`XFKM`); nil if the file has none.
    public internal(set) var karaoke: Track?
  }
}
