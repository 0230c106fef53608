extension SoundFontBuilder {
  /// Creates a copy of a bank that was read, to be edited or written again.
  ///
  /// Samples that are normally generated on demand are generated now. Unusable samples become empty but are not
  /// removed, because zones and links refer to samples by index. Sample headers are copied as the reader corrected
  /// them. A version below 2.00 becomes 2.00, one above 2.04 becomes 2.04, or 3.01 if samples are compressed.
  ///
  /// Samples with the same frames share memory, and share the frames in the file that ``write()`` creates. Samples that
  /// only overlap do not: each gets its own copy, followed by the 46 zeros that the format requires, so the copy of a
  /// bank with many such samples needs more memory than the bank, and its file is larger. The copies may have 64 MiB
  /// together, or eight times the length of the bank's file if that is more. Real banks need about the length of their
  /// files, or twice that if their waves have 8 bits; only a damaged bank can claim more.
  ///
  /// A DLS bank becomes a SoundFont: amounts are rounded to whole units, waves become 16-bit samples, and attenuations
  /// are raised by the factor by which players reduce those of SoundFonts.
  /// - Throws: ``SoundFontWriteError/overlappingSamples(file:byteCount:limit:)`` if the copies would exceed that limit;
  ///   nothing has been copied or generated then.
  /// - Thread: control
  public init(_ bank: SoundFont) throws(SoundFontWriteError) {
    try Self.checkCopies(of: bank)
    let limits = SoundFont.Version(2, 0)...SoundFont.Version.v2_04
    let isCompressed = bank.samples.contains { $0.stream != nil && $0.packing == nil }
    version = isCompressed ? .v3_01 : min(max(bank.version, limits.lowerBound), limits.upperBound)
    info = bank.info
    if info.soundEngine.isEmpty { info.soundEngine = SoundFontInfo().soundEngine }
    defaultModulators = bank.defaultModulators?.map { $0.rounded }
    for index in bank.samples.indices { bank.generator?.generate(sample: index) }
    var data = SharedData()
    samples = bank.samples.map { Sample($0, in: bank, &data) }
    instruments = bank.instruments.map { instrument in
      Instrument(
        name: bank.name(of: instrument), zones: bank.instrumentZones[instrument.zones].map { Zone($0, in: bank) })
    }
    presets = bank.presets.map { Preset($0, in: bank) }
  }

  /// Throws if the copies of a bank's sample data, each range of it counted once, would exceed the limit.
  private static func checkCopies(of bank: SoundFont) throws(SoundFontWriteError) {
    var (knownFrames, knownStreams) = (Set<Range<Int>>(), Set<Range<Int>>())
    let bytesPerFrame: Int64 = bank.pool.lowBytes == nil ? 2 : 3
    var byteCount: Int64 = 0
    for sample in bank.samples {
      if knownFrames.insert(sample.frames).inserted { byteCount += bytesPerFrame * Int64(sample.frames.count) }
      guard let stream = sample.stream, knownStreams.insert(stream).inserted else { continue }
      byteCount += sample.packing.map { 2 * Int64($0.frameCount(of: stream)) } ?? Int64(stream.count)
    }
    let limit = max(1 << 26, 8 * Int64(bank.file.bytes.count))
    guard byteCount <= limit else {
      throw .overlappingSamples(file: bank.file.name, byteCount: byteCount, limit: limit)
    }
  }
}

/// The data of a bank's samples by their range in the pool or in the file. Samples can have the same data and differ in
/// their loops; they then share it. Samples that only overlap do not; see ``SampleLayout``.
private struct SharedData {
  private var knownFrames: [Range<Int>: [Int16]] = [:]
  private var knownLowBytes: [Range<Int>: [UInt8]] = [:]
  private var knownStreams: [Range<Int>: [UInt8]] = [:]
  private var knownWaves: [Range<Int>: [Int16]] = [:]

  mutating func frames(of sample: SoundFont.SampleHeader, _ pool: SamplePool) -> [Int16] {
    Self.value(in: &knownFrames, sample.frames) { range in
      Array(UnsafeBufferPointer(start: pool.frames + range.lowerBound, count: range.count))
    }
  }

  mutating func lowBytes(of sample: SoundFont.SampleHeader, _ pool: SamplePool) -> [UInt8] {
    guard let low = pool.lowBytes else { return [] }
    return Self.value(in: &knownLowBytes, sample.frames) { range in
      Array(UnsafeBufferPointer(start: low + range.lowerBound, count: range.count))
    }
  }

  mutating func stream(_ range: Range<Int>, _ file: FileBytes) -> [UInt8] {
    Self.value(in: &knownStreams, range) { Array(file.bytes[$0]) }
  }

  /// Returns the frames of a wave that is not stored as frames of 16 bits.
  mutating func wave(_ range: Range<Int>, _ packing: PackedFrames, _ file: FileBytes) -> [Int16] {
    Self.value(in: &knownWaves, range) { range in
      let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
      return Array(unsafeUninitializedCapacity: packing.frameCount(of: range)) { buffer, count in
        count = packing.unpack(bytes, into: buffer)
      }
    }
  }

  private static func value<Element>(
    in known: inout [Range<Int>: [Element]], _ range: Range<Int>, _ make: (Range<Int>) -> [Element]
  ) -> [Element] {
    if let data = known[range] { return data }
    let data = make(range)
    known[range] = data
    return data
  }
}

extension SoundFontBuilder.Sample {
  fileprivate init(_ sample: SoundFont.SampleHeader, in bank: SoundFont, _ data: inout SharedData) {
    let pool = bank.pool
    let link = Int(sample.link)
    self.init(
      name: bank.name(of: sample), frames: data.frames(of: sample, pool), lowBytes: data.lowBytes(of: sample, pool),
      sampleRate: sample.sampleRate, originalKey: sample.originalKey, correction: sample.correction,
      loop: sample.loop.map { $0.lowerBound - sample.start..<$0.upperBound - sample.start },
      channel: bank.samples.indices.contains(link) ? sample.channel : .mono,
      link: bank.samples.indices.contains(link) ? link : 0)
    guard let range = sample.stream else { return }
    if let packing = sample.packing {
      frames = data.wave(range, packing, bank.file)
    } else {
      stream = data.stream(range, bank.file)
    }
  }
}

extension SoundFontBuilder.Zone {
  fileprivate init(_ zone: SoundFont.Zone, in bank: SoundFont) {
    let isExact = bank.format == .soundFont
    self.init(
      target: zone.target,
      generators: bank.generators[zone.generators].map { isExact ? $0 : $0.converted },
      modulators: bank.modulators[zone.modulators].map { isExact ? $0 : $0.rounded })
    keyRange = zone.setsKeyRange ? zone.keyRange : nil
    velocityRange = zone.setsVelocityRange ? zone.velocityRange : nil
  }
}

extension SoundFont.Generator {
  /// The generator of a DLS bank in the unit of SoundFont.
  fileprivate var converted: Self {
    Self(kind, Int16(nearestTo: amount, fraction, times: kind == .initialAttenuation ? 2.5 : 1))
  }
}

extension SoundFontBuilder.Preset {
  fileprivate init(_ preset: SoundFont.Preset, in bank: SoundFont) {
    self.init(
      name: bank.name(of: preset), bank: preset.bank, program: preset.program,
      zones: bank.presetZones[preset.zones].map { .init($0, in: bank) })
    (library, genre, morphology) = bank.reserved(of: preset)
  }
}
