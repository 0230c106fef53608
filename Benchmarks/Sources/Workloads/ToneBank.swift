import Tactus

/// A bank whose programs sound for ever, each in its own way: what a voice costs depends on what moves in it.
public struct ToneBank: Sendable {
  /// The bank.
  public let bank: SoundBank

  /// What a voice does while it sounds.
  public enum Kind: Int, CaseIterable, Sendable {
    /// Its filter is open, nothing moves.
    case open
    /// Its filter stands at 2 kHz.
    case fixed
    /// Its filter swings by an octave both ways around 2 kHz, 5 times a second.
    case sweeping
    /// Its loudness swings by 6 dB, its filter is open.
    case ramping
    /// Its pitch swings by half a semitone, its filter is open.
    case gliding

    var generators: [SoundFont.Generator] {
      switch self {
      case .open: []
      case .fixed: [.init(.initialFilterFc, 9_557)]
      case .sweeping: [.init(.initialFilterFc, 9_557), .init(.modLfoToFilterFc, 1_200), .init(.freqModLFO, -851)]
      case .ramping: [.init(.modLfoToVolume, 60), .init(.freqModLFO, -851)]
      case .gliding: [.init(.vibLfoToPitch, 50), .init(.freqVibLFO, -851)]
      }
    }
  }

  /// The programs are the kinds; every key has one of `waves` looped noises of a second, which are as much to read as the
  /// samples of a real bank.
  public init(waves: Int) throws {
    var builder = SoundFontBuilder(name: "Tones")
    let samples = (0..<waves).map { number in
      builder.add(
        .init(name: "noise \(number)", frames: Self.noise(number), sampleRate: 44_100, loop: 8..<44_092))
    }
    for kind in Kind.allCases {
      let zones = (0..<128).map { key in
        SoundFontBuilder.Zone(
          target: samples[key % waves], keyRange: .init(low: UInt8(key), high: UInt8(key)),
          generators: [.init(.sampleModes, 1), .init(.scaleTuning, 20), .init(.overridingRootKey, 60)] + kind.generators
        )
      }
      let instrument = builder.add(.init(name: "\(kind)", zones: zones))
      builder.add(.init(name: "\(kind)", bank: 0, program: UInt16(kind.rawValue), zones: [.init(target: instrument)]))
      builder.add(.init(name: "\(kind)", bank: 128, program: UInt16(kind.rawValue), zones: [.init(target: instrument)]))
    }
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "tones"))
    bank = SoundBank(font)
  }

  /// Always the same.
  private static func noise(_ number: Int) -> [Int16] {
    var state = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    return (0..<44_100).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 52)
    }
  }

  /// The messages that make `count` voices of a kind sound, at most 256 · 100: over as many channels as there are ports
  /// and channels, over keys 14…113.
  public static func notes(_ kind: Kind, count: Int) -> [ChannelMessage] {
    let places = (0..<min(256, max(1, count))).map { (port: UInt8($0 / 16), channel: UInt8($0 % 16)) }
    let programs = places.map {
      ChannelMessage(status: 0xC0 | $0.channel, UInt8(kind.rawValue), port: $0.port)
    }
    let notes = (0..<count).map { index in
      let (position, key) = (places[index % 256], 14 + (index / 256 * 37 + index % 256 * 11) % 100)
      return ChannelMessage(status: 0x90 | position.channel, UInt8(key), 100, port: position.port)
    }
    return programs + notes
  }
}
