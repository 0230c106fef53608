/// A Standard MIDI File as a value: header, tracks, and the defects found while reading.
///
/// Events have sixteen bytes each. Text, system-exclusive and other payloads stay in the bytes of the file, which each
/// track keeps alive, or are in a buffer that belongs to the track. Two files are equal if their format, division and
/// tracks are equal; the storage of their bytes and the diagnostics do not matter.
///
/// Law: `read(write(x)) == x`.
/// Source: Standard MIDI Files 1.0 (RP-001); MIDI Clip File (M2-116-U).
/// - Thread: any
public struct MIDIFile: Sendable, Equatable {
  /// How the tracks relate to each other.
  public var format: Format
  /// The duration of a tick.
  public var division: Division
  /// The tracks in the file's order.
  public var tracks: [Track]
  /// The container of the song.
  public internal(set) var container = Container.plain
  /// The defects and peculiarities of the bytes, in the order in which they were found.
  public internal(set) var diagnostics = Diagnostics()
  /// The port number for each message port 0…15, in the order of first use.
  ///
  /// Messages contain an index into this list: a song that uses only port 5 has messages on port 0 and `[5]` here. In a
  /// clip file, the ports are the unchanged groups of the packets.
  public package(set) var portNumbers: [UInt8] = [0]

  /// The encoding of the texts, if the file declares it (RMID) and it is not UTF-8, which is recognized.
  var declaredEncoding: TextEncoding?

  /// The extension chunks of Yamaha's XF format.
  public internal(set) var xf = XFChunks()

  /// Creates a song in memory.
  public init(format: Format = .simultaneous, division: Division, tracks: [Track] = []) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// The tick at which the last track ends, including the delta time of its End of Track; 0 without tracks.
  ///
  /// In format 2 each track is a separate song with its own ``Track/endTick``.
  public var endTick: Int64 { tracks.reduce(0) { max($0, $1.endTick) } }

  /// The number of events of all tracks.
  public var eventCount: Int { tracks.reduce(0) { $0 + $1.events.count } }

  /// Whether two songs are equal, whatever their storage, container and diagnostics.
  public static func == (a: MIDIFile, b: MIDIFile) -> Bool {
    a.format == b.format && a.division == b.division && a.tracks == b.tracks
  }
}

extension MIDIFile {
  /// The format word of the header.
  public enum Format: Int, Hashable, Sendable, CaseIterable {
    /// One track with all channels.
    case single = 0
    /// Tracks that play simultaneously; tempo and meter are the union of those of all tracks.
    case simultaneous = 1
    /// Tracks that are independent songs.
    case independent = 2
  }

  /// The container of a song.
  public enum Container: Hashable, Sendable {
    /// A plain Standard MIDI File.
    case plain
    /// A RIFF file of form `RMID`. The range is the position in the file of an embedded sound bank (`RIFF sfbk` or
    /// `RIFF DLS `, including its header). The offset, 0…127, is the difference between the song's bank numbers and
    /// those of the bank, if the file declares it (`DBNK`).
    case rmid(bank: Range<Int>?, bankOffset: Int? = nil)
    /// A MIDI Clip File (`SMF2CLIP`): one track of Universal MIDI Packets.
    case clip
  }
}
