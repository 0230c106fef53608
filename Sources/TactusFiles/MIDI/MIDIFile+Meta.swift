extension MIDIFile {
  /// What a meta event says, where its payload makes sense.
  public enum Meta: Hashable, Sendable {
    /// FF 00: a number for this track or pattern; nil where the file leaves it to the track's position.
    case sequenceNumber(UInt16?)
    /// FF 01…0F: text of some kind; the payload holds its bytes, ``MIDIFile/Text`` decodes them.
    case text(TextKind)
    /// FF 20: following meta events and system-exclusive messages belong to this channel, 0…15.
    case channelPrefix(UInt8)
    /// FF 21: the track plays on this port, 0…127.
    case port(UInt8)
    /// FF 51, or a clip's tempo: how long a quarter note lasts, in units of 10 ns, exact; not 0.
    case tempo(tenNanoseconds: Int)
    /// FF 54: where the track begins in time code; it does not move playback.
    case smpteOffset(SMPTEOffset)
    /// FF 58.
    case timeSignature(TimeSignature)
    /// FF 59.
    case keySignature(KeySignature)
    /// FF 7F: for one maker's sequencer; the payload begins with the maker's number.
    case sequencerSpecific
    /// A type that nobody knows, or a payload without sense for its type.
    case other(type: UInt8)
  }

  /// The kinds of text: meta types 1…15.
  public struct TextKind: RawRepresentable, Hashable, Sendable {
    /// The meta type.
    public let rawValue: UInt8
    /// A kind from a meta type, nil outside 1…15.
    public init?(rawValue: UInt8) {
      guard (1...15).contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }
    private init(known: UInt8) { rawValue = known }
    /// Any text (FF 01); karaoke files keep their words here.
    public static let text = TextKind(known: 1)
    /// Copyright (FF 02).
    public static let copyright = TextKind(known: 2)
    /// The name of the track, or in the first track of the song (FF 03).
    public static let trackName = TextKind(known: 3)
    /// The instrument's name (FF 04).
    public static let instrumentName = TextKind(known: 4)
    /// A syllable to sing (FF 05).
    public static let lyric = TextKind(known: 5)
    /// A named point: "Verse 1", "loopStart" (FF 06).
    public static let marker = TextKind(known: 6)
    /// Something that happens on stage or screen (FF 07).
    public static let cuePoint = TextKind(known: 7)
    /// The program's name (FF 08).
    public static let programName = TextKind(known: 8)
    /// The device or port that the track plays on (FF 09).
    public static let deviceName = TextKind(known: 9)
  }

  /// Beats in a bar, as written.
  public struct TimeSignature: Hashable, Sendable {
    /// The upper number as written, 0…255.
    public var rawNumerator: UInt8
    /// The lower number's power of two as written: 2 is a quarter, 3 an eighth.
    public var denominatorPower: UInt8
    /// MIDI clocks (24 to the quarter) between clicks of a metronome.
    public var clocksPerClick: UInt8
    /// Notated thirty-seconds in what MIDI calls a quarter: 8.
    public var thirtySecondsPerQuarter: UInt8

    /// Whether the numbers make a bar; if not, bars are counted as 4/4.
    public var isMeaningful: Bool { rawNumerator > 0 && denominatorPower <= 7 }
    /// The upper number for counting bars, 1…255.
    public var numerator: Int { isMeaningful ? Int(rawNumerator) : 4 }
    /// The lower number for counting bars, a power of two, 1…128.
    public var denominator: Int { isMeaningful ? 1 << Int(denominatorPower) : 4 }
  }

  /// Sharps or flats, and major or minor.
  public struct KeySignature: Hashable, Sendable {
    /// Sharps, or flats below zero: −7…7.
    public var sharps: Int8
    /// Whether the key is minor.
    public var isMinor: Bool
  }

  /// A time-code address.
  public struct SMPTEOffset: Hashable, Sendable {
    /// The rate's code in bits 5…6 (0: 24, 1: 25, 2: 29.97 drop, 3: 30) and hours in bits 0…4.
    public var rateAndHours: UInt8
    /// Minutes.
    public var minutes: UInt8
    /// Seconds.
    public var seconds: UInt8
    /// Frames.
    public var frames: UInt8
    /// Hundredths of a frame.
    public var subframes: UInt8
  }
}

extension MIDIFile.Track {
  /// What an event says as meta event or tempo; nil for the other kinds.
  ///
  /// Payloads of the wrong length never fail: what they leave open is answered with ``MIDIFile/Meta/other(type:)``.
  /// A tempo of 1…8 bytes is read as the big-endian low 24 bits; a tempo of zero is no tempo.
  public func meaning(of event: MIDIFile.Event) -> MIDIFile.Meta? {
    switch event.content {
    case .tempo(let units): return .tempo(tenNanoseconds: Int(units))
    case .meta(let type, let slice): return meaning(type, payload(slice))
    case .channel, .sysEx, .escape, .packet: return nil
    }
  }

  private func meaning(_ type: UInt8, _ bytes: MIDIFile.Payload) -> MIDIFile.Meta {
    switch type {
    case 0x00 where bytes.count <= 2: .sequenceNumber(bytes.isEmpty ? nil : UInt16(bytes.bigEndian))
    case 0x01...0x0F: MIDIFile.TextKind(rawValue: type).map { .text($0) } ?? .other(type: type)
    case 0x20 where bytes.count >= 1 && bytes[0] < 16: .channelPrefix(bytes[0])
    case 0x21 where bytes.count >= 1 && bytes[0] < 128: .port(bytes[0])
    case 0x51: tempo(bytes) ?? .other(type: type)
    case 0x54 where bytes.count == 5:
      .smpteOffset(
        .init(rateAndHours: bytes[0], minutes: bytes[1], seconds: bytes[2], frames: bytes[3], subframes: bytes[4]))
    case 0x58 where bytes.count >= 2:
      .timeSignature(
        .init(
          rawNumerator: bytes[0], denominatorPower: bytes[1], clocksPerClick: bytes.count > 2 ? bytes[2] : 24,
          thirtySecondsPerQuarter: bytes.count > 3 ? bytes[3] : 8))
    case 0x59 where bytes.count == 2: key(Int8(bitPattern: bytes[0]), mode: bytes[1]) ?? .other(type: type)
    case 0x7F: .sequencerSpecific
    default: .other(type: type)
    }
  }

  private func tempo(_ bytes: MIDIFile.Payload) -> MIDIFile.Meta? {
    guard (1...8).contains(bytes.count) else { return nil }
    let microseconds = bytes.bigEndian & 0xFF_FFFF
    return microseconds == 0 ? nil : .tempo(tenNanoseconds: Int(microseconds) * 100)
  }

  private func key(_ sharps: Int8, mode: UInt8) -> MIDIFile.Meta? {
    (-7...7).contains(sharps) && mode <= 1 ? .keySignature(.init(sharps: sharps, isMinor: mode == 1)) : nil
  }
}

extension MIDIFile.Payload {
  /// The bytes as one big-endian number; of more than eight the last eight.
  var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
