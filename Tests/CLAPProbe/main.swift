import CCLAP
import CLAPHosting

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

// clap-probe: drives the plug-ins of a CLAP library through a hard life, and says what it has found.
//
//     clap-probe FILE.clap [--rounds N] [--seed N] [--only TRIAL]     exit code 1 if anything is wrong
//     clap-probe --write-click FILE.sf2 RATE                          writes the bank that the sampler is timed with

func fail(_ text: String) -> Never {
  print("clap-probe: \(text)")
  exit(2)
}

func option(_ name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name), index + 1 < CommandLine.arguments.count else {
    return nil
  }
  return CommandLine.arguments[index + 1]
}

if let path = option("--write-click") {
  let rate = CommandLine.arguments.last.flatMap { Int($0) } ?? 48_000
  exit(ClickBank.write(to: path, sampleRate: rate) ? 0 : 1)
}
guard CommandLine.arguments.count > 1, let path = CommandLine.arguments.dropFirst().first, !path.hasPrefix("-") else {
  fail("which library?")
}
guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
  fail(dlerror().map { String(cString: $0) } ?? "cannot load")
}
guard let symbol = dlsym(library, "clap_entry") else { fail("\(path) has no clap_entry") }
let entry = symbol.assumingMemoryBound(to: CLAPEntry.self)
guard let factory = Factory(entry: UnsafePointer(entry), path: path) else { fail("\(path) has no plug-ins") }

let firstSeed = option("--seed").flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
let rounds = option("--rounds").flatMap { Int($0) } ?? 3
let only = option("--only")
var faults = 0
setvbuf(stdout, nil, _IOLBF, 0)
print("\(path): \(factory.ids.joined(separator: ", ")); --seed \(firstSeed) replays it")
for kind in TrialKind.all where only == nil || kind.name == only {
  for id in factory.ids {
    for round in 0..<rounds {
      let trial = Trial(factory, id, seed: firstSeed &+ UInt64(round))
      kind.run(trial)
      for fault in trial.faults { print("WRONG  \(kind.name), \(id), --seed \(trial.seed): \(fault)") }
      faults += trial.faults.count
      if round == 0, !trial.figures.isEmpty { print("\(kind.name), \(id): \(trial.figures.joined(separator: "; "))") }
    }
  }
}
entry.pointee.deinit()
print(
  faults == 0
    ? "all right: \(TrialKind.all.count) trials of \(factory.ids.count) plug-ins, \(rounds) rounds" : "\(faults) faults"
)
exit(faults == 0 ? 0 : 1)
