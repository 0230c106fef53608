extension SoundFontReader {
  /// Reads and validates the sample headers; the last record is the terminal one.
  mutating func readSamples(_ hydra: Hydra) {
    let count = min(hydra.sampleCount, 0x10000)
    if count < hydra.sampleCount {
      parts.diagnostics.add(.unreachableRecords, "shdr", record: count, at: hydra.offset(.shdr, count))
    }
    parts.samples.reserveCapacity(count)
    let streams = markedStreams(hydra, count)
    for record in 0..<count {
      var sample =
        hydra.isVersion1
        ? SoundFont.SampleHeader(ofVersion1: record, names: sampleNames) : SoundFont.SampleHeader(hydra, record)
      let step = streamStep(sample, hydra, record, besides: streams)
      if step != nil, !sample.isCompressed {
        sample.isUnmarkedStream = true
        parts.diagnostics.add(.compressionUnmarked, "shdr", record: record, at: hydra.offset(.shdr, record))
      }
      let found =
        if let step {
          sample.makeSafe(hydra, record, data: sampleData, step: step)
        } else {
          sample.makeSafe(hydra, record, poolCount: parts.pool.frameCount)
        }
      for kind in found {
        parts.diagnostics.add(kind, "shdr", record: record, at: hydra.offset(.shdr, record))
      }
      if sample.channel != .mono, sample.link >= count {
        parts.diagnostics.add(.linkBroken, "shdr", record: record, at: hydra.offset(.shdr, record))
      }
      parts.samples.append(sample)
    }
    if parts.pool.frameCount == 0, parts.samples.contains(where: { $0.fault == .beyondPool }) {
      parts.diagnostics.add(.sampleDataMissing, "smpl", at: hydra.offset(.shdr, 0))
    }
  }
}

extension SoundFontReader {
  /// Returns the start offsets of streams whose samples are marked as compressed; none in banks before version 3.
  private func markedStreams(_ hydra: Hydra, _ count: Int) -> Set<Int> {
    guard parts.version.major >= 3 else { return [] }
    let marked = (0..<count).filter { hydra.u16(.shdr, $0, 44) & 0x8010 == 0x10 }
    return Set(marked.map { Int(clamping: hydra.u32(.shdr, $0, 20)) })
  }

  /// Returns the unit, in bytes, of a compressed sample's start and end; nil for an uncompressed sample.
  ///
  /// In some banks of version 3, the sample types do not mark compressed samples. Such a sample is recognized
  /// by `OggS` at its start; the start is in bytes, as in marked samples, or in frames. Played as uncompressed
  /// frames, a stream would be loud noise.
  private func streamStep(
    _ sample: SoundFont.SampleHeader, _ hydra: Hydra, _ record: Int, besides marked: Set<Int>
  ) -> Int? {
    guard !sample.isROM else { return nil }
    if sample.isCompressed { return 1 }
    guard parts.version.major >= 3 else { return nil }
    let start = Int(clamping: hydra.u32(.shdr, record, 20))
    func isStream(_ position: Int) -> Bool {
      guard position <= sampleData.count - 4 else { return false }
      let bytes = file.bytes[sampleData.lowerBound + position..<sampleData.lowerBound + position + 4]
      return bytes.elementsEqual("OggS".utf8)
    }
    if start <= sampleData.count / 2, isStream(2 * start) { return 2 }
    return isStream(start) && !marked.contains(start) ? 1 : nil
  }
}

extension SoundFont.SampleHeader {
  init(_ hydra: Hydra, _ record: Int) {
    loop = nil
    sampleRate = Int(clamping: hydra.u32(.shdr, record, 36))
    originalKey = hydra.u8(.shdr, record, 40)
    correction = Int8(bitPattern: hydra.u8(.shdr, record, 41))
    link = hydra.u16(.shdr, record, 42)
    type = hydra.u16(.shdr, record, 44)
    recordOffset = hydra.offset(.shdr, record)
  }

  /// Creates the header of a sample of SoundFont 1, whose record has only positions.
  init(ofVersion1 record: Int, names: Range<Int>) {
    loop = nil
    sampleRate = SoundFont1.sampleRate
    originalKey = 60
    correction = 0
    link = 0
    type = SoundFont.SampleChannel.mono.rawValue
    recordOffset = 20 * (record + 1) <= names.count ? names.lowerBound + 20 * record : -1
  }

  /// Sets the sample rate, frames and loop from the record and corrects them; returns the defects.
  mutating func makeSafe(_ hydra: Hydra, _ record: Int, poolCount: Int) -> [SoundFontDiagnostic.Kind] {
    func point(_ index: Int) -> Int { Int(clamping: hydra.u32(.shdr, record, hydra.samplePoints + 4 * index)) }
    var found = makeTuningSafe()
    let (start, end) = (point(0), point(1))
    fault = isROM ? .inROM : start >= end ? .empty : start >= poolCount ? .beyondPool : nil
    if let fault { return found + [fault.diagnostic] }

    if end > poolCount { found.append(.sampleCut) }
    frames = start..<min(end, poolCount)
    let (loopStart, loopEnd) = (point(2), point(3))
    loop = Self.loop(loopStart, loopEnd, within: &frames, poolCount: poolCount)
    let isAsWritten = loop == (loopStart < loopEnd ? loopStart..<loopEnd : nil) && loopStart <= loopEnd
    if !isAsWritten || frames.upperBound > end { found.append(.loopMended) }
    return found
  }

  /// Sets the sample rate, stream and loop of a compressed sample and corrects them; returns the defects. Start and end
  /// count units of `step` bytes of the sample data; the loop counts frames from the first frame of the sample.
  mutating func makeSafe(
    _ hydra: Hydra, _ record: Int, data: Range<Int>, step: Int
  ) -> [SoundFontDiagnostic.Kind] {
    func point(_ field: Int) -> Int { Int(clamping: hydra.u32(.shdr, record, field)) }
    var found = makeTuningSafe()
    func position(_ field: Int) -> Int {
      let (position, isBeyond) = step.multipliedReportingOverflow(by: point(field))
      return isBeyond ? .max : position
    }
    let (start, end) = (position(20), position(24))
    fault = start >= end ? .empty : start >= data.count ? .beyondPool : nil
    if let fault { return found + [fault.diagnostic] }

    if end > data.count { found.append(.sampleCut) }
    stream = data.lowerBound + start..<data.lowerBound + min(end, data.count)
    // Files that give a compressed sample's start and end in frames instead of bytes also give its loop relative to the
    // pool, not to the sample.
    let origin = step == 1 ? 0 : min(point(20), point(28), point(32))
    let (loopStart, loopEnd) = (point(28) - origin, point(32) - origin)
    if loopStart > loopEnd { found.append(.loopMended) }
    if loopStart != loopEnd { loop = min(loopStart, loopEnd)..<max(loopStart, loopEnd) }
    return found
  }

  private mutating func makeTuningSafe() -> [SoundFontDiagnostic.Kind] {
    var found: [SoundFontDiagnostic.Kind] = []
    if !Self.practicalSampleRates.contains(sampleRate) {
      found.append(.rateMended)
      let practical = Self.practicalSampleRates
      sampleRate = sampleRate == 0 ? 44_100 : min(max(sampleRate, practical.lowerBound), practical.upperBound)
    }
    if originalKey > 127, originalKey != 255 { found.append(.keyInvalid) }
    return found
  }

  /// The maximum number of frames by which a loop may end beyond its sample; the sample is then extended.
  ///
  /// In some banks, the end of a sample is too early by one frame, or by the guard frames. Truncating the loop of such
  /// a sample would change its pitch.
  static let tolerance = SoundFontBuilder.guardFrames

  /// Returns the loop with its points in ascending order and clamped to the sample; nil if nothing remains, or if the
  /// points are equal, which means that there is no loop.
  private static func loop(_ a: Int, _ b: Int, within frames: inout Range<Int>, poolCount: Int) -> Range<Int>? {
    let loop = min(a, b)..<max(a, b)
    if frames.contains(loop.lowerBound), loop.upperBound > frames.upperBound,
      loop.upperBound <= min(frames.upperBound + tolerance, poolCount)
    {
      frames = frames.lowerBound..<loop.upperBound
    }
    let cut = loop.clamped(to: frames)
    return cut.isEmpty ? nil : cut
  }
}

extension SoundFont.SampleFault {
  var diagnostic: SoundFontDiagnostic.Kind {
    switch self {
    case .inROM: .sampleInROM
    case .empty: .sampleEmpty
    case .beyondPool: .sampleBeyondPool
    case .unreadable: .waveUnreadable
    }
  }
}

extension SamplePool {
  /// Creates a pool with the frames of `smpl` and, if version and size allow, the low bytes of `sm24` (2.04 §6.2). The
  /// frames stay in place unless they are at an odd address or in another byte order; then they are copied.
  init(
    _ file: FileBytes, smpl: Chunk?, sm24: Chunk?, _ version: SoundFont.Version,
    _ diagnostics: inout SoundFontDiagnostics
  ) {
    guard let smpl, smpl.body.count >= 2 else {
      self = .empty
      return
    }
    var data = UnsafeRawBufferPointer(rebasing: file.bytes[smpl.body])
    frameCount = data.count / 2
    if Self.mustCopy(data) {
      let copied = Self.copy(data, file)
      diagnostics.add(.sampleDataCopied, "smpl", at: smpl.offset)
      data = copied.bytes
      copy = copied
    } else {
      copy = nil
    }
    frames = data.baseAddress!.assumingMemoryBound(to: Int16.self)

    guard let sm24 else {
      lowBytes = nil
      return
    }
    let fits = sm24.body.count == frameCount || sm24.body.count == frameCount + frameCount % 2
    if version >= .v2_04, fits {
      lowBytes = file.bytes.baseAddress!.advanced(by: sm24.body.lowerBound).assumingMemoryBound(to: UInt8.self)
    } else {
      lowBytes = nil
      diagnostics.add(.lowBytesIgnored, "sm24", at: sm24.offset)
    }
  }

  private static func mustCopy(_ data: UnsafeRawBufferPointer) -> Bool {
    #if _endian(little)
      Int(bitPattern: data.baseAddress) % MemoryLayout<Int16>.alignment != 0
    #else
      true
    #endif
  }

  /// Returns an aligned copy of the frames in native byte order.
  private static func copy(_ data: UnsafeRawBufferPointer, _ file: FileBytes) -> FileBytes {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
    copy.copyMemory(from: data)
    #if _endian(big)
      for index in 0..<data.count / 2 {
        let frame = copy.load(fromByteOffset: 2 * index, as: UInt16.self)
        copy.storeBytes(of: frame.byteSwapped, toByteOffset: 2 * index, as: UInt16.self)
      }
    #endif
    return FileBytes(UnsafeRawBufferPointer(copy), name: file.name) { $0.deallocate() }
  }
}
