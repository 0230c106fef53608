/// The positions of a bank's samples in the sample data, counted in frames of two bytes.
///
/// Samples with equal data share it: they can differ in loop, pitch and name. Only equal data is shared. A sample that
/// ends within another one would be followed by that one's frames instead of the 46 zeros that the format requires, and
/// one that starts within another would be preceded by frames, which players read for interpolation.
struct SampleLayout {
  /// The first frame of each sample.
  private(set) var starts: [Int] = []
  /// The indices of the samples whose data is written, ascending.
  private(set) var written: [Int] = []
  /// The length of the sample data, with guard frames.
  private(set) var count = 0

  init(_ samples: [SoundFontBuilder.Sample]) {
    starts.reserveCapacity(samples.count)
    var known: [SampleData: Int] = [:]
    var knownAddresses: [SampleAddress: Int] = [:]
    for (index, sample) in samples.enumerated() {
      let data = sample.isBlank ? nil : SampleData(sample)
      let address = SampleAddress(sample)
      if let data, let start = knownAddresses[address] ?? known[data] {
        knownAddresses[address] = start
        starts.append(start)
        continue
      }
      if let data { (known[data], knownAddresses[address]) = (count, count) }
      starts.append(count)
      written.append(index)
      count += sample.room
    }
  }
}

/// The data of a sample, by which equal data is found.
private struct SampleData: Hashable {
  let frames: [Int16]
  let lowBytes, stream: [UInt8]

  init(_ sample: SoundFontBuilder.Sample) {
    (frames, lowBytes, stream) = (sample.frames, sample.lowBytes, sample.stream)
  }

  /// Hashes the bytes at once; the hash of an array would hash each element.
  func hash(into hasher: inout Hasher) {
    frames.withUnsafeBytes { hasher.combine(bytes: $0) }
    lowBytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    stream.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(frames.count)
  }
}

/// The addresses of a sample's arrays. Samples of a bank that was read share memory where their headers have the same
/// frames. The addresses find such samples without hashing the frames for each header: a bank can have 65,536 headers of
/// one long sample.
private struct SampleAddress: Hashable {
  let frames, lowBytes, stream: UnsafeRawPointer?

  init(_ sample: SoundFontBuilder.Sample) {
    frames = sample.frames.withUnsafeBytes { $0.baseAddress }
    lowBytes = sample.lowBytes.withUnsafeBytes { $0.baseAddress }
    stream = sample.stream.withUnsafeBytes { $0.baseAddress }
  }
}

extension SoundFontBuilder.Sample {
  /// The number of frames (of two bytes) in the sample data, including guard frames.
  var room: Int {
    stream.isEmpty ? frameCount + SoundFontBuilder.guardFrames : (stream.count + 1) / 2
  }
}
