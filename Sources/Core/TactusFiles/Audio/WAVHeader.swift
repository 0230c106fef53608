/// The header of a WAV or RF64 file, up to the first sample.
///
///     RIFF size WAVE [JUNK or ds64, 36 bytes] fmt␣ [fact] [smpl] [LIST INFO] data size …samples… [pad]
///
/// If the length is unknown and can be patched later, a JUNK chunk reserves space for `ds64`, so that the file can
/// become RF64 without moving samples. If it cannot be patched, the sizes of `RIFF` and `data` are 0xFFFFFFFF,
/// which readers interpret as "up to the end of the stream".
///
/// Sources: Microsoft, "Multiple channel audio data and WAVE files" (2007); EBU Tech 3306 v1.1 (2009).
struct WAVHeader {
  let description: AudioFileDescription
  /// Whether space for `ds64` is reserved even while it is not needed.
  let keepsPosition: Bool
  let sizeLimit: Int64

  /// Whether the format is WAVE_FORMAT_EXTENSIBLE, which Microsoft requires for more than two channels and for integers
  /// of more than 16 bits. Mono and stereo floats use WAVE_FORMAT_IEEE_FLOAT (1994), which more readers accept (sox
  /// 14.4.2 warns about extensible floats).
  private var isExtensible: Bool {
    description.channelCount > 2 || [.int24, .int32].contains(description.sampleFormat)
  }
  private var formatSize: Int64 { isExtensible ? 40 : description.sampleFormat.isFloat ? 18 : 16 }
  /// Whether there is a `fact` chunk with the number of frames, which every format except WAVE_FORMAT_PCM requires.
  private var hasFact: Bool { formatSize > 16 }

  /// Whether a number of frames is too large for a RIFF file.
  func needsRF64(_ frames: Int64) -> Bool { riffSize(frames) > sizeLimit }

  /// Returns the header for a known or unknown length; with `keepsPosition`, both headers have the same size.
  func bytes(frames: Int64?) -> [UInt8] {
    let isLong = frames.map(needsRF64) ?? false
    var header = HeaderBytes()
    header.tag(isLong ? "RF64" : "RIFF")
    header.little(isLong ? .max : size32(frames.map(riffSize)))
    header.tag("WAVE")
    if isLong, let frames { sizes64(frames, &header) } else if keepsPosition { junk(&header) }
    format(&header)
    if hasFact {
      header.tag("fact")
      header.little(UInt32(4))
      header.little(isLong ? .max : size32(frames))
    }
    if let loop = description.loop32 { sampler(loop, &header) }
    header.raw(description.metadata.waveChunk)
    header.tag("data")
    header.little(isLong ? .max : size32(frames.map(dataSize)))
    return header.bytes
  }

  private var metadataSize: Int64 { Int64(description.metadata.waveChunk.count) }
  private func dataSize(_ frames: Int64) -> Int64 { frames * Int64(description.bytesPerFrame) }

  /// Returns the RIFF size: the number of bytes after the first eight bytes of the file.
  private func riffSize(_ frames: Int64) -> Int64 {
    let data = dataSize(frames)
    let loop = description.loop32 == nil ? Int64(0) : 68
    return 4 + (keepsPosition ? 36 : 0) + 8 + formatSize + (hasFact ? 12 : 0) + loop + metadataSize + 8 + data + data
      % 2
  }

  private func sizes64(_ frames: Int64, _ header: inout HeaderBytes) {
    header.tag("ds64")
    header.little(UInt32(28))
    header.little(riffSize(frames))
    header.little(dataSize(frames))
    header.little(frames)
    header.little(UInt32(0))
  }

  private func junk(_ header: inout HeaderBytes) {
    header.tag("JUNK")
    header.little(UInt32(28))
    header.zeros(28)
  }

  private func format(_ header: inout HeaderBytes) {
    let sampleFormat = description.sampleFormat
    let code: UInt16 = sampleFormat.isFloat ? 3 : 1
    let bytesPerSecond = Int64(description.sampleRate) * Int64(description.bytesPerFrame)
    header.tag("fmt ")
    header.little(UInt32(formatSize))
    header.little(isExtensible ? 0xFFFE : code)
    header.little(UInt16(description.channelCount))
    header.little(UInt32(description.sampleRate))
    header.little(size32(bytesPerSecond))
    header.little(UInt16(description.bytesPerFrame))
    header.little(UInt16(sampleFormat.bitsPerSample))
    guard hasFact else { return }
    header.little(UInt16(formatSize - 18))
    guard isExtensible else { return }
    header.little(UInt16(sampleFormat.bitsPerSample))
    header.little(speakers)
    // KSDATAFORMAT_SUBTYPE_PCM or _IEEE_FLOAT: the format code, and the bytes that all subformats have in common.
    header.little(code)
    for byte: UInt8 in [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71] { header.little(byte) }
  }

  /// The channel mask: center for one channel, left and right for two; more channels are stems without speaker
  /// positions.
  private var speakers: UInt32 {
    switch description.channelCount {
    case 1: 4
    case 2: 3
    default: 0
    }
  }
}
