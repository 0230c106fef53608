import CFluidSynth
import Tactus

/// A loader of SoundFonts: it opens files itself, or reads them by the program's functions.
final class FluidLoader: PointedObject {
  /// The program's functions for files.
  struct Callbacks {
    let open: fluid_sfloader_callback_open_t
    let read: fluid_sfloader_callback_read_t
    let seek: fluid_sfloader_callback_seek_t
    let tell: fluid_sfloader_callback_tell_t
    let close: fluid_sfloader_callback_close_t
  }

  var callbacks: Callbacks?

  /// The largest file that is read into memory by callbacks: 4 GiB.
  private static var mostBytes: Int64 { 1 << 32 }

  /// Reads a SoundFont.
  func load(_ path: String) throws -> FluidFont {
    guard let callbacks else { return try FluidFont(FileBytes.open(path), name: path) }
    guard let handle = path.withPath(callbacks.open) else { throw FluidError(path, "cannot be opened") }
    defer { _ = callbacks.close(handle) }
    guard callbacks.seek(handle, 0, 2) == 0, case let size = callbacks.tell(handle), size >= 0,
      callbacks.seek(handle, 0, 0) == 0
    else { throw FluidError(path, "the program's functions cannot find out its size") }
    guard size <= Self.mostBytes else { throw FluidError(path, "is larger than 4 GiB") }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, Int(size)), alignment: 16)
    let file = FileBytes(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<Int(size)]), name: path
    ) { _ in bytes.deallocate() }
    guard size == 0 || callbacks.read(bytes.baseAddress, size, handle) == FLUID_OK else {
      throw FluidError(path, "cannot be read")
    }
    return try FluidFont(file, name: path)
  }
}

/// An error of a file, a driver or a loader, in words.
struct FluidError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ text: String) { description = "\(path): \(text)" }
}
