import CTactusShims
import TactusFiles

// Compressed samples (SF3) are decoded on the control side, before they are played; the audio thread never decodes. A
// bounce does so by itself, for what its song plays. A program that plays live prepares what may be played.

extension SoundBank {
  /// Runs pieces of work, on several threads or on one: calls its second argument once for each number below the first,
  /// and returns when all are done.
  public typealias Work = (Int, @Sendable (Int) -> Void) -> Void

  /// Whether any preset plays compressed samples.
  public var hasCompressedSamples: Bool { streams.count > 0 }

  /// Whether compressed samples have been refused because others had used up the room that a bank's samples get, which
  /// happens to banks that claim absurd lengths only.
  package var isShortOfRoom: Bool { streams.isShort }

  /// Makes one preset ready to be played live on all its keys: reads its samples in and decodes those that are compressed;
  /// does nothing where that is done.
  ///
  /// May be called while the bank sounds: notes that begin later have their samples, those that began before were left
  /// out and counted in ``SynthCounters/undecodedVoices``. Only while several threads render one synthesizer it may not:
  /// they would decide differently whether a note has its sample.
  /// - Parameter program: 0…127; a preset that the bank does not have needs nothing.
  /// - Returns: those of its samples that cannot be decoded.
  /// - Throws: ``SampleDecoderMissing``.
  /// - Thread: control
  @discardableResult
  public func prepare(bank: Int, program: Int) throws(SampleDecoderMissing) -> [SampleFailure] {
    let presets = UnsafeBufferPointer(start: tables.presets.entries, count: Int(tables.presets.count))
    // One preset at most has an address.
    guard let entry = presets.first(where: { Int($0.address) / 128 == bank && Int($0.address) % 128 == program }) else {
      return []
    }
    let numbers = Int(entry.firstRegion)..<Int(entry.firstRegion + entry.regionCount)
    if readInPresets.withLock({ $0.insert(entry.address).inserted }) { readIn(regions: numbers) }
    return try decode(regions: numbers)
  }

  /// Reads in what these regions play and lies in mapped files.
  package func readIn(regions numbers: some Sequence<Int>) {
    // Many zones play one sample.
    var done: [UnsafeRawPointer: Int] = [:]
    for number in numbers where regions.base[number].decoded == nil {
      let region = regions.base[number]
      let start = Int(min(max(0, region.start), region.poolLength))
      let count = Int(min(max(0, region.end), region.poolLength)) - start
      guard count > done[region.pool + start * 2, default: 0] else { continue }
      done[region.pool + start * 2] = count
      tactus_read_in(region.pool + start * 2, count * 2)
      if let lowBytes = region.lowBytes { tactus_read_in(lowBytes + start, count) }
    }
  }

  /// Reads all samples in and decodes every compressed one.
  ///
  /// - Parameter work: who runs the parts that can run at the same time; by default one after the other.
  /// - Returns: those that cannot be.
  /// - Throws: ``SampleDecoderMissing``.
  /// - Thread: control
  @discardableResult
  public func prepareAll(work: Work = SoundBank.oneAfterTheOther) throws(SampleDecoderMissing) -> [SampleFailure] {
    readIn(regions: 0..<regions.count)
    return try streams.decode(0..<streams.count, perform: work)
  }

  /// Decodes the samples of these regions.
  package func decode(
    regions numbers: some Sequence<Int>, work: Work = SoundBank.oneAfterTheOther
  ) throws(SampleDecoderMissing) -> [SampleFailure] {
    try streams.decode(numbers.lazy.compactMap { self.regions.base[$0].decoded.map(self.streams.index) }, perform: work)
  }

  /// Work on the calling thread.
  public static func oneAfterTheOther(_ count: Int, _ body: @Sendable (Int) -> Void) {
    for item in 0..<max(0, count) { body(item) }
  }
}
