import Synchronization
import TactusFiles

/// The compressed samples that a bank's regions play; each is decoded once, when it is first requested.
///
/// - Thread: control; the audio thread reads only the slots
final class CompressedSamples: Sendable {
  /// A compressed stream: its file, its byte range and the name of its sample.
  private struct Entry: Sendable {
    let file: FileBytes
    let stream: Range<Int>
    let sample: String
  }

  private struct State {
    var isDecoded: [Bool]
    /// The number of frames that may still be decoded; see `SynthLimits.decodedFrames`.
    var budget: Int64
    /// Whether a sample has been rejected because the limit was used up.
    var isShort = false
    var memory: [UnsafeMutableBufferPointer<Int16>] = []
    var failures: [Int: SampleFailure] = [:]
  }

  private let entries: [Entry]
  /// For each font, the entry index of each sample, or −1 for an uncompressed sample; empty for a font without
  /// compressed samples.
  private let numbers: [[Int32]]
  private let destinations: Destinations
  let decoder: (any SampleDecoder)?
  private let state: Mutex<State>

  private struct Key: Hashable {
    let font: Int
    let stream: Range<Int>
  }

  /// Slots at fixed addresses, and a few frames of silence for samples that are not decoded.
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
      Array(repeating: Int32(-1), count: font.samples.contains { $0.stream != nil } ? font.samples.count : 0)
    }
    for draft in drafts {
      let (font, sample) = (Int(draft.font), Int(draft.sample))
      guard !numbers[font].isEmpty, numbers[font][sample] < 0 else { continue }
      let header = fonts[font].samples[sample]
      guard let stream = header.stream else { continue }
      let key = Key(font: font, stream: stream)
      let number = indices[key] ?? Int32(entries.count)
      (indices[key], numbers[font][sample]) = (number, number)
      guard Int(number) == entries.count else { continue }
      entries.append(Entry(file: fonts[font].file, stream: stream, sample: fonts[font].name(of: header)))
    }
    let bytes = entries.reduce(Int64(0)) { $0 + Int64($1.stream.count) }
    let whole = fonts.reduce(Int64(0)) { $0 + Int64($1.file.bytes.count) }
    self.entries = entries
    self.numbers = numbers
    self.decoder = decoder
    destinations = Destinations(count: entries.count)
    // Streams may overlap, so their total length is limited to the size of the files.
    let budget = SynthLimits.decodedFrames(compressedBytes: min(bytes, whole))
    state = Mutex(State(isDecoded: Array(repeating: false, count: entries.count), budget: budget))
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

  /// The number of compressed samples.
  var count: Int { entries.count }

  /// Returns the slot for a region's decoded sample, or nil if the sample is not compressed.
  func destination(of draft: RegionCompiler.Draft) -> UnsafePointer<DecodedSample>? {
    let numbers = numbers[Int(draft.font)]
    guard !numbers.isEmpty, numbers[Int(draft.sample)] >= 0 else { return nil }
    return UnsafePointer(destinations.base + Int(numbers[Int(draft.sample)]))
  }

  /// Returns the index of a slot.
  func index(of destination: UnsafePointer<DecodedSample>) -> Int { destination - UnsafePointer(destinations.base) }

  /// Decodes those of the given samples that are not decoded yet, and returns those that cannot be decoded.
  ///
  /// Which samples are decoded, and which fail, depends only on the order of the requests.
  func decode(
    _ wanted: some Sequence<Int>, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) throws(SampleDecoderMissing) -> [SampleFailure] {
    let wanted = Set(wanted).sorted()
    guard !wanted.isEmpty else { return [] }
    guard let decoder else { throw SampleDecoderMissing(file: entries[wanted[0]].file.name) }
    return state.withLock { state in
      let jobs = wanted.filter { !state.isDecoded[$0] }.map { admit($0, &state) }
      let results = Results(count: jobs.count)
      defer { results.outcomes.deallocate() }
      perform(jobs.count) { results.outcomes[$0] = self.run(jobs[$0], decoder) }
      for (index, job) in jobs.enumerated() { take(results.outcomes[index], of: job, &state) }
      return wanted.compactMap { state.failures[$0] }
    }
  }

  /// A stream to decode, with its declared length in frames or the reason why it is rejected.
  private struct Job: Sendable {
    let index: Int
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

  private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: entries[index].file.bytes[entries[index].stream])
  }

  /// Reads the length that a stream declares, before anything is decoded, and checks whether it is plausible.
  private func admit(_ index: Int, _ state: inout State) -> Job {
    guard let stream = OggStream(bytes(index)) else { return Job(index: index, room: .failure(.notOgg)) }
    let frames = stream.frameCount
    let most = SampleLimits.decodedFrames(streamBytes: entries[index].stream.count)
    guard frames > 0 else { return Job(index: index, room: .failure(.empty)) }
    guard frames <= most, frames <= state.budget else {
      if frames <= most { state.isShort = true }
      return Job(index: index, room: .failure(.tooLong(frames: frames)))
    }
    state.budget -= frames
    return Job(index: index, room: .success(Int(frames)))
  }

  private func run(_ job: Job, _ decoder: any SampleDecoder) -> Outcome {
    let room: Int
    switch job.room {
    case .success(let frames): room = frames
    case .failure(let error): return .failure(error)
    }
    let frames = UnsafeMutableBufferPointer<Int16>.allocate(capacity: room)
    do throws(SampleDecodingError) {
      let count = try decoder.decode(bytes(job.index), into: frames)
      guard count > 0 else { throw .empty }
      return .success(UnsafeMutableBufferPointer(rebasing: frames[..<min(count, room)]))
    } catch {
      frames.deallocate()
      return .failure(error)
    }
  }

  private func take(_ outcome: Outcome, of job: Job, _ state: inout State) {
    state.isDecoded[job.index] = true
    switch outcome {
    case .success(let frames):
      state.memory.append(frames)
      if let base = frames.baseAddress { DecodedSample.publish(base, frames.count, at: destinations.base + job.index) }
    case .failure(let error):
      let entry = entries[job.index]
      state.failures[job.index] = SampleFailure(
        file: entry.file.name, sample: entry.sample, offset: entry.stream.lowerBound, reason: error)
      DecodedSample.publish(destinations.silence, 0, at: destinations.base + job.index)
    }
  }
}
