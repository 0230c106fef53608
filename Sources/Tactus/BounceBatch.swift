import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusSequencer
import TactusSynth
import TactusThreads

/// Several songs bounced with one bank, which is mapped and prepared once.
///
///     let batch = BounceBatch(bank: bank)
///     let results = batch.run(jobs) { index, result in print(index, result); return true }
///
/// Songs are rendered side by side, one on each thread; of few songs each has several. What a song becomes
/// does not depend on the others, nor on the number of threads. One that fails does not stop the others.
/// - Thread: any; `run` blocks its caller
public struct BounceBatch: Sendable {
  /// The bank for all.
  public var bank: SoundBank
  /// The settings for all.
  public var settings: BounceSettings
  /// How the files are written; its `threads` is the number of threads for all together.
  public var output: BounceOutput
  /// What a song's file says about itself; the output's metadata where it answers nil.
  public var metadata: @Sendable (MIDIFile) -> AudioFileMetadata? = { _ in nil }

  /// A song and the file that it becomes.
  public struct Job: Sendable {
    /// Where the song comes from: read when its turn comes.
    public var song: @Sendable () throws -> MIDIFile
    /// The audio file's path.
    public var path: String

    /// A song that is there already.
    public init(_ song: MIDIFile, to path: String) { self.init(to: path) { song } }

    /// A song that is read when its turn comes.
    public init(to path: String, _ song: @escaping @Sendable () throws -> MIDIFile) {
      (self.song, self.path) = (song, path)
    }
  }

  /// What came of one song.
  public typealias Outcome = Result<BounceFileReport, any Error>

  /// A batch with a bank.
  public init(
    bank: SoundBank, settings: BounceSettings = BounceSettings(), output: BounceOutput = BounceOutput()
  ) {
    (self.bank, self.settings, self.output) = (bank, settings, output)
  }

  /// Bounces all songs; blocks until all are done.
  ///
  /// - Parameters:
  ///   - goesOn: asked now and then by every song that is rendered; false cancels it and all that follow.
  ///   - told: told what came of a song, one at a time, in the order in which they end.
  /// - Returns: what came of each, in the order of the jobs.
  @discardableResult
  public func run(
    _ jobs: [Job], while goesOn: @escaping @Sendable () -> Bool = { true },
    told: @escaping @Sendable (Int, Outcome) -> Void = { _, _ in }
  ) -> [Outcome] {
    let threads = output.threads > 0 ? output.threads : Processors.available
    let width = max(1, min(threads, jobs.count))
    // One song after the other goes to whoever is free: long and short ones even out.
    return WorkerPool(width: width).results(jobs.count) { index in
      Outcome { try bounce(jobs[index], threads: max(1, threads / width), goesOn) }
    } told: {
      told($0, $1)
    }
  }

  private func bounce(_ job: Job, threads: Int, _ goesOn: @Sendable () -> Bool) throws -> BounceFileReport {
    guard goesOn() else { throw BounceError.cancelled }
    let song = try job.song()
    let bouncer = try Bouncer(song, bank: bank, settings: settings, choice: .concatenated)
    var output = output
    if let own = metadata(song) { output.metadata = own }
    output.threads = threads
    return try bouncer.write(to: job.path, as: output) { _ in goesOn() }
  }
}
