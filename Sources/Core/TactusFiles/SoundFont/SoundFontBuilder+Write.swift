extension SoundFontBuilder {
  /// The number of zero frames after each sample (SoundFont 2.04 §6.1).
  static let guardFrames = 46

  /// Returns the bank as a SoundFont file; the same bank always results in the same bytes.
  ///
  /// - Throws: ``SoundFontWriteError`` if the format cannot store the bank.
  public func write() throws(SoundFontWriteError) -> [UInt8] {
    let outline = try outline()
    return outline.head + Array(repeating: 0, count: outline.blankBytes) + outline.tail
  }

  /// A bank's file without the data of its blank samples.
  package struct Outline: Sendable {
    /// The bytes before the data of the blank samples.
    package let head: [UInt8]
    /// The length of the data of the blank samples in bytes, with their guard frames.
    package let blankBytes: Int
    /// The bytes after the data of the blank samples.
    package let tail: [UInt8]
    /// The position in the file of each sample's first frame.
    package let positions: [Int]
  }

  /// Returns the bank's file without the data of its blank samples, which must follow one another.
  package func outline() throws(SoundFontWriteError) -> Outline {
    let layout = SampleLayout(samples)
    try check(layout)
    var writer = ChunkWriter(capacity: fileSize(layout))
    var positions: [Int] = []
    writer.list("sfbk", as: "RIFF") {
      $0.list("INFO", writeInfo)
      $0.list("sdta") { positions = writeSamples(layout, &$0) }
      $0.list("pdta") {
        writePresets(&$0)
        writeInstruments(&$0)
        writeHeaders(layout, &$0)
      }
    }
    let gap = writer.gap ?? .init(offset: writer.bytes.count, count: 0)
    return Outline(
      head: Array(writer.bytes[..<gap.offset]), blankBytes: gap.count, tail: Array(writer.bytes[gap.offset...]),
      positions: positions)
  }

  /// An upper bound of the file's length.
  package var byteCount: Int { fileSize(SampleLayout(samples)) }

  /// Returns an upper bound of the file's length.
  func fileSize(_ layout: SampleLayout) -> Int {
    let zones =
      instruments.lazy.map { $0.zones }.joined().reduce(into: 0) { $0 += Self.size(of: $1) }
      + presets.lazy.map { $0.zones }.joined().reduce(into: 0) { $0 += Self.size(of: $1) }
    let wide = samples.contains { !$0.lowBytes.isEmpty } ? 3 : 2
    return 1024 + 9 * 256 + info.comments.utf8.count + 10 * (defaultModulators?.count ?? 0) + zones
      + layout.count * wide + samples.count * 46 + instruments.count * 22 + presets.count * 38
  }
  private static func size(of zone: Zone) -> Int { 4 + zone.recordCount * 4 + zone.modulators.count * 10 }

  private func writeInfo(_ writer: inout ChunkWriter) {
    writer.chunk("ifil") { $0.version(version) }
    for tag in SoundFontInfo.tags {
      if !info[tag].isEmpty || tag == "isng" || tag == "INAM" {  // these two are mandatory
        writer.chunk(tag) {
          let text = info[tag].utf8Prefix(SoundFontInfo.limit(of: tag))
          $0.append(text)
          $0.zeros(text.count % 2 == 0 ? 2 : 1)  // one or two terminators, so that the size is even (2.04 §5)
        }
      }
      if tag == "irom", let romVersion = info.romVersion { writer.chunk("iver") { $0.version(romVersion) } }
    }
    guard let defaultModulators else { return }
    writer.chunk("DMOD") {
      for modulator in defaultModulators { $0.modulator(modulator) }
      $0.zeros(10)
    }
  }

  /// Writes the sample data, and returns the position of each sample's first byte.
  private func writeSamples(_ layout: SampleLayout, _ writer: inout ChunkWriter) -> [Int] {
    var positions: [Int] = []
    writer.chunk("smpl") {
      let start = $0.position
      positions = layout.starts.map { start + 2 * $0 }
      for sample in layout.written.lazy.map({ samples[$0] }) {
        guard !sample.isBlank else {
          $0.leaveBlank(2 * sample.room)
          continue
        }
        $0.append(sample.frames)
        $0.append(sample.stream)
        $0.zeros(sample.stream.isEmpty ? 2 * Self.guardFrames : sample.stream.count % 2)
      }
    }
    guard samples.contains(where: { !$0.lowBytes.isEmpty }) else { return positions }
    writer.chunk("sm24") {
      for sample in layout.written.lazy.map({ samples[$0] }) {
        $0.append(sample.lowBytes)
        $0.zeros(sample.room - sample.lowBytes.count)
      }
    }
    return positions
  }

  private func writePresets(_ writer: inout ChunkWriter) {
    writer.chunk("phdr") {
      var bag = 0
      for preset in presets {
        $0.presetHeader(preset, bag: bag)
        bag += preset.zones.count
      }
      $0.presetHeader(.init(name: "EOP", bank: 0, program: 0, zones: []), bag: bag)
    }
    writer.zones(presets.flatMap { $0.zones }, ["pbag", "pmod", "pgen"], target: .instrument)
  }

  private func writeInstruments(_ writer: inout ChunkWriter) {
    writer.chunk("inst") {
      var bag = 0
      for instrument in instruments {
        $0.name(instrument.name)
        $0.u16(UInt16(bag))
        bag += instrument.zones.count
      }
      $0.name("EOI")
      $0.u16(UInt16(bag))
    }
    writer.zones(instruments.flatMap { $0.zones }, ["ibag", "imod", "igen"], target: .sampleID)
  }

  private func writeHeaders(_ layout: SampleLayout, _ writer: inout ChunkWriter) {
    writer.chunk("shdr") {
      for (sample, start) in zip(samples, layout.starts) { $0.sampleHeader(sample, start: start) }
      $0.name("EOS")
      $0.zeros(26)
    }
  }
}

extension ChunkWriter {
  fileprivate mutating func version(_ version: SoundFont.Version) {
    u16(version.major)
    u16(version.minor)
  }

  fileprivate mutating func presetHeader(_ preset: SoundFontBuilder.Preset, bag: Int) {
    name(preset.name)
    u16(preset.program)
    u16(preset.bank)
    u16(UInt16(bag))
    u32(preset.library)
    u32(preset.genre)
    u32(preset.morphology)
  }

  fileprivate mutating func sampleHeader(_ sample: SoundFontBuilder.Sample, start: Int) {
    name(sample.name)
    let isCompressed = !sample.stream.isEmpty
    // For a compressed sample, start and end count bytes, and the loop counts from the first frame of the sample.
    let origin = isCompressed ? 0 : start
    u32(UInt32(isCompressed ? 2 * start : start))
    u32(UInt32(isCompressed ? 2 * start + sample.stream.count : start + sample.frameCount))
    u32(UInt32(origin + (sample.loop?.lowerBound ?? 0)))
    u32(UInt32(origin + (sample.loop?.upperBound ?? 0)))
    u32(UInt32(sample.sampleRate))
    u8(sample.originalKey)
    u8(UInt8(bitPattern: sample.correction))
    u16(UInt16(sample.link))
    u16(sample.channel.rawValue | (isCompressed ? 0x10 : 0))
  }

  /// Appends the three tables of a level: bags, modulators and generators, each with its terminal record.
  fileprivate mutating func zones(
    _ zones: [SoundFontBuilder.Zone], _ tags: [ChunkTag], target: GeneratorKind
  ) {
    chunk(tags[0]) {
      var generator = 0
      var modulator = 0
      for zone in zones {
        $0.u16(UInt16(generator))
        $0.u16(UInt16(modulator))
        generator += zone.recordCount
        modulator += zone.modulators.count
      }
      $0.u16(UInt16(generator))
      $0.u16(UInt16(modulator))
    }
    chunk(tags[1]) {
      for modulator in zones.lazy.map({ $0.modulators }).joined() { $0.modulator(modulator) }
      $0.zeros(10)
    }
    chunk(tags[2]) {
      for zone in zones { $0.generators(of: zone, target: target) }
      $0.zeros(4)
    }
  }

  fileprivate mutating func modulator(_ modulator: SoundFont.Modulator) {
    u16(modulator.source.rawValue)
    u16(modulator.destination)
    u16(UInt16(bitPattern: modulator.rounded.amount))
    u16(modulator.amountSource.rawValue)
    u16(modulator.transform)
  }

  /// Appends the generators of a zone: first the key range, then the velocity range, last the target (2.04 §8.1.2).
  private mutating func generators(of zone: SoundFontBuilder.Zone, target: GeneratorKind) {
    if let keys = zone.keyRange { range(.keyRange, keys) }
    if let velocities = zone.velocityRange { range(.velRange, velocities) }
    for generator in zone.generators {
      u16(generator.kind.rawValue)
      u16(UInt16(bitPattern: generator.rounded.amount))
    }
    guard let index = zone.target else { return }
    u16(target.rawValue)
    u16(UInt16(index))
  }

  private mutating func range(_ kind: GeneratorKind, _ range: SoundFont.ValueRange) {
    u16(kind.rawValue)
    u8(range.low)
    u8(range.high)
  }
}
