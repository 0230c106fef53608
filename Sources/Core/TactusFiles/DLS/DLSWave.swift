/// A wave of the wave pool: its format and the position of its data.
struct DLSWave {
  /// The list, whose offset identifies the wave in messages.
  var list: Chunk
  var sampleRate = 0
  /// The bytes of the data.
  var data = 0..<0
  /// The format of the data; nil if it is not PCM.
  var packing: PackedFrames?
  /// The wave's own playback parameters, which those of a region override.
  var playback: DLSPlayback?

  /// The number of frames.
  var frameCount: Int { packing.map { $0.frameCount(of: data) } ?? 0 }
}

/// The playback parameters of a wave or region (`wsmp`).
struct DLSPlayback {
  var unityNote: UInt16
  /// The tuning in cents.
  var fineTune: Int16
  /// The gain in 0.1 dB, as 16.16 fixed point.
  var gain: Int32
  var loop: Loop?

  struct Loop {
    /// Whether the loop is left when the key is released.
    var endsAtRelease: Bool
    var start, length: UInt32
  }

  /// Reads the structure and its first loop; nil if it is too short.
  init?(_ reader: ByteReader) {
    var reader = reader
    let start = reader.offset
    guard let size = reader.u32le(), let note = reader.u16le(), let tune = reader.u16le(), let gain = reader.u32le(),
      reader.u32le() != nil, let loops = reader.u32le()
    else { return nil }
    (unityNote, fineTune, self.gain) = (note, Int16(bitPattern: tune), Int32(bitPattern: gain))
    guard loops > 0 else { return }
    reader.seek(to: start + Int(clamping: max(20, min(size, 1 << 20))))
    guard reader.u32le() != nil, let type = reader.u32le(), let first = reader.u32le(), let length = reader.u32le()
    else { return }
    if length > 0 { loop = Loop(endsAtRelease: type == 1, start: first, length: length) }
  }
}

/// The pool table (`ptbl`): the offset of each wave from the start of the wave pool.
struct DLSPoolTable {
  let cues: Range<Int>
  let count: Int

  init?(_ reader: ByteReader) {
    var reader = reader
    let start = reader.offset
    guard let size = reader.u32le(), let count = reader.u32le() else { return nil }
    reader.seek(to: start + Int(clamping: max(8, min(size, 1 << 20))))
    cues = reader.offset..<reader.end
    self.count = min(Int(clamping: count), cues.count / 4)
  }

  func offset(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    guard index < count else { return nil }
    var reader = ByteReader(bytes, range: cues)
    reader.skip(4 * index)
    return reader.u32le().map { Int(clamping: $0) }
  }
}

/// A wave with the loop of a region: each combination is one sample.
struct DLSSampleKey: Hashable {
  var wave: Int
  var loopStart, loopLength: UInt32
}
