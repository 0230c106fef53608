/// A Standard MIDI File as a value: header, tracks, and what was wrong with the bytes it came from.
///
/// Events are sixteen bytes each and text, system-exclusive and other payloads stay where they are: in the file's own
/// bytes, which each track keeps alive, or in an array that the track owns. Two files are equal when format, division
/// and tracks are; where their bytes lie, and what a reader remarked, does not count.
///
/// Law: `read(write(x)) == x`.
/// Source: Standard MIDI Files 1.0 (RP-001); MIDI Clip File (M2-116-U).
/// - Thread: any
public struct MIDIFile: Sendable, Equatable {
  /// How the tracks relate to each other.
  public var format: Format
  /// What a tick is.
  public var division: Division
  /// The tracks in the file's order.
  public var tracks: [Track]
  /// What the song was wrapped in.
  public internal(set) var container = Container.plain
  /// What was wrong or unusual in the bytes, in the order in which it was found.
  public internal(set) var diagnostics = Diagnostics()
  /// The number of the port behind each message port 0…15, in the order of first use.
  ///
  /// Messages carry the index into this list: a song that uses port 5 alone has messages on port 0 and `[5]` here. In a
  /// clip file the ports are the packets' groups as they are.
  public internal(set) var portNumbers: [UInt8] = [0]

  /// A song made in memory.
  public init(format: Format = .simultaneous, division: Division, tracks: [Track] = []) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// The tick at which the last track ends, its End of Track's delta time included; 0 without tracks.
  ///
  /// In format 2 the tracks are songs of their own, each with its own ``Track/endTick``.
  public var endTick: Int64 { tracks.reduce(0) { max($0, $1.endTick) } }

  /// All events of all tracks.
  public var eventCount: Int { tracks.reduce(0) { $0 + $1.events.count } }

  /// The same song; not where its bytes lie, what it was wrapped in or what a reader remarked.
  public static func == (a: MIDIFile, b: MIDIFile) -> Bool {
    a.format == b.format && a.division == b.division && a.tracks == b.tracks
  }
}

extension MIDIFile {
  /// The header's format word.
  public enum Format: Int, Hashable, Sendable, CaseIterable {
    /// One track that holds all channels.
    case single = 0
    /// Tracks that sound together; tempo and meter are the union of all tracks'.
    case simultaneous = 1
    /// Tracks that are songs of their own.
    case independent = 2
  }

  /// What the song's bytes were wrapped in.
  public enum Container: Hashable, Sendable {
    /// A Standard MIDI File as such.
    case plain
    /// A RIFF file of form `RMID`; the range is where the bytes of an embedded sound bank (`RIFF sfbk` or `RIFF DLS `,
    /// header included) lie in the file; and by how much the song counts that bank's bank numbers higher than it does
    /// itself, 0…127, where the file says so (`DBNK`).
    case rmid(bank: Range<Int>?, bankOffset: Int? = nil)
    /// A MIDI Clip File (`SMF2CLIP`): one track of Universal MIDI Packets.
    case clip
  }
}
