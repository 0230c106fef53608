import CCLAP
import CLAPHosting
import CTactusShims
import PluginHosting

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

// clap-probe: tests the plug-ins of a CLAP library under difficult conditions, and reports the faults.

let usage = """
  clap-probe FILE.clap [--rounds N] [--seed N] [--only TRIAL]     exit code 1 if anything is wrong
  clap-probe FILE.clap --click BANK.sf2 STATE                     writes the bank that the sampler is timed with, and
                                                                  the state of a sampler that has loaded it
  clap-probe FILE.clap --provoke                                  allocates in another library as an audio thread: ends
                                                                  with an error if RealtimeSanitizer watches
  """

func fail(_ text: String) -> Never {
  print("clap-probe: \(text)\n\(usage)")
  exit(2)
}

func values(after name: String, count: Int) -> [String]? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  let values = Array(CommandLine.arguments[(index + 1)...].prefix(count))
  guard values.count == count else { fail("\(name) needs \(count) values") }
  return values
}

/// Loads a library as a host does, and never unloads it.
func load(_ path: String) -> Factory {
  guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
    fail(dlerror().map { String(cString: $0) } ?? "\(path) cannot be loaded")
  }
  guard let symbol = dlsym(library, "clap_entry") else { fail("\(path) has no clap_entry") }
  guard let factory = Factory(entry: symbol.assumingMemoryBound(to: clap_plugin_entry.self), path: path) else {
    fail("\(path) has no plug-ins")
  }
  return factory
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
func probe(_ factory: Factory, rounds: Int, seed: UInt64, only: String?) -> Int {
  var faults = 0
  for kind in TrialKind.all where only == nil || kind.name == only {
    for id in factory.ids {
      for round in 0..<rounds {
        let trial = Trial(factory, id, seed: seed &+ UInt64(round))
        kind.run(trial)
        for fault in trial.faults { print("WRONG  \(kind.name), \(id), --seed \(trial.seed): \(fault)") }
        faults += trial.faults.count
        if round == 0, !trial.figures.isEmpty { print("\(kind.name), \(id): \(trial.figures.joined(separator: "; "))") }
      }
    }
  }
  return faults
}

guard let path = CommandLine.arguments.dropFirst().first, !path.hasPrefix("-") else { fail("which library?") }
setvbuf(stdout, nil, _IOLBF, 0)
let factory = load(path)
if let files = values(after: "--click", count: 2) {
  exit(ClickBank.writeState(factory, bank: files[0], state: files[1]) ? 0 : 1)
}
if CommandLine.arguments.contains("--provoke") {
  provoke()
  exit(0)
}
let seed = values(after: "--seed", count: 1).flatMap { UInt64($0[0]) } ?? UInt64.random(in: 0...999_999)
let rounds = values(after: "--rounds", count: 1).flatMap { Int($0[0]) } ?? 3
print("\(path): \(factory.ids.joined(separator: ", ")); --seed \(seed) replays it\(Trial.watcher)")
let faults = probe(factory, rounds: rounds, seed: seed, only: values(after: "--only", count: 1)?.first)
let extent = "\(TrialKind.all.count) trials of \(factory.ids.count) plug-ins, \(rounds) rounds each\(Trial.watcher)"
print(faults == 0 ? "all right: \(extent)" : "\(faults) faults in \(extent)")
exit(faults == 0 ? 0 : 1)
