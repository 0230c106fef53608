extension DLSReader {
  /// Reads the formats of all waves; their data stays in the file.
  mutating func readWaves(_ pool: Chunk) {
    let start = min(pool.body.lowerBound + 4, pool.body.upperBound)
    for list in chunks(of: pool) {
      // Some writers name the lists of waves "WAVE".
      guard list.tag == "LIST", let form = form(of: list), form == "wave" || form == "WAVE" else {
        parts.diagnostics.add(.unknownChunk, list.tag, at: list.offset)
        continue
      }
      waveIndices[list.offset - start] = waves.count
      waves.append(wave(list))
    }
  }

  private mutating func wave(_ list: Chunk) -> DLSWave {
    var wave = DLSWave(list: list)
    var format: Chunk?
    for chunk in chunks(of: list) {
      switch chunk.tag {
      case "fmt ": format = chunk
      case "data": if wave.data.isEmpty { wave.data = chunk.body }
      case "wsmp": wave.playback = playback(chunk)
      case "LIST": if form(of: chunk) == "INFO" { readName(chunk, of: list) }
      default: break
      }
    }
    if let format { read(format, into: &wave) }
    if wave.packing == nil {
      parts.diagnostics.add(.waveUnreadable, "wave", record: waves.count, at: list.offset)
    } else if wave.frameCount == 0 {
      parts.diagnostics.add(.sampleEmpty, "wave", record: waves.count, at: list.offset)
    }
    return wave
  }

  private mutating func read(_ chunk: Chunk, into wave: inout DLSWave) {
    var reader = ByteReader(file.bytes, range: chunk.body)
    guard var tag = reader.u16le(), let channels = reader.u16le(), let rate = reader.u32le(), reader.u32le() != nil,
      reader.u16le() != nil, let bits = reader.u16le()
    else { return }
    if tag == 0xFFFE {  // WAVE_FORMAT_EXTENSIBLE: the format is the first field of an identifier
      reader.skip(8)
      tag = reader.u16le() ?? 0
    }
    wave.sampleRate = Int(clamping: rate)
    guard tag == 1, (1...8).contains(channels), [8, 16, 24, 32].contains(bits) else { return }
    wave.packing = PackedFrames(bytesPerPoint: UInt8(bits / 8), channels: UInt8(channels))
    if channels > 1 { parts.diagnostics.add(.waveMixed, "fmt ", record: waves.count, at: chunk.offset) }
  }

  /// Reads playback parameters; a chunk that is too short is reported.
  mutating func playback(_ chunk: Chunk) -> DLSPlayback? {
    let playback = DLSPlayback(ByteReader(file.bytes, range: chunk.body))
    if playback == nil { parts.diagnostics.add(.recordCut, chunk.tag, at: chunk.offset) }
    return playback
  }

  mutating func readPoolTable(_ table: Chunk?, of pool: Chunk) {
    cues = table.flatMap { DLSPoolTable(ByteReader(file.bytes, range: $0.body)) }
    // offsets that point to no wave have been counted from elsewhere
    if let table = cues, table.count > 0, !(0..<table.count).contains(where: { wave(ofCue: $0) != nil }) { cues = nil }
    if cues == nil { parts.diagnostics.add(.poolTableMissing, "ptbl", at: table?.offset ?? pool.offset) }
  }

  /// Returns the index of the wave to which a region's link refers; nil if there is none.
  func wave(ofCue cue: Int) -> Int? {
    guard let cues else { return waves.indices.contains(cue) ? cue : nil }
    return cues.offset(cue, file.bytes).flatMap { waveIndices[$0] }
  }

  /// Returns the index of the sample that plays a wave with a loop.
  mutating func sample(_ wave: Int, _ playback: DLSPlayback?) -> Int {
    let loop = playback?.loop
    let key = DLSSampleKey(wave: wave, loopStart: loop?.start ?? 0, loopLength: loop?.length ?? 0)
    if let known = sampleIndices[key] { return known }
    let index = parts.samples.count
    sampleIndices[key] = index
    parts.samples.append(header(waves[wave], playback))
    return index
  }

  private mutating func header(_ wave: DLSWave, _ playback: DLSPlayback?) -> SoundFont.SampleHeader {
    var sample = SoundFont.SampleHeader(
      loop: nil, originalKey: UInt8(clamping: playback?.unityNote ?? 60), correction: 0, link: 0, type: 1,
      sampleRate: wave.sampleRate, recordOffset: wave.list.offset, fault: nil)
    let practical = SoundFont.SampleHeader.practicalSampleRates
    if !practical.contains(sample.sampleRate) {
      parts.diagnostics.add(.rateMended, "fmt ", at: wave.list.offset)
      let clamped = min(max(sample.sampleRate, practical.lowerBound), practical.upperBound)
      sample.sampleRate = sample.sampleRate == 0 ? 44_100 : clamped
    }
    guard let packing = wave.packing else {
      sample.fault = .unreadable
      return sample
    }
    let count = wave.frameCount
    guard count > 0 else {
      sample.fault = .empty
      return sample
    }
    let isDirect = packing.isPlain && wave.data.lowerBound % 2 == 0 && parts.pool.frameCount > 0
    if isDirect {
      sample.frames = wave.data.lowerBound / 2..<wave.data.lowerBound / 2 + count
    } else {
      sample.packing = packing
      sample.stream = wave.data
    }
    if let loop = playback?.loop {
      let (start, length) = (Int(clamping: loop.start), Int(clamping: loop.length))
      let from = min(start, count)
      let to = from + min(length, count - from)
      if start > count || to - from != length { parts.diagnostics.add(.loopMended, "wsmp", at: wave.list.offset) }
      if to > from { sample.loop = sample.start + from..<sample.start + to }
    }
    return sample
  }
}

extension SamplePool {
  /// The whole file as a pool of frames, in which 16-bit waves are played without a copy; empty if that is impossible,
  /// because the file is at an odd address or the machine has another byte order.
  init(wholeFile file: FileBytes) {
    self = .empty
    #if _endian(little)
      guard let base = file.bytes.baseAddress, Int(bitPattern: base) % MemoryLayout<Int16>.alignment == 0 else {
        return
      }
      self.init(
        frames: base.assumingMemoryBound(to: Int16.self), frameCount: file.bytes.count / 2, lowBytes: nil, copy: nil)
    #endif
  }
}
