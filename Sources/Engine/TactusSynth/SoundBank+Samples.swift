import CTactusShims
import TactusFiles
import TactusRealtime

// Compressed samples (SF3) are decoded, and generated ones generated, on the control side before they are played; the
// audio thread does neither. A bounce prepares the samples of its song automatically. A program that plays live must
// prepare the presets it may play.

extension SoundBank {
  /// A function that runs work items on one or several threads: it calls its second argument once for each number below
  /// its first argument, and returns when all calls have returned.
  public typealias Work = (Int, @Sendable (Int) -> Void) -> Void

  /// Whether any preset plays compressed samples.
  public var hasCompressedSamples: Bool { deferred.hasStreams }

  /// Whether the samples that a song plays must be prepared: compressed samples, whose failures are reported for each
  /// song, or samples that are not generated yet.
  package var needsPreparation: Bool { deferred.hasStreams || !deferred.isComplete }

  /// Whether compressed samples have been rejected because the bank's decoding limit was used up. This happens only to
  /// banks that declare absurd lengths.
  package var isShortOfRoom: Bool { deferred.isShort }

  /// Prepares one preset for live playing on all keys: reads its samples, decodes compressed ones and generates those
  /// of the built-in bank. A preset that is already prepared costs nothing.
  ///
  /// It may be called while the bank sounds. Voices that needed a sample before it was prepared have been omitted and
  /// counted in ``SynthCounters/undecodedVoices``; later voices sound. Do not call it while several threads
  /// render one synthesizer: they could decide differently whether a note's sample is available.
  /// - Parameters:
  ///   - bank: the preset's bank number.
  ///   - program: 0…127; a preset that the bank does not have is ignored.
  /// - Returns: the samples that cannot be decoded.
  /// - Throws: ``SampleDecoderMissing``.
  /// - Thread: control
  @discardableResult
  public func prepare(bank: Int, program: Int) throws(SampleDecoderMissing) -> [SampleFailure] {
    let presets = UnsafeBufferPointer(start: tables.presets.entries, count: Int(tables.presets.count))
    // At most one preset has this address.
    guard let entry = presets.first(where: { Int($0.address) / 128 == bank && Int($0.address) % 128 == program }) else {
      return []
    }
    let numbers = Int(entry.firstRegion)..<Int(entry.firstRegion + entry.regionCount)
    if readInPresets.withLock({ $0.insert(entry.address).inserted }) { readIn(regions: numbers) }
    return try prepareSamples(ofRegions: numbers)
  }

  /// Reads the samples of these regions from their mapped files into memory.
  package func readIn(regions numbers: some Sequence<Int>) {
    for memory in sampleMemory(ofRegions: numbers) { ctactus_read_in(memory.baseAddress, memory.count) }
  }

  /// Returns the memory of the samples of these regions, ascending and without overlaps; samples that are decoded or
  /// generated are left out. Many zones share one sample, and in a damaged bank 65,536 long samples can overlap.
  package func sampleMemory(ofRegions numbers: some Sequence<Int>) -> [UnsafeRawBufferPointer] {
    var ranges: [Range<UInt>] = []
    func add(_ start: UnsafeRawPointer, _ count: Int) {
      let address = UInt(bitPattern: start)
      ranges.append(address..<address + UInt(count))
    }
    for number in numbers where regions.base[number].decoded == nil {
      let region = regions.base[number]
      let start = Int(min(max(0, region.start), region.poolLength))
      let count = Int(min(max(0, region.end), region.poolLength)) - start
      guard count > 0 else { continue }
      add(region.pool + start * 2, count * 2)
      if let lowBytes = region.lowBytes { add(lowBytes + start, count) }
    }
    return Self.merged(ranges).map {
      UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: $0.lowerBound), count: $0.count)
    }
  }

  /// Returns ranges in ascending order, with those that overlap or touch joined.
  private static func merged(_ ranges: [Range<UInt>]) -> [Range<UInt>] {
    var result: [Range<UInt>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Reads all samples into memory, decodes every compressed one and generates every missing one.
  ///
  /// - Parameter work: runs the work items, by default one after the other.
  /// - Returns: the samples that cannot be decoded.
  /// - Throws: ``SampleDecoderMissing``.
  /// - Thread: control
  @discardableResult
  public func prepareAll(work: Work = SoundBank.oneAfterTheOther) throws(SampleDecoderMissing) -> [SampleFailure] {
    readIn(regions: 0..<regions.count)
    return try deferred.prepare(0..<deferred.count, perform: work)
  }

  /// Generates all samples that are not read from a file. Live playing needs them, whatever preset is selected next.
  func generateSamples() { deferred.generateAll() }

  /// Decodes or generates the samples of these regions.
  package func prepareSamples(
    ofRegions numbers: some Sequence<Int>, work: Work = SoundBank.oneAfterTheOther
  ) throws(SampleDecoderMissing) -> [SampleFailure] {
    try deferred.prepare(
      numbers.lazy.compactMap { self.regions.base[$0].decoded.map(self.deferred.index) }, perform: work)
  }

  /// Runs all work items on the calling thread.
  public static func oneAfterTheOther(_ count: Int, _ body: @Sendable (Int) -> Void) {
    for item in 0..<max(0, count) { body(item) }
  }
}
