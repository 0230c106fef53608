import Synchronization
import TactusEngine
import TactusThreads

/// Bounces side by side, each with a bank, settings and a file of its own.
///
///     BounceQueue(threads: 2).run(songs.count) { index in
///       BounceQueue.Piece(try Bouncer(songs[index], bank: bank), to: "\(index).wav")
///     } told: { index, ending in … }
///
/// Each piece is made when its turn comes, rendered on one thread, and gone when it is done: the memory does not grow
/// with their number. Of fewer pieces than threads each has several. A file's bytes are those of a bounce alone. One
/// that fails does not stop the others.
/// - Thread: any; `run` blocks its caller
public struct BounceQueue: Sendable {
  /// How many threads render, all pieces together; below 1 one for each processor.
  public var threads: Int

  /// A queue without pieces yet.
  public init(threads: Int = 0) { self.threads = threads }

  /// A bounce, and the file that it becomes.
  public struct Piece: Sendable {
    /// What is rendered.
    public var bouncer: Bouncer
    /// The audio file's path.
    public var path: String
    /// How it is written; its `threads` does not count.
    public var output: BounceOutput

    /// A bounce to a file.
    public init(_ bouncer: Bouncer, to path: String, as output: BounceOutput = BounceOutput()) {
      (self.bouncer, self.path, self.output) = (bouncer, path, output)
    }
  }

  /// What came of a piece.
  public struct Ending: Sendable {
    /// What was rendered and written, or why it was not: what making the piece threw, or its bounce.
    public var result: Result<BounceFileReport, any Error>
    /// Seconds from the first frame to the closed file; making the piece is not counted.
    public var seconds: Double
  }

  /// Bounces all pieces; blocks until all are done.
  ///
  /// - Parameters:
  ///   - count: how many pieces there are.
  ///   - piece: makes the piece of a number in `0 ..< count`, on the thread that renders it.
  ///   - shouldContinue: asked now and then by every bounce; false cancels it and all that follow.
  ///   - told: told how a piece ended, one at a time, in the order in which they end.
  public func run(
    _ count: Int, piece: @Sendable (Int) throws -> Piece, while shouldContinue: @Sendable () -> Bool = { true },
    told: @Sendable (Int, Ending) -> Void
  ) {
    let threads = threads > 0 ? threads : Processors.available
    let width = max(1, min(threads, count))
    let next = Atomic(0)
    let reportLock = Mutex(())
    // One piece after the other goes to whoever is free: long and short ones even out.
    WorkerPool(width: width).perform(width) { _ in
      let worker = Worker(threads: max(1, threads / width))
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let ending = worker.bounce(shouldContinue) { try piece(index) }
        reportLock.withLock { _ in told(index, ending) }
      }
    }
  }

  /// Where one thread bounces, and what it keeps from one piece to the next.
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
