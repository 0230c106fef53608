import TactusRealtime

/// Converts planar float audio to the bytes of an audio file, block by block, without doing any input or output.
///
///     begin → header bytes
///     encode, encode, … → interleaved bytes
///     finish → last bytes, and patches to earlier bytes
///
/// The bytes depend on the samples, the description and the options, not on the division into blocks: `encode(a + b) =
/// encode(a) + encode(b)`. Integers are rounded half to even, after any dither, and saturate at full scale. Memory use
/// is constant.
/// - Thread: control
public struct AudioFileEncoder: Sendable {
  /// The properties of the file.
  public let description: AudioFileDescription
  /// The number of frames encoded so far.
  public private(set) var frameCount: Int64 = 0
  /// The peak, and the numbers of clipped and invalid samples so far.
  public private(set) var statistics = SampleStatistics()

  private let quantizer: SampleQuantizer
  private let riffSizeLimit: Int64
  private var endsWithPatch = false
  /// The quantized words of one piece of all channels; empty for two channels, which need no intermediate buffer.
  private var words: [UInt32]
  /// A buffer for samples whose invalid values have been replaced by zeros: one channel, or both if the file is stereo.
  private var repaired: [Float]

  /// Bytes that replace earlier ones.
  public struct Patch: Hashable, Sendable {
    /// The offset from the first byte of the file.
    public let offset: Int64
    /// The bytes.
    public let bytes: [UInt8]
  }

  /// The end of a file.
  public struct Ending: Hashable, Sendable {
    /// The bytes to append after the last sample, at most one.
    public let trailing: [UInt8]
    /// The patches; empty if the sink does not support patches, or if the length was known.
    public let patches: [Patch]
  }

  /// Creates an encoder; throws if no file can match the description.
  public init(_ description: AudioFileDescription, options: EncodingOptions = .init()) throws(AudioFileError) {
    try description.check()
    self.description = description
    quantizer = SampleQuantizer(description.sampleFormat, options)
    riffSizeLimit = options.riffSizeLimit
    let isPair = description.channelCount == 2
    words = Array(repeating: 0, count: isPair ? 0 : AudioFileLimits.piece * description.channelCount)
    repaired = Array(repeating: 0, count: AudioFileLimits.piece * (isPair ? 2 : 1))
  }

  /// Returns the header; call it once, before the first `encode`.
  ///
  /// If the length is known, the header is final. If it is unknown and the sink is seekable, `finish` returns a patch
  /// that sets it. If it is unknown and the sink is not seekable, the size fields are 0xFFFFFFFF in WAV and −1 in CAF,
  /// which stream readers understand. AIFF has no such value, so for AIFF this method throws an error.
  public mutating func begin(seekable: Bool) throws(AudioFileError) -> [UInt8] {
    endsWithPatch = seekable && description.frameCount == nil && description.format != .raw
    if description.format == .aiff, description.frameCount == nil, !seekable {
      throw .lengthMustBeKnown(format: .aiff)
    }
    return header(frames: description.frameCount)
  }

  /// Encodes the frames of a block and passes the bytes to `receive` in parts; each part is valid only during its call.
  ///
  /// The block has as many channels as the description. Throws ``AudioFileError/tooLong(format:maximumFrameCount:)``
  /// and ``AudioFileError/lengthBroken(promised:written:)`` before any frame of the block is encoded.
  public mutating func encode(
    _ block: AudioBlock, to receive: (UnsafeRawBufferPointer) -> Void
  ) throws(AudioFileError) {
    try admit(block)
    var done = 0
    while let (count, size) = piece(of: block, from: done) {
      withUnsafeTemporaryAllocation(byteCount: size + AudioFileLimits.pieceOverhang, alignment: 64) { room in
        guard let bytes = room.baseAddress else { return }
        encodePiece(block, from: done, count, into: bytes)
        receive(UnsafeRawBufferPointer(start: bytes, count: size))
      }
      done += count
    }
  }

  /// Returns the number of frames and bytes of the next piece of a block; nil if it is encoded.
  func piece(of block: AudioBlock, from done: Int) -> (count: Int, size: Int)? {
    guard done < block.frameCount else { return nil }
    let count = min(AudioFileLimits.piece, block.frameCount - done)
    return (count, count * description.bytesPerFrame)
  }

  /// Returns the end of the file; call it once, after the last `encode`. Throws if the declared length was not reached.
  public func finish() throws(AudioFileError) -> Ending {
    if let promised = description.frameCount, promised != frameCount {
      throw .lengthBroken(promised: promised, written: frameCount)
    }
    // RIFF and AIFF pad a chunk to an even size; the last chunk of a stream of unknown length needs no padding.
    let hasPad = [.wav, .aiff].contains(description.format) && (endsWithPatch || description.frameCount != nil)
    let isOdd = frameCount % 2 != 0 && description.bytesPerFrame % 2 != 0
    let patch = endsWithPatch ? [Patch(offset: 0, bytes: header(frames: frameCount))] : []
    return Ending(trailing: hasPad && isOdd ? [0] : [], patches: patch)
  }

  /// Throws if the file has no room for a block.
  func admit(_ block: AudioBlock) throws(AudioFileError) {
    precondition(block.channelCount == description.channelCount, "the block has another number of channels")
    let after = frameCount + Int64(block.frameCount)
    if let promised = description.frameCount, after > promised {
      throw .lengthBroken(promised: promised, written: after)
    }
    guard after <= description.maximumFrameCount else {
      throw .tooLong(format: description.format, maximumFrameCount: description.maximumFrameCount)
    }
  }

  private func header(frames: Int64?) -> [UInt8] {
    switch description.format {
    case .wav: wavHeader.bytes(frames: frames)
    case .aiff: AIFFHeader(description: description).bytes(frames: frames)
    case .caf: CAFHeader(description: description).bytes(frames: frames)
    case .raw, .flac, .ogg, .opus, .mp3: []
    }
  }

  private var wavHeader: WAVHeader {
    let short = WAVHeader(description: description, keepsPosition: false, sizeLimit: riffSizeLimit)
    let keepsPosition = description.frameCount.map(short.needsRF64) ?? endsWithPatch
    return WAVHeader(description: description, keepsPosition: keepsPosition, sizeLimit: riffSizeLimit)
  }

  mutating func encodePiece(
    _ block: AudioBlock, from first: Int, _ count: Int, into bytes: UnsafeMutableRawPointer
  ) {
    if block.channelCount == 2 {
      encodePair(UnsafePointer(block[0] + first), UnsafePointer(block[1] + first), count, into: bytes)
    } else {
      encodeChannels(block, from: first, count, into: bytes)
    }
    frameCount += Int64(count)
  }

  /// Encodes two channels in one pass; encodes corrected samples in a second pass if any were invalid.
  private mutating func encodePair(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, into bytes: UnsafeMutableRawPointer
  ) {
    let (size, isBig, frame) = (description.sampleFormat.bytesPerSample, description.format == .aiff, frameCount)
    let bits = quantizer.encode(left, right, count, frame: frame, size: size, bigEndian: isBig, into: bytes)
    if statistics.take(greatest: bits) { return }
    repaired.withUnsafeMutableBufferPointer { repaired in
      guard let ours = repaired.baseAddress else { return }
      let theirs = ours + AudioFileLimits.piece
      let isLeftValid = statistics.count(left, count, repaired: ours)
      let isRightValid = statistics.count(right, count, repaired: theirs)
      if isLeftValid && isRightValid { return }
      _ = quantizer.encode(
        isLeftValid ? left : UnsafePointer(ours), isRightValid ? right : UnsafePointer(theirs), count, frame: frame,
        size: size, bigEndian: isBig, into: bytes)
    }
  }

  private mutating func encodeChannels(
    _ block: AudioBlock, from first: Int, _ count: Int, into bytes: UnsafeMutableRawPointer
  ) {
    let stride = AudioFileLimits.piece
    words.withUnsafeMutableBufferPointer { words in
      repaired.withUnsafeMutableBufferPointer { repaired in
        guard let words = words.baseAddress, let repaired = repaired.baseAddress else { return }
        for channel in 0..<block.channelCount {
          let source = UnsafePointer(block[channel] + first)
          let isValid = statistics.count(source, count, repaired: repaired)
          quantizer.quantize(
            isValid ? source : UnsafePointer(repaired), count, channel: channel, frame: frameCount,
            into: words + channel * stride)
        }
        SamplePacker.pack(
          words, stride: stride, channelCount: block.channelCount, count: count,
          bytesPerSample: description.sampleFormat.bytesPerSample, bigEndian: description.format == .aiff, into: bytes)
      }
    }
  }
}
