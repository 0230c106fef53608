import Tactus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Renders into a file in real time: for programs that wait until their player has finished.
final class FileOutput: @unchecked Sendable {  // the lock guards `isStopped`; the thread alone renders
  private let renderer: FluidFileRenderer
  private let lock = RecursiveLock()
  private var isStopped = false
  private var thread = pthread_t()

  init(_ synth: FluidSynth) throws {
    renderer = try FluidFileRenderer(synth)
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<FileOutput>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    guard code == 0 else {
      Unmanaged<FileOutput>.fromOpaque(context).release()
      throw FluidError("audio.driver", "cannot start a thread (error \(code))")
    }
  }

  private func run() {
    let (synth, period) = (renderer.synth, renderer.period)
    var due = MonotonicClock.now
    while !lock.withLock({ isStopped }) {
      // after an error, continue to render, so that the program's player still reaches its end
      if !renderer.writeBlock() { synth.render(period) { _, _, _, _ in } }
      due += Int64(period) * 1_000_000_000 / Int64(synth.withLock { synth.sampleRate })
      let rest = due - MonotonicClock.now
      if rest > 0 { usleep(UInt32(clamping: rest / 1_000)) }
    }
  }

  /// Ends the thread and completes the file.
  func stop() {
    lock.withLock { isStopped = true }
    pthread_join(thread, nil)
    renderer.finish()
  }
}
