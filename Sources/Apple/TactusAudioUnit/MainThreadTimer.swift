#if canImport(AudioToolbox)
  import Dispatch
  import Synchronization
  import TactusPlugin

  /// Performs, outside the audio thread, the work that the audio side of a unit requests, and reports parameters that
  /// the plug-in has moved.
  ///
  /// The audio side only sets a flag. While the unit is allocated, a timer checks the flag every 20 ms on a queue of
  /// its own. The audio side does not wake the timer's thread, so it takes no lock.
  ///
  /// - Thread: control, any number of threads
  final class MainThreadTimer: @unchecked Sendable {  // a lock guards shared state; only the owner uses the timer
    private let unit: PluginUnit
    private let memory: RenderMemory
    private let lock = Mutex(())
    private var timer: (any DispatchSourceTimer)?
    private let reporter: ParameterReporter

    private static let period = 20

    init(_ unit: PluginUnit, _ memory: RenderMemory, _ reporter: ParameterReporter) {
      (self.unit, self.memory, self.reporter) = (unit, memory, reporter)
    }

    deinit { stop() }

    /// Starts checking.
    /// - Thread: the control thread that starts and stops the unit
    func start() {
      let source = DispatchSource.makeTimerSource(
        queue: DispatchQueue(label: "tactus.main-thread-tasks", qos: .utility))
      source.schedule(
        deadline: .now() + .milliseconds(Self.period), repeating: .milliseconds(Self.period),
        leeway: .milliseconds(Self.period / 4))
      source.setEventHandler { [weak self] in self?.runMainThreadTasks() }
      stop()
      timer = source
      source.resume()
    }

    /// Stops checking.
    /// - Thread: the control thread that starts and stops the unit
    func stop() {
      timer?.cancel()
      timer = nil
    }

    /// Performs the requested work.
    func runMainThreadTasks() {
      lock.withLock { _ in
        if memory.takeMainThreadRequest() { unit.runMainThreadTasks() }
        while let index = memory.nextMoved() {
          reporter.report(unit.descriptor.parameters[index].id, Float(unit.value(ofParameter: index)))
        }
      }
    }
  }
#endif
