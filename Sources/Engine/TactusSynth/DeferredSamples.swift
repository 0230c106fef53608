import TactusFiles
import TactusRealtime

/// The samples of a bank's regions that become playable when they are first requested: compressed samples, which are
/// then decoded, waves of DLS banks that do not consist of 16-bit frames, which are then converted, and generated
/// samples.
///
/// - Thread: control; the audio thread reads only the slots
final class DeferredSamples: Sendable {
  /// A compressed stream, or frames to convert: the file, the byte range and the name of the sample.
  private struct Stream: Sendable {
    let file: FileBytes
    let range: Range<Int>
    let sample: String
    /// The format of frames to convert; nil for a compressed stream.
    let packing: PackedFrames?

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file.bytes[range]) }
  }

  /// A generated sample: its generator, its index in the font and its frames in the font's pool.
  private struct Generated: Sendable {
    let generator: any SampleGenerator
    let sample: Int
    let pool: SamplePool
    let frames: Range<Int>
  }

  private enum Entry: Sendable {
    case compressed(Stream)
    case generated(Generated)
  }

  private struct State {
    var isReady: [Bool]
    /// The number of frames that may still be decoded; see `SynthLimits.decodedFrames`.
    var budget: Int64
    /// The number of bytes of streams that may still be read; see `SampleLimits.streamBytes`.
    var bytesLeft: Int64
    /// Whether a sample has been rejected because the limit was used up.
    var isShort = false
    var memory: [UnsafeMutableBufferPointer<Int16>] = []
    var failures: [Int: SampleFailure] = [:]
  }

  private let entries: [Entry]
  /// For each font, the entry index of each sample, −1 for a sample that needs no preparation. The list of a font is
  /// empty if none of its samples needs preparation.
  private let numbers: [[Int32]]
  private let destinations: Destinations
  /// Whether any sample is compressed.
  let hasStreams: Bool
  private let hasGenerated: Bool
  let decoder: (any SampleDecoder)?
  private let state: Guarded<State>

  /// Streams that several samples share are decoded once.
  private struct Key: Hashable {
    let font: Int
    let stream: Range<Int>
  }

  /// Slots at fixed addresses, and a few frames of silence for samples that cannot be decoded.
  private struct Destinations: @unchecked Sendable {  // each is written once, under the lock, and published by its flag
    let base: UnsafeMutablePointer<DecodedSample>
    let silence: UnsafeMutablePointer<Int16>

    init(count: Int) {
      silence = .allocate(capacity: 8)
      silence.initialize(repeating: 0, count: 8)
      base = .allocate(capacity: max(1, count))
      base.initialize(repeating: DecodedSample(silence: silence), count: count)
    }
  }

  init(_ drafts: [RegionCompiler.Draft], _ fonts: [SoundFont], _ decoder: (any SampleDecoder)?) {
    var entries: [Entry] = []
    var indices: [Key: Int32] = [:]
    var numbers = fonts.map { font in
      let isDeferred = font.generator != nil || font.samples.contains { $0.stream != nil }
      return Array(repeating: Int32(-1), count: isDeferred ? font.samples.count : 0)
    }
    var streamBytes: Int64 = 0
    for draft in drafts {
      let (font, sample) = (Int(draft.font), Int(draft.sample))
      guard !numbers[font].isEmpty, numbers[font][sample] < 0 else { continue }
      let header = fonts[font].samples[sample]
      if let stream = header.stream {
        let key = Key(font: font, stream: stream)
        let number = indices[key] ?? Int32(entries.count)
        (indices[key], numbers[font][sample]) = (number, number)
        guard Int(number) == entries.count else { continue }
        streamBytes += Int64(stream.count)
        let name = fonts[font].name(of: header)
        entries.append(
          .compressed(Stream(file: fonts[font].file, range: stream, sample: name, packing: header.packing)))
      } else if let generator = fonts[font].generator {
        numbers[font][sample] = Int32(entries.count)
        let pool = fonts[font].pool
        entries.append(
          .generated(Generated(generator: generator, sample: sample, pool: pool, frames: header.frames)))
      }
    }
    let fileBytes = fonts.reduce(Int64(0)) { $0 + Int64($1.file.bytes.count) }
    self.entries = entries
    self.numbers = numbers
    self.decoder = decoder
    hasStreams = streamBytes > 0
    hasGenerated = fonts.contains { $0.generator != nil }
    destinations = Destinations(count: entries.count)
    // Streams may overlap, so their total length is limited to the size of the files.
    let budget = SynthLimits.decodedFrames(compressedBytes: min(streamBytes, fileBytes))
    state = Guarded(
      State(
        isReady: Array(repeating: false, count: entries.count), budget: budget,
        bytesLeft: SampleLimits.streamBytes(fileBytes: fileBytes)))
  }

  deinit {
    state.withLock { $0.memory.forEach { $0.deallocate() } }
    destinations.base.deallocate()
    destinations.silence.deallocate()
  }

  /// Whether samples have been rejected because the limit was used up.
  ///
  /// The order of the requests determines which samples are rejected.
  var isShort: Bool { state.withLock { $0.isShort } }

  /// The number of samples.
  var count: Int { entries.count }

  /// Whether all samples are ready.
  var isComplete: Bool { state.withLock { !$0.isReady.contains(false) } }

  /// Returns the slot for a region's sample, or nil if the sample needs no preparation.
  func destination(of draft: RegionCompiler.Draft) -> UnsafePointer<DecodedSample>? {
    let numbers = numbers[Int(draft.font)]
    guard !numbers.isEmpty, numbers[Int(draft.sample)] >= 0 else { return nil }
    return UnsafePointer(destinations.base + Int(numbers[Int(draft.sample)]))
  }

  /// Returns the index of a slot.
  func index(of destination: UnsafePointer<DecodedSample>) -> Int { destination - UnsafePointer(destinations.base) }

  /// Generates and decodes those of the given samples that are not ready yet, and returns those that cannot be decoded.
  ///
  /// Which samples are decoded, and which fail, depends only on the order of the requests.
  func prepare(
    _ wanted: some Sequence<Int>, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) throws(SampleDecoderMissing) -> [SampleFailure] {
    let wanted = Set(wanted).sorted()
    if hasGenerated { generate(wanted, perform: perform) }
    guard hasStreams else { return [] }
    let streams = wanted.compactMap { index in stream(index).map { (index: index, stream: $0) } }
    guard !streams.isEmpty else { return [] }
    let compressed = streams.first { $0.stream.packing == nil }
    if decoder == nil, let compressed { throw SampleDecoderMissing(file: compressed.stream.file.name) }
    return state.withLock { state in
      let jobs = streams.filter { !state.isReady[$0.index] }
        .map { Job(index: $0.index, stream: $0.stream, room: Self.room(for: $0.stream, &state)) }
      let results = Results(count: jobs.count)
      defer { results.outcomes.deallocate() }
      perform(jobs.count) { results.outcomes[$0] = Self.run(jobs[$0], decoder) }
      for (index, job) in jobs.enumerated() { take(results.outcomes[index], of: job, &state) }
      return streams.compactMap { state.failures[$0.index] }
    }
  }

  /// Generates all generated samples.
  func generateAll() {
    if hasGenerated { generate(Array(0..<count), perform: SoundBank.oneAfterTheOther) }
  }

  private func stream(_ index: Int) -> Stream? {
    if case .compressed(let stream) = entries[index] { stream } else { nil }
  }

  /// Generates samples. Other threads may prepare other samples meanwhile.
  private func generate(_ wanted: [Int], perform: (Int, @Sendable (Int) -> Void) -> Void) {
    let missing = state.withLock { state in wanted.filter { !state.isReady[$0] } }
    let jobs: [(index: Int, sample: Generated)] = missing.compactMap {
      if case .generated(let sample) = entries[$0] { ($0, sample) } else { nil }
    }
    guard !jobs.isEmpty else { return }
    perform(jobs.count) { jobs[$0].sample.generator.generate(sample: jobs[$0].sample.sample) }
    state.withLock { state in
      for (index, sample) in jobs where !state.isReady[index] {
        state.isReady[index] = true
        DecodedSample.publish(
          sample.pool.frames + sample.frames.lowerBound, sample.frames.count, at: destinations.base + index)
      }
    }
  }

  /// A stream to decode, with its declared length in frames or the reason why it is rejected.
  private struct Job: Sendable {
    let index: Int
    let stream: Stream
    let room: Result<Int, SampleDecodingError>
  }

  private typealias Outcome = Result<UnsafeMutableBufferPointer<Int16>, SampleDecodingError>

  private struct Results: @unchecked Sendable {  // each item is written by one worker, read after the join
    let outcomes: UnsafeMutableBufferPointer<Outcome>

    init(count: Int) {
      outcomes = .allocate(capacity: max(1, count))
      outcomes.initialize(repeating: .failure(.empty))
    }
  }

  /// Reads the length that a stream declares, before anything is decoded, and checks whether it is plausible.
  private static func room(for stream: Stream, _ state: inout State) -> Result<Int, SampleDecodingError> {
    if let packing = stream.packing { return .success(packing.frameCount(of: stream.range)) }
    guard stream.range.count <= state.bytesLeft else {
      state.isShort = true
      return .failure(.overlapping)
    }
    state.bytesLeft -= Int64(stream.range.count)
    guard let frames = OggStream(stream.bytes)?.frameCount else { return .failure(.notOgg) }
    let most = SampleLimits.decodedFrames(streamBytes: stream.range.count)
    guard frames > 0 else { return .failure(.empty) }
    guard frames <= most, frames <= state.budget else {
      if frames <= most { state.isShort = true }
      return .failure(.tooLong(frames: frames))
    }
    state.budget -= frames
    return .success(Int(frames))
  }

  private static func run(_ job: Job, _ decoder: (any SampleDecoder)?) -> Outcome {
    let room: Int
    switch job.room {
    case .success(let frames): room = frames
    case .failure(let error): return .failure(error)
    }
    let frames = UnsafeMutableBufferPointer<Int16>.allocate(capacity: room)
    do throws(SampleDecodingError) {
      let count = try decode(job.stream, decoder, into: frames)
      guard count > 0 else { throw .empty }
      return .success(UnsafeMutableBufferPointer(rebasing: frames[..<min(count, room)]))
    } catch {
      frames.deallocate()
      return .failure(error)
    }
  }

  private static func decode(
    _ stream: Stream, _ decoder: (any SampleDecoder)?, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int {
    if let packing = stream.packing { return packing.unpack(stream.bytes, into: frames) }
    guard let decoder else { throw .unreadable }
    return try decoder.decode(stream.bytes, into: frames)
  }

  private func take(_ outcome: Outcome, of job: Job, _ state: inout State) {
    state.isReady[job.index] = true
    switch outcome {
    case .success(let frames):
      state.memory.append(frames)
      if let base = frames.baseAddress { DecodedSample.publish(base, frames.count, at: destinations.base + job.index) }
    case .failure(let error):
      state.failures[job.index] = SampleFailure(
        file: job.stream.file.name, sample: job.stream.sample, offset: job.stream.range.lowerBound, reason: error)
      DecodedSample.publish(destinations.silence, 0, at: destinations.base + job.index)
    }
  }
}
