import TactusDevices
import TactusFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The processor load and the xruns of all sessions of a run.
struct LoadReport {
  private var load = AudioLoad()
  private var xruns = 0
  /// The driver of the last session.
  private var driver: AudioDriver?
  /// The title of the last session: its driver, and its device if one was selected.
  private var title: String?
  private var seconds = 0.0
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let startCPU: Double

  init() {
    start = clock.now
    startCPU = Self.processSeconds
  }

  /// Adds the load of a session.
  mutating func add(_ session: any AudioSession) {
    let other = session.load
    load.busy += other.busy
    load.longest = max(load.longest, other.longest)
    load.frames += other.frames
    load.cycles += other.cycles
    load.lateCycles += other.lateCycles
    load.delayedCycles += other.delayedCycles
    load.lostMessages += other.lostMessages
    load.missedFrames += other.missedFrames
    xruns += session.xruns
    driver = session.driver
    title = session.title
    seconds += Double(other.frames) / Double(max(1, session.sampleRate))
  }

  /// The fraction of one processor that rendering on the audio thread uses.
  var renderShare: Double { seconds > 0 ? load.busy / seconds : 0 }
  /// The fraction of one processor that the whole process uses.
  private var processShare: Double {
    (Self.processSeconds - startCPU) / max(1e-6, (clock.now - start) / .seconds(1))
  }

  /// The report: "played 3:25 through JACK (tactus), CPU 2.1 % (longest cycle 0.84 ms), process 3.0 %, 0 xruns (0
  /// caused by tactus)".
  func words(_ verb: String) -> String {
    let xrunWords = "\(xruns.counted("xrun")) (\(load.lateCycles) caused by tactus)"
    let way = title.map { " through \($0)" } ?? ""
    return "\(verb) \(seconds.asClock)\(way), CPU \((renderShare * 100).fixed(2)) % (longest cycle "
      + "\((load.longest * 1_000).fixed(2)) ms), process \((processShare * 100).fixed(1)) %, \(xrunWords)"
      + (load.lostMessages > 0 ? ", \(load.lostMessages.counted("message")) lost" : "")
  }

  /// The report as JSON.
  func json(_ kind: String, _ name: String) -> JSON {
    [
      "kind": .string(kind), "file": .string(name), "audio": driver.map { .string($0.rawValue) } ?? .null,
      "seconds": .number(seconds), "frames": JSON(load.frames),
      "cycles": JSON(load.cycles), "renderShare": .number(renderShare), "processShare": .number(processShare),
      "longestCycleSeconds": .number(load.longest), "xruns": JSON(xruns), "lateCycles": JSON(load.lateCycles),
      "delayedCycles": JSON(load.delayedCycles), "missedFrames": JSON(load.missedFrames),
      "lostMessages": JSON(load.lostMessages),
    ]
  }

  /// The processor time of this process in seconds.
  private static var processSeconds: Double {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, which some systems do not import as a number
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
