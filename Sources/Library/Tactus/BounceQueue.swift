import Synchronization
import TactusEngine
import TactusThreads

/// Runs bounces in parallel, each with its own bank, settings and file.
///
///     BounceQueue(threads: 2).run(songs.count) { index in
///       BounceQueue.Piece(try Bouncer(songs[index], bank: bank), to: "\(index).wav")
///     } report: { index, ending in … }
///
/// Each piece is created just before it is rendered on one thread, and freed afterwards, so the memory use does not
/// grow with the number of pieces. If there are fewer pieces than threads, each piece uses several threads. The bytes
/// of a file are the same as for a single bounce. A failed piece does not stop the others.
/// - Thread: any; `run` blocks its caller
public struct BounceQueue: Sendable {
  /// The total number of rendering threads; values below 1 mean one thread for each processor.
  public var threads: Int

  /// Creates a queue.
  public init(threads: Int = 0) { self.threads = threads }

  /// A bounce and its audio file.
  public struct Piece: Sendable {
    /// The bounce.
    public var bouncer: Bouncer
    /// The audio file's path.
    public var path: String
    /// The format of the file; its `threads` is ignored.
    public var output: BounceOutput

    /// Creates a piece.
    public init(_ bouncer: Bouncer, to path: String, as output: BounceOutput = BounceOutput()) {
      (self.bouncer, self.path, self.output) = (bouncer, path, output)
    }
  }

  /// The outcome of a piece.
  public struct Ending: Sendable {
    /// The report, or the error that creating or bouncing the piece threw.
    public var result: Result<BounceFileReport, any Error>
    /// The time in seconds from the first frame to closing the file; the creation of the piece is not included.
    public var seconds: Double
  }

  /// Bounces all pieces; blocks until all are done.
  ///
  /// - Parameters:
  ///   - count: the number of pieces.
  ///   - piece: creates the piece with a number in `0 ..< count`, on the thread that renders it.
  ///   - shouldContinue: called regularly by every bounce; returning false cancels that bounce and all later ones.
  ///   - report: called with the number and the outcome of each piece, one at a time, in the order in which they end.
  public func run(
    _ count: Int, piece: @Sendable (Int) throws -> Piece, while shouldContinue: @Sendable () -> Bool = { true },
    report: @Sendable (Int, Ending) -> Void
  ) {
    let threads = threads > 0 ? threads : Processors.available
    let width = max(1, min(threads, count))
    let next = Atomic(0)
    let reportLock = Mutex(())
    // Each worker takes the next piece when it is free, which balances long and short ones.
    WorkerPool(width: width).perform(width) { _ in
      let worker = Worker(threads: max(1, threads / width))
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let ending = worker.bounce(shouldContinue) { try piece(index) }
        reportLock.withLock { _ in report(index, ending) }
      }
    }
  }

  /// A thread that bounces, and the resources that it keeps between pieces.
  private struct Worker {
    let pool: WorkerPool
    let spare = SpareSynth(sharesBanks: true)
    let clock = ContinuousClock()

    init(threads: Int) { pool = WorkerPool(width: threads) }

    func bounce(_ shouldContinue: () -> Bool, _ piece: () throws -> Piece) -> Ending {
      var start = clock.now
      let result = Result {
        guard shouldContinue() else { throw BounceError.cancelled }
        let piece = try piece()
        start = clock.now
        return try piece.bouncer.write(to: piece.path, as: piece.output, with: pool, on: spare) { _ in shouldContinue()
        }
      }
      return Ending(result: result, seconds: (clock.now - start) / .seconds(1))
    }
  }
}
