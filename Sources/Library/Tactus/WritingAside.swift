import TactusEngine
import TactusRealtime
import TactusSynth

/// Writes the blocks of a bounce while later blocks are rendered.
///
/// The call of `perform` that follows a block writes this block in parallel with its own work items. With one thread,
/// each block is written immediately.
///
///     block n ─► copied ─► written ┐
///                         block n+1 rendered ─► copied ─► …
///
/// - Thread: control, one at a time; writes on one of the threads of the work, one block at a time
final class WritingAside<Work: ParallelWork>: ParallelWork, @unchecked Sendable {  // only one thread writes at a time
  private let work: Work
  private let write: (AudioBlock) throws -> Void
  /// The frames that wait to be written; nil before the first.
  private var memory: BlockMemory?
  /// The number of frames waiting to be written.
  private var waiting = 0
  private var failure: (any Error)?

  init(_ work: Work, _ write: @escaping (AudioBlock) throws -> Void) {
    self.work = work
    self.write = write
  }

  deinit { memory?.free() }

  var width: Int { work.width }

  func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard waiting > 0, count > 0 else { return work.perform(count, body) }
    work.perform(count + 1) { item in
      if item > 0 { body(item - 1) } else { self.writeWaiting() }
    }
  }

  /// Copies a block for writing. Throws if an earlier block could not be written.
  func take(_ block: AudioBlock) throws {
    guard width > 1 else { return try write(block) }
    try finish()
    var memory = memory ?? BlockMemory(channelCount: block.channelCount, capacity: block.frameCount)
    memory.makeRoom(block.frameCount)
    for channel in 0..<block.channelCount {
      memory.channels[channel].update(from: block[channel], count: block.frameCount)
    }
    self.memory = memory
    waiting = block.frameCount
  }

  /// Writes the remaining frames.
  func finish() throws {
    if waiting > 0 { writeWaiting() }
    if let failure { throw failure }
  }

  private func writeWaiting() {
    guard let memory else { return }
    do {
      try write(AudioBlock(channels: memory.channels, channelCount: memory.channelCount, frameCount: waiting))
    } catch {
      failure = error
    }
    waiting = 0
  }
}
