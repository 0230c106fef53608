import TactusBuiltins
import TactusFiles
import TestSupport

/// The bank and the song, generated once for all tests.
enum Made {
  /// In optimized code, another generation than the shared bank.
  static let bankBytes = isOptimized ? Builtins.makeBank() : Array(Builtins.bank.bytes)
  static let songBytes = Builtins.makeDemoSongBytes()
  static let bank: SoundFont = {
    let file = FileBytes(copying: bankBytes, name: "built-in bank")
    do { return try SoundFont(file, strictness: .strict) } catch { fatalError("\(error)") }
  }()
}

/// FNV-1a over 64 bits: a fingerprint that any language computes in three lines.
func fingerprint(_ bytes: [UInt8]) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  bytes.withUnsafeBufferPointer { bytes in
    var i = 0
    while i < bytes.count {
      hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01B3
      i += 1
    }
  }
  return hash
}

extension SoundFont {
  /// The zones of a preset's only instrument, its global zone left out.
  func instrumentZones(bank: Int, program: Int) -> [Zone] {
    guard let preset = preset(bank: bank, program: program), let first = presetZones[preset.localZones].first,
      let target = first.target
    else { return [] }
    return Array(instrumentZones[instruments[target].localZones])
  }

  /// The value of a generator in a zone; nil if the zone does not set it.
  func value(_ kind: GeneratorKind, in zone: Zone) -> Int? {
    generators[zone.generators].last { $0.kind == kind }.map { Int($0.amount) }
  }

  /// The frames of a sample.
  func frames(of sample: SampleHeader) -> UnsafeBufferPointer<Int16> {
    UnsafeBufferPointer(start: pool.frames + sample.start, count: sample.end - sample.start)
  }
}
