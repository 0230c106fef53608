#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package func environmentText(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

package func writeFile(_ bytes: [UInt8], to path: String) -> Bool {
  guard let file = fopen(path, "wb") else { return false }
  let count = fwrite(bytes, 1, bytes.count, file)
  return fclose(file) == 0 && count == bytes.count
}

package func removeFile(_ path: String) { unlink(path) }
