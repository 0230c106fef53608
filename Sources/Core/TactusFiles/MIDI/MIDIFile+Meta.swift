extension MIDIFile {
  /// The meaning of a meta event or of a clip's tempo.
  public enum Meta: Hashable, Sendable {
    /// FF 00: the number of this track or pattern; nil if it is the track's index.
    case sequenceNumber(UInt16?)
    /// FF 01…0F: a text event; ``MIDIFile/Track/text(of:hint:)`` decodes the payload.
    case text(TextKind)
    /// FF 20: the following meta events and system-exclusive messages belong to this channel, 0…15.
    case channelPrefix(UInt8)
    /// FF 21: the track plays on this port, 0…127.
    case port(UInt8)
    /// FF 51, or a clip's tempo: the exact duration of a quarter note in units of 10 ns; not 0.
    case tempo(tenNanoseconds: UInt32)
    /// FF 54: the start of the track in time code; it has no effect on playback.
    case smpteOffset(SMPTEOffset)
    /// FF 58: a time signature.
    case timeSignature(TimeSignature)
    /// FF 59: a key signature.
    case keySignature(KeySignature)
    /// FF 7F: sequencer-specific; the payload starts with the manufacturer ID.
    case sequencerSpecific
    /// An unknown type, or a payload that is invalid for its type.
    case other(type: UInt8)
  }

  /// The kinds of text event: meta types 1…15.
  public struct TextKind: RawRepresentable, Hashable, Sendable {
    /// The meta type.
    public let rawValue: UInt8
    /// Creates a kind from a meta type; nil outside 1…15.
    public init?(rawValue: UInt8) {
      guard (1...15).contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }
    private init(known: UInt8) { rawValue = known }
    /// Any text (FF 01); karaoke files store their lyrics here.
    public static let text = TextKind(known: 1)
    /// Copyright (FF 02).
    public static let copyright = TextKind(known: 2)
    /// The name of the track, or of the song in the first track (FF 03).
    public static let trackName = TextKind(known: 3)
    /// The instrument's name (FF 04).
    public static let instrumentName = TextKind(known: 4)
    /// A syllable of the lyrics (FF 05).
    public static let lyric = TextKind(known: 5)
    /// A marker: "Verse 1", "loopStart" (FF 06).
    public static let marker = TextKind(known: 6)
    /// A cue on stage or screen (FF 07).
    public static let cuePoint = TextKind(known: 7)
    /// The program's name (FF 08).
    public static let programName = TextKind(known: 8)
    /// The device or port that the track plays on (FF 09).
    public static let deviceName = TextKind(known: 9)
  }

  /// A time signature as stored in the file.
  public struct TimeSignature: Hashable, Sendable {
    /// The numerator as stored in the file, 0…255.
    public var rawNumerator: UInt8
    /// The exponent of the denominator, as stored in the file: 2 is a quarter, 3 an eighth.
    public var denominatorPower: UInt8
    /// The number of MIDI clocks (24 per quarter note) between metronome clicks.
    public var clocksPerClick: UInt8
    /// The number of notated thirty-second notes in a MIDI quarter note, usually 8.
    public var thirtySecondsPerQuarter: UInt8

    /// Creates a signature from the numbers in the file: 6 and 3 for 6/8.
    public init(
      rawNumerator: UInt8, denominatorPower: UInt8, clocksPerClick: UInt8 = 24, thirtySecondsPerQuarter: UInt8 = 8
    ) {
      self.rawNumerator = rawNumerator
      self.denominatorPower = denominatorPower
      self.clocksPerClick = clocksPerClick
      self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
    }

    /// Whether numerator and denominator form a valid meter; with an invalid one, bars are counted in 4/4.
    public var isMeaningful: Bool { rawNumerator > 0 && denominatorPower <= 7 }
    /// The numerator for counting bars, 1…255.
    public var numerator: Int { isMeaningful ? Int(rawNumerator) : 4 }
    /// The denominator for counting bars, a power of two, 1…128.
    public var denominator: Int { isMeaningful ? 1 << Int(denominatorPower) : 4 }
  }

  /// A key signature.
  public struct KeySignature: Hashable, Sendable {
    /// The number of sharps, or of flats as a negative number: −7…7.
    public var sharps: Int8
    /// Whether the key is minor.
    public var isMinor: Bool

    /// Creates a key signature; sharps −7…7.
    public init(sharps: Int8, isMinor: Bool) {
      self.sharps = sharps
      self.isMinor = isMinor
    }
  }

  /// A time-code address.
  public struct SMPTEOffset: Hashable, Sendable {
    /// The rate code in bits 5…6 (0: 24, 1: 25, 2: 29.97 drop, 3: 30), and the hours in bits 0…4.
    public var rateAndHours: UInt8
    /// The minutes.
    public var minutes: UInt8
    /// The seconds.
    public var seconds: UInt8
    /// The frames.
    public var frames: UInt8
    /// Hundredths of a frame.
    public var subframes: UInt8

    /// Creates an address; `rateAndHours` is encoded as in the file.
    public init(rateAndHours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8, subframes: UInt8) {
      self.rateAndHours = rateAndHours
      self.minutes = minutes
      self.seconds = seconds
      self.frames = frames
      self.subframes = subframes
    }
  }
}
