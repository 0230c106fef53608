import ArgumentParser
import TactusFiles
import TactusMIDI

/// The format of a dump.
enum DumpKind: String, ChoiceOption {
  /// A stream of MIDI 1.0 bytes, such as a `.syx` file.
  case bytes
  /// Universal MIDI Packets as big-endian words.
  case words
  /// Universal MIDI Packets as little-endian words.
  case littleWords = "little-words"
  /// A MIDI clip (SMF2).
  case clip
  /// A Standard MIDI File, or an RMID.
  case song

  /// Selects the most likely format; nil for text, and for other data that is probably not MIDI.
  ///
  /// The signature of a file decides first. Without one, the first match is selected: a byte stream without flaws,
  /// big-endian words without flaws, little-endian words without flaws, or any data with a byte of 0x80 or above, which
  /// counts as a byte stream.
  init?(guessing bytes: some RandomAccessCollection<UInt8>) {
    if bytes.starts(with: "SMF2CLIP".utf8) {
      self = .clip
    } else if bytes.starts(with: "MThd".utf8) || bytes.starts(with: "RIFF".utf8) {
      self = .song
    } else if Self.isText(bytes) {
      return nil
    } else if Self.isCleanStream(bytes) {
      self = .bytes
    } else if Self.areCleanWords(bytes, isBig: true) {
      self = .words
    } else if Self.areCleanWords(bytes, isBig: false) {
      self = .littleWords
    } else if bytes.contains(where: { $0 >= 0x80 }) {
      self = .bytes
    } else {
      return nil
    }
  }

  /// The maximum number of bytes that are examined for flaws.
  private static let enough = 1 << 16

  private static func isText(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    bytes.prefix(enough).allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
  }

  private static func isCleanStream(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    var state = StreamState()
    for byte in bytes.prefix(enough) { _ = state.take(byte, port: 0) }
    return state.strayBytes == 0 && state.truncatedMessages == 0
  }

  private static func areCleanWords(_ bytes: some RandomAccessCollection<UInt8>, isBig: Bool) -> Bool {
    guard bytes.count % 4 == 0 else { return false }
    return PacketDecoder.words(bytes.prefix(enough), isBig: isBig).withUnsafeBufferPointer {
      UniversalPackets($0).allSatisfy { PacketFlaw.text(of: $0) == nil }
    }
  }
}
