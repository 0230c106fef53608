import Synchronization
import TactusEngine
import TactusFileAccess
import TactusFiles
import TactusSequencer
import TactusSynth
import TactusThreads

/// Several songs bounced with one bank, which is mapped and prepared once.
///
///     let batch = BounceBatch(bank: bank)
///     let results = batch.run(jobs, told: { index, result in print(index, result) })
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
  ///   - jobs: the songs and their files.
  ///   - shouldContinue: asked now and then by every song that is rendered; false cancels it and all that follow.
  ///   - told: told what came of a song, one at a time, in the order in which they end.
  /// - Returns: what came of each, in the order of the jobs.
  @discardableResult
  public func run(
    _ jobs: [Job], while shouldContinue: @escaping @Sendable () -> Bool = { true },
    told: @escaping @Sendable (Int, Outcome) -> Void = { _, _ in }
  ) -> [Outcome] {
    let outcomes = Mutex([Outcome](repeating: .failure(BounceError.cancelled), count: jobs.count))
    BounceQueue(threads: output.threads).run(jobs.count) {
      try piece(jobs[$0])
    } while: {
      shouldContinue()
    } told: { index, ending in
      outcomes.withLock { $0[index] = ending.result }
      told(index, ending.result)
    }
    return outcomes.withLock { $0 }
  }

  private func piece(_ job: Job) throws -> BounceQueue.Piece {
    let song = try job.song()
    let bouncer = try Bouncer(song, bank: bank, settings: settings, choice: .concatenated)
    var output = output
    if let own = metadata(song) { output.metadata = own }
    return BounceQueue.Piece(bouncer, to: job.path, as: output)
  }
}
