import Synchronization
import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusSequencer
import TactusSynth
import TactusThreads

/// Bounces several songs with one bank, which is mapped and prepared once.
///
///     let batch = BounceBatch(bank: bank)
///     let results = batch.run(jobs, report: { index, result in print(index, result) })
///
/// Songs are rendered in parallel, one on each thread; if there are fewer songs than threads, each song uses several
/// threads. The output of a song depends neither on the other songs nor on the number of threads. A failed song does
/// not stop the others.
/// - Thread: any; `run` blocks its caller
public struct BounceBatch: Sendable {
  /// The bank for all songs.
  public var bank: SoundBank
  /// The settings for all songs.
  public var settings: BounceSettings
  /// The format of the files; its `threads` is the total number of threads.
  public var output: BounceOutput
  /// Returns the metadata of a song's file; if it returns nil, the output's metadata is used.
  public var metadata: @Sendable (MIDIFile) -> AudioFileMetadata? = { _ in nil }

  /// A song and its audio file.
  public struct Job: Sendable {
    /// Provides the song; called just before it is rendered.
    public var song: @Sendable () throws -> MIDIFile
    /// The audio file's path.
    public var path: String

    /// Creates a job from a loaded song.
    public init(_ song: MIDIFile, to path: String) { self.init(to: path) { song } }

    /// Creates a job whose song is read just before it is rendered.
    public init(to path: String, _ song: @escaping @Sendable () throws -> MIDIFile) {
      (self.song, self.path) = (song, path)
    }
  }

  /// The result of one song.
  public typealias Outcome = Result<BounceFileReport, any Error>

  /// Creates a batch with a bank.
  public init(
    bank: SoundBank, settings: BounceSettings = BounceSettings(), output: BounceOutput = BounceOutput()
  ) {
    (self.bank, self.settings, self.output) = (bank, settings, output)
  }

  /// Bounces all songs; blocks until all are done.
  ///
  /// - Parameters:
  ///   - jobs: the songs and their files.
  ///   - shouldContinue: called regularly for every song that is being rendered; returning false cancels that song and
  ///     all later ones.
  ///   - report: called with the index and the result of each song, one at a time, in the order in which they end.
  /// - Returns: the result of each song, in the order of the jobs.
  @discardableResult
  public func run(
    _ jobs: [Job], while shouldContinue: @escaping @Sendable () -> Bool = { true },
    report: @escaping @Sendable (Int, Outcome) -> Void = { _, _ in }
  ) -> [Outcome] {
    let outcomes = Mutex([Outcome](repeating: .failure(BounceError.cancelled), count: jobs.count))
    BounceQueue(threads: output.threads).run(jobs.count) {
      try queued(jobs[$0])
    } while: {
      shouldContinue()
    } report: { index, outcome in
      outcomes.withLock { $0[index] = outcome.result }
      report(index, outcome.result)
    }
    return outcomes.withLock { $0 }
  }

  private func queued(_ job: Job) throws -> BounceQueue.Job {
    let song = try job.song()
    let bouncer = try Bouncer(song, bank: bank, settings: settings, choice: .concatenated)
    var output = output
    if let own = metadata(song) { output.metadata = own }
    return BounceQueue.Job(bouncer, to: job.path, as: output)
  }
}
