import Tactus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Plays into a file, as fast as the clock goes: for programs that wait for their player.
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
      throw LoadingError("audio.driver", "cannot start a thread (error \(code))")
    }
  }

  private func run() {
    let start = SequencerLock.now
    var frames = 0
    while !lock.withLock({ isStopped }), renderer.writeBlock() {
      frames += renderer.period
      let due = start + Int64(frames) * 1_000_000_000 / Int64(renderer.synth.sampleRate)
      let rest = due - SequencerLock.now
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
