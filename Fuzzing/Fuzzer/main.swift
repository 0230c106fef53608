// The program that Scripts/fuzz runs: libFuzzer over one of Tests/Fuzzing/FuzzTargets. It is not a product, and is
// built only if TACTUS_FUZZING is set.

import CFuzzer
import FuzzTargets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// libFuzzer calls this with each input. A violated law ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public nonisolated func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  if let violation = target.violation(Array(UnsafeBufferPointer(start: bytes, count: count))) {
    fatalError("\(target.rawValue): \(violation)")
  }
  return 0
}

/// libFuzzer calls this to mutate an input: three times out of four according to the structure of its format, if the
/// format has one.
@_cdecl("LLVMFuzzerCustomMutator")
public nonisolated func changeInput(
  _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  guard let bytes else { return 0 }
  var mutator = Mutator(seed: UInt64(seed))
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard seed & 3 != 0, let changed = mutator.mutate(input, of: target, limit: limit) else {
    return LLVMFuzzerMutate(bytes, count, limit)
  }
  _ = UnsafeMutableBufferPointer(start: bytes, count: limit).update(fromContentsOf: changed)
  return changed.count
}

private let target: FuzzTarget = {
  let name = getenv("TACTUS_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("TACTUS_FUZZ_TARGET names no target: '\(name)'")
  }
  return target
}()

/// Writes the target's own seeds into a folder.
private func writeSeeds(to folder: String) {
  for (index, seed) in target.seeds.enumerated() {
    let path = "\(folder)/seed-\(index)"
    guard let file = fopen(path, "wb") else { fatalError("cannot write \(path)") }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
}

if let folder = getenv("TACTUS_FUZZ_SEEDS") {
  writeSeeds(to: String(cString: folder))
} else {
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(LLVMFuzzerRunDriver(&count, &arguments) { testOneInput($0, $1) })
}
