import Synchronization
import TactusEngine
import TactusThreads

/// Runs bounces in parallel, each with its own bank, settings and file.
///
///     BounceQueue(threads: 2).run(songs.count) { index in
///       BounceQueue.Job(try Bouncer(songs[index], bank: bank), to: "\(index).wav")
///     } report: { index, outcome in … }
///
/// Each job is created just before it is rendered on one thread, and freed afterwards, so the memory use does not
/// grow with the number of jobs. If there are fewer jobs than threads, each job uses several threads. The bytes
/// of a file are the same as for a single bounce. A failed job does not stop the others.
/// - Thread: any; `run` blocks its caller
public struct BounceQueue: Sendable {
  /// The total number of rendering threads; values below 1 mean one thread for each processor.
  public var threads: Int

  /// Creates a queue.
  public init(threads: Int = 0) { self.threads = threads }

  /// A bounce and its audio file.
  public struct Job: Sendable {
    /// The bounce.
    public var bouncer: Bouncer
    /// The audio file's path.
    public var path: String
    /// The format of the file; its `threads` is ignored.
    public var output: BounceOutput
    /// The stems that are written into the folder `path`; nil for the mix.
    package var stems: StemPlan?
    /// Additional work for the thread that renders the job.
    package var companion = Companion()

    /// Creates a job.
    public init(_ bouncer: Bouncer, to path: String, as output: BounceOutput = BounceOutput()) {
      (self.bouncer, self.path, self.output) = (bouncer, path, output)
    }
  }

  /// Functions that the thread that renders a job calls besides.
  package struct Companion: @unchecked Sendable {  // only the thread that renders the job calls the functions
    /// Receives the events of the synthesizer's voices.
    package var trace: Bouncer.VoiceTraceReceiver?
    /// Called when the file is complete, before it is renamed to its final name; if it throws, no file is left.
    package var beforeCommit: () throws -> Void = {}
    /// Called after the finished file has been renamed to its final name; if it throws, the job counts as failed.
    package var afterCommit: (BounceFileReport) throws -> Void = { _ in }
    /// Called instead of `afterCommit` when stems are written, after all of them have been renamed to their final
    /// names.
    package var afterStems: (StemFilesReport) throws -> Void = { _ in }

    package init() {}
  }

  /// The outcome of a job.
  public struct Outcome: Sendable {
    /// The report of the file, or the error if the job could not be created or bounced.
    public var result: Result<BounceFileReport, any Error>
    /// The time in seconds from the first frame to closing the file; the creation of the job is not included.
    public var seconds: Double
    /// The number of threads that rendered the job.
    public var threads: Int
    /// The report of the stems; nil if the job writes no stems, or has failed.
    package var stemReport: StemFilesReport?
    /// The files of the stems; nil if the job writes no stems, or has failed.
    package var stems: [StemFilesReport.StemFile]? { stemReport?.files }
  }

  /// Bounces all jobs to files; blocks until all are done.
  ///
  /// - Parameters:
  ///   - count: the number of jobs.
  ///   - job: creates the job with a number in `0 ..< count`, on the thread that renders it.
  ///   - shouldContinue: called regularly by every bounce; returning false cancels that bounce and all later ones.
  ///   - report: called with the number and the outcome of each job, one at a time, in the order in which they end.
  public func run(
    _ count: Int, job: @Sendable (Int) throws -> Job, while shouldContinue: @Sendable () -> Bool = { true },
    report: @Sendable (Int, Outcome) -> Void
  ) {
    distribute(count) { worker, index in
      worker.bounce(shouldContinue) { try job(index) }
    } report: { index, outcome in
      report(index, outcome)
    }
  }

  /// Renders all bounces into memory; blocks until all are done.
  ///
  ///     BounceQueue().audio(songs.count) { try Bouncer(songs[$0], bank: bank) } receive: { index, result in … }
  ///
  /// The samples are the same as those of separate bounces. Each thread holds the audio of one song at a time. When
  /// `receive` returns, the audio is freed unless `receive` has kept it.
  /// - Parameters:
  ///   - count: the number of bounces.
  ///   - bouncer: creates the bounce with a number in `0 ..< count`, on the thread that renders it.
  ///   - shouldContinue: called regularly by every bounce; returning false cancels that bounce and all later ones.
  ///   - receive: called with the number and the audio of each bounce, or the error that creating or rendering it threw;
  ///     one at a time, in the order in which they end.
  public func audio(
    _ count: Int, bouncer: @Sendable (Int) throws -> Bouncer, while shouldContinue: @Sendable () -> Bool = { true },
    receive: @Sendable (Int, Result<BounceAudio, any Error>) -> Void
  ) {
    distribute(count) { worker, index in
      Result {
        guard shouldContinue() else { throw BounceError.cancelled }
        return try bouncer(index).audio(with: worker.pool, on: worker.synth) { _ in shouldContinue() }
      }
    } report: { index, audio in
      receive(index, audio)
    }
  }

  /// Computes `count` results on the queue's threads, and reports them one at a time. Each thread takes the next number
  /// when it is free, which balances long and short bounces.
  private func distribute<Value>(
    _ count: Int, _ compute: @Sendable (Worker, Int) -> Value, report: @Sendable (Int, Value) -> Void
  ) {
    let threads = threads > 0 ? threads : Processors.available
    let width = max(1, min(threads, count))
    let next = Atomic(0)
    let reportLock = Mutex(())
    WorkerPool(width: width).perform(width) { _ in
      let worker = Worker(threads: max(1, threads / width))
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let value = compute(worker, index)
        reportLock.withLock { _ in report(index, value) }
      }
    }
  }

  /// A thread that bounces, and the resources that it keeps between jobs.
  private struct Worker {
    let pool: WorkerPool
    let synth = ReusableSynth(sharesBanks: true)
    let clock = ContinuousClock()

    init(threads: Int) { pool = WorkerPool(width: threads) }

    func bounce(_ shouldContinue: () -> Bool, _ job: () throws -> Job) -> Outcome {
      var start = clock.now
      var stems: StemFilesReport?
      let result = Result {
        guard shouldContinue() else { throw BounceError.cancelled }
        let job = try job()
        start = clock.now
        if let plan = job.stems {
          let report = try bounceStems(plan, of: job, shouldContinue)
          stems = report
          return report.total
        }
        let companion = job.companion
        let report = try job.bouncer.write(
          to: job.path, as: job.output, with: pool, on: synth, progress: { _ in shouldContinue() },
          trace: companion.trace, beforeCommit: companion.beforeCommit)
        try companion.afterCommit(report)
        return report
      }
      return Outcome(result: result, seconds: (clock.now - start) / .seconds(1), threads: pool.width, stemReport: stems)
    }

    private func bounceStems(
      _ plan: StemPlan, of job: Job, _ shouldContinue: () -> Bool
    ) throws -> StemFilesReport {
      let report = try job.bouncer.write(
        plan, to: job.path, as: job.output, with: pool, on: synth, progress: { _ in shouldContinue() },
        trace: job.companion.trace, beforeCommit: job.companion.beforeCommit)
      try job.companion.afterStems(report)
      return report
    }
  }
}
