import CTactusShims
import CVST3
import PluginHosting
import VST3Hosting

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

// vst3-probe: tests the plug-ins of a VST3 library under difficult conditions, and reports the faults.

let usage = """
  vst3-probe FILE.so [--rounds N] [--seed N] [--only TRIAL]    exit code 1 if anything is wrong
  vst3-probe FILE.so --click BANK.sf2                          writes the bank that the sampler is timed with
  vst3-probe FILE.so --provoke                                 allocates in another library as an audio thread: ends
                                                               with an error if RealtimeSanitizer watches
  """

func fail(_ text: String) -> Never {
  print("vst3-probe: \(text)\n\(usage)")
  exit(2)
}

func value(after name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  guard index + 1 < CommandLine.arguments.count else { fail("\(name) needs a value") }
  return CommandLine.arguments[index + 1]
}

/// Loads a library as a host does, and never unloads it.
func load(_ path: String) -> VST3Library {
  guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
    fail(dlerror().map { String(cString: $0) } ?? "\(path) cannot be loaded")
  }
  func symbol(_ name: String) -> UnsafeMutableRawPointer {
    dlsym(handle, name) ?? { fail("\(path) has no \(name)") }()
  }
  typealias Entry = @convention(c) (UnsafeMutableRawPointer?) -> Bool
  guard unsafeBitCast(symbol("ModuleEntry"), to: Entry.self)(handle) else { fail("\(path) does not start") }
  _ = symbol("ModuleExit")
  typealias GetFactory = @convention(c) () -> UnsafeMutableRawPointer?
  guard let factory = unsafeBitCast(symbol("GetPluginFactory"), to: GetFactory.self)() else {
    fail("\(path) has no factory")
  }
  return VST3Library(factory.assumingMemoryBound(to: IPluginFactory3.self))
}

/// A forbidden action for an audio thread: an allocation in the C++ library by `operator new`.
func provoke() {
  guard let symbol = dlsym(nil, "_Znwm") else { fail("no C++ here") }
  let new = unsafeBitCast(symbol, to: (@convention(c) (Int) -> UnsafeMutableRawPointer?).self)
  ctactus_realtime_enter()
  let memory = new(64)
  ctactus_realtime_exit()
  free(memory)
}

/// - Returns: how many faults there are.
func probe(_ library: VST3Library, rounds: Int, seed: UInt64, only: String?) -> Int {
  var faults = 0
  for kind in VST3TrialKind.all where only == nil || kind.name == only {
    for name in library.names {
      for round in 0..<rounds {
        let trial = VST3Trial(library, name, seed: seed &+ UInt64(round))
        kind.run(trial)
        for fault in trial.faults { print("WRONG  \(kind.name), \(name), --seed \(trial.seed): \(fault)") }
        faults += trial.faults.count
        if round == 0, !trial.figures.isEmpty {
          print("\(kind.name), \(name): \(trial.figures.joined(separator: "; "))")
        }
      }
    }
  }
  return faults
}

guard let path = CommandLine.arguments.dropFirst().first, !path.hasPrefix("-") else { fail("which library?") }
setvbuf(stdout, nil, _IOLBF, 0)
let library = load(path)
if let bank = value(after: "--click") { exit(ClickBank.write(to: bank, sampleRate: 48_000) ? 0 : 1) }
if CommandLine.arguments.contains("--provoke") {
  provoke()
  exit(0)
}
let seed = value(after: "--seed").flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
let rounds = value(after: "--rounds").flatMap { Int($0) } ?? 3
print("\(path): \(library.names.joined(separator: ", ")); --seed \(seed) replays it\(VST3Trial.watcher)")
let faults = probe(library, rounds: rounds, seed: seed, only: value(after: "--only"))
let extent =
  "\(VST3TrialKind.all.count) trials of \(library.names.count) plug-ins, \(rounds) rounds each\(VST3Trial.watcher)"
print(faults == 0 ? "all right: \(extent)" : "\(faults) faults in \(extent)")
exit(faults == 0 ? 0 : 1)
