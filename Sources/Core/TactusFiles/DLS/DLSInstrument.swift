/// An instrument while it is read.
struct DLSInstrument {
  var list: Chunk
  var header: Header?
  var regions: [DLSRegion] = []
  var articulation: DLSArticulation?

  /// The header (`insh`), without the number of regions.
  struct Header {
    var locale: UInt32
    var program: UInt32

    init?(_ reader: ByteReader) {
      var reader = reader
      guard reader.u32le() != nil, let locale = reader.u32le(), let program = reader.u32le() else { return nil }
      (self.locale, self.program) = (locale, program)
    }

    /// The bank by the numbers of SoundFont: 128 for drum kits, 126 for the kits of XG's second drum bank.
    ///
    /// The MSB of a melodic bank counts as in GS, and the LSB as in XG and GM2 if the MSB is 0 or 121. If both are set,
    /// the bank is 128 · MSB + LSB.
    var bank: UInt16 {
      let (msb, lsb) = (UInt16(locale >> 8 & 127), UInt16(locale & 127))
      if locale & 0x8000_0000 != 0 { return msb == 126 ? 126 : 128 }
      if msb == 0 || msb == 121 { return lsb }
      return lsb == 0 ? msb : msb << 7 | lsb
    }

    /// The bank as 128 · MSB + LSB, for an instrument whose usual number another instrument has; nil for drum kits.
    /// Because 128 is the number of the drum kits, MSB 1 with LSB 0 is 16,512, which no other bank select means.
    var exactBank: UInt16? {
      guard locale & 0x8000_0000 == 0 else { return nil }
      let bank = UInt16(locale >> 8 & 127) << 7 | UInt16(locale & 127)
      return bank == 128 ? 16_384 + 128 : bank
    }

    /// The order in which instruments get their numbers, 0…2: drum kits, instruments whose usual number is their only
    /// one, and the others.
    var rank: Int { exactBank.map { $0 == bank ? 1 : 2 } ?? 0 }

    /// The bits of the locale that have a meaning: drum flag, MSB and LSB.
    var bankSelect: UInt32 { locale & 0x8000_7F7F }
  }
}

/// A region while it is read.
struct DLSRegion {
  var keys = SoundFont.ValueRange.all
  var velocities = SoundFont.ValueRange.all
  /// The exclusive class; 0 for none.
  var keyGroup: UInt16 = 0
  /// The entry of the pool table.
  var cue = 0
  var wave = 0
  /// The group of regions that play in phase; 0 for none.
  var phaseGroup: UInt16 = 0
  var isPhaseMaster = false
  /// The channel of a multichannel wave: 1 left, 2 right; 0 for a wave of one channel.
  var channel: UInt32 = 0
  var playback: DLSPlayback?
  var articulation: DLSArticulation?
  /// Whether the region's articulation replaces that of the instrument as a whole, as in level 1; otherwise it replaces
  /// single connections.
  var replacesArticulation = false

  /// Reads `rgnh`; returns false if it is too short. A highest velocity of 0 means all velocities.
  mutating func readHeader(_ reader: ByteReader) -> Bool {
    var reader = reader
    guard let lowKey = reader.u16le(), let highKey = reader.u16le(), let low = reader.u16le(),
      let high = reader.u16le(),
      reader.u16le() != nil, let group = reader.u16le()
    else { return false }
    keys = .init(low: UInt8(clamping: lowKey), high: UInt8(min(127, highKey)))
    velocities = high == 0 ? .all : .init(low: UInt8(clamping: low), high: UInt8(min(127, high)))
    keyGroup = min(127, group)
    return true
  }

  /// Reads `wlnk`; returns false if it is too short.
  mutating func readLink(_ reader: ByteReader) -> Bool {
    var reader = reader
    guard let options = reader.u16le(), let group = reader.u16le(), let channel = reader.u32le(),
      let cue = reader.u32le()
    else { return false }
    (isPhaseMaster, phaseGroup) = (options & 1 != 0, group)
    self.channel = options & 2 != 0 ? channel : 0
    self.cue = Int(clamping: cue)
    return true
  }
}
