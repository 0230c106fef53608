// What libFuzzer calls. Built by Scripts/fuzz together with the sources and Tests/TestSupport/Fuzzing; no part of the
// package.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Called before anything else: which target it is, and whether only its seeds are wanted.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<Int32>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
  if let folder = getenv("TACTUS_FUZZ_SEEDS").map({ String(cString: $0) }) {
    for (index, seed) in target.seeds.enumerated() { write(seed, to: "\(folder)/seed-\(index)") }
    exit(0)
  }
  return 0
}

/// Called with each input; a law that does not hold ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  if let violation = target.violation(Array(UnsafeBufferPointer(start: bytes, count: count))) {
    fatalError("\(target.rawValue): \(violation)")
  }
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("TACTUS_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("TACTUS_FUZZ_TARGET names no target: '\(name)'") }
  return target
}()

private func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "wb") else { fatalError("cannot write \(path)") }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
