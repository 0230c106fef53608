import TactusFiles
import TactusMIDI

/// The code that is tested with random bytes, one name for each target; `Scripts/fuzz` finds inputs, and `swift test`
/// replays those that it has found.
///
/// In addition to the laws that a target checks itself, nothing may trap, hang or read beyond its memory.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A stream of MIDI 1.0 bytes: split anywhere, with real-time bytes inserted, written again.
  case stream
  /// Words of Universal MIDI Packets: iterated, named, translated and translated back.
  case packets
  /// Packets of system-exclusive and other data: assembled.
  case exclusive
  /// A Standard MIDI File: read, written, read.
  case song
  /// The contents of a MIDI clip after its first eight bytes: read, written, read.
  case clip
  /// A SoundFont bank.
  case bank
  /// A DLS bank, and a second of its sound.
  case dls
  /// A JSON document: read, written, read.
  case json
  /// A sequence's document: read, written, read, played under a host that misbehaves.
  case sequence
  /// A document of a chain of MIDI effects: read, written, read, played through.
  case chain
  /// A list of songs to bounce.
  case batch
  /// An uncompressed audio file.
  case audio
  /// A plug-in's state: restored, saved, rendered with.
  case state
  /// The events of an LV2 port.
  case atoms
  /// Messages into the sequencer and into chains, in cycles of any length.
  case events
  /// A bank and a second of events: finite, bounded sound.
  case sound
  /// A song through the commands of the program.
  case command

  /// A description of the law that is violated for these bytes; nil if all laws hold.
  package func violation(_ bytes: [UInt8]) -> String? {
    switch self {
    case .stream: StreamFuzzing.violation(bytes)
    case .packets: PacketFuzzing.violation(bytes)
    case .exclusive: PacketFuzzing.violationAssembling(bytes)
    case .song: FileFuzzing.violationReadingSong(bytes)
    case .clip: FileFuzzing.violationReadingSong(Array("SMF2CLIP".utf8) + bytes)
    case .bank: FileFuzzing.violationReadingBank(bytes)
    case .dls: DLSFuzzing.violation(bytes)
    case .json: FileFuzzing.violationReadingJSON(bytes)
    case .sequence: DocumentFuzzing.violationReadingSequence(bytes)
    case .chain: DocumentFuzzing.violationReadingChain(bytes)
    case .batch: DocumentFuzzing.violationReadingBatch(bytes)
    case .audio: AudioFuzzing.violation(bytes)
    case .state: StateFuzzing.violation(bytes)
    case .atoms: AtomFuzzing.violation(bytes)
    case .events: EventFuzzing.violation(bytes)
    case .sound: SoundFuzzing.violation(bytes)
    case .command: CommandFuzzing.violation(bytes)
    }
  }

  /// Small inputs with which fuzzing may start.
  package var seeds: [[UInt8]] {
    switch self {
    case .stream:
      [
        [0x90, 0x3C, 0xF8, 0x64, 0x40, 0x7F], [0xF0, 0x7E, 0x7F, 9, 1, 0xF7, 0xC5, 1, 2, 0xF1, 0x25],
        [0xB0, 101, 0, 100, 0, 6, 12, 38, 1, 0xF2, 1, 2, 0xF6, 0xF4, 0xF7],
      ]
    case .packets, .exclusive:
      [
        Self.bytes([0x2090_3C64, 0x4090_3C00, 0xFFFF_0000, 0x10F8_0000, 0x0020_1234, 0xD010_0000, 50_000_000, 0, 0]),
        Self.bytes([0x3016_0102, 0x0304_0506, 0x3031_0700, 0, 0x5004_0102, 0x0304_0000, 0, 0, 0x4020_0000, 9]),
        Self.bytes([0x5380_0018, 0x0001_0001, 0x0041_0102, 0x0304_0506, 0x5390_1122, 0x3344_5566, 0, 0]),
        [0x41, 0x10, 0x42, 0x12, 0, 0, 0x7F, 0xFF, 0],
      ]
    case .song: FileFuzzing.songSeeds
    case .clip: [Self.bytes(FileFuzzing.clipWords)]
    case .bank: FileFuzzing.bankSeeds
    case .dls: DLSFuzzing.seeds
    case .sequence: DocumentSeeds.sequences.map { Array($0.utf8) }
    case .chain: DocumentSeeds.chains.map { Array($0.utf8) }
    case .batch: DocumentSeeds.batches.map { Array($0.utf8) }
    case .audio: AudioFuzzing.seeds
    case .state: StateFuzzing.seeds
    case .atoms: AtomFuzzing.seeds
    case .events: [EventFuzzing.gesture]
    case .sound: SoundFuzzing.seeds
    case .command: CommandFuzzing.seeds
    case .json: [Array(#"{"a": [1, -2.5e3, "é\n", true, null], "b": {}}"#.utf8), Array("[]".utf8)]
    }
  }

  static func bytes(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }
}
