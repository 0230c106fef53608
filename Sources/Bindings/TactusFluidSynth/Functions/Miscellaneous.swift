import CFluidSynth
import Tactus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The version, and functions that need no object.

@_cdecl("fluid_version")
package func fluid_version(
  _ major: UnsafeMutablePointer<Int32>?, _ minor: UnsafeMutablePointer<Int32>?, _ micro: UnsafeMutablePointer<Int32>?
) {
  major?.pointee = CFLUIDSYNTH_MAJOR
  minor?.pointee = CFLUIDSYNTH_MINOR
  micro?.pointee = CFLUIDSYNTH_MICRO
}

@_cdecl("fluid_version_str")
package func fluid_version_str() -> UnsafePointer<CChar>? { version.pointer.map { UnsafePointer($0) } }

private let version = CallerText("\(CFLUIDSYNTH_MAJOR).\(CFLUIDSYNTH_MINOR).\(CFLUIDSYNTH_MICRO)")

@_cdecl("fluid_free")
package func fluid_free(_ pointer: UnsafeMutableRawPointer?) { free(pointer) }

/// Whether a file begins as a Standard MIDI File.
@_cdecl("fluid_is_midifile")
package func fluid_is_midifile(_ path: UnsafePointer<CChar>?) -> Int32 {
  firstBytes(of: path).starts(with: "MThd".utf8) ? 1 : 0
}

/// Whether a file begins as a SoundFont or a DLS bank.
@_cdecl("fluid_is_soundfont")
package func fluid_is_soundfont(_ path: UnsafePointer<CChar>?) -> Int32 {
  let bytes = firstBytes(of: path)
  let isBank = ["sfbk", "DLS "].contains { bytes.dropFirst(8).starts(with: $0.utf8) }
  return isBank && bytes.starts(with: "RIFF".utf8) ? 1 : 0
}

/// Returns the first twelve bytes of a file, or fewer.
private func firstBytes(of path: UnsafePointer<CChar>?) -> [UInt8] {
  guard let path, let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 12)
  let count = fread(&bytes, 1, 12, file)
  return Array(bytes.prefix(count))
}
