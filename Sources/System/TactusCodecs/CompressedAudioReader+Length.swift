import CSndfile
import TactusFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

extension CompressedAudioReader {
  /// Returns the number of frames that a file really has.
  ///
  /// The claimed number is believed if it is plausible for the size of the file and the last frame can be decoded.
  /// Otherwise, all frames are decoded and counted: the work depends on the sound in the file, not on the claim.
  static func readableFrames(
    _ file: FileBytes, claimed: Int, channelCount: Int, _ library: SoundFileLibrary
  ) -> Int {
    guard claimed > 0 else { return 0 }
    let isPlausible = claimed / usualFramesPerByte <= file.bytes.count
    if isPlausible, canDecode(file, frame: claimed - 1, channelCount, library) { return claimed }
    return decodedFrames(file, atMost: claimed, channelCount, library)
  }

  private static func canDecode(
    _ file: FileBytes, frame: Int, _ channelCount: Int, _ library: SoundFileLibrary
  ) -> Bool {
    let read = withDecoder(file, library) { handle in
      guard library.functions.sf_seek(handle, Int64(frame), SEEK_SET) == Int64(frame) else { return 0 }
      return decode(1, handle, channelCount, library)
    }
    return read == 1
  }

  private static func decodedFrames(
    _ file: FileBytes, atMost most: Int, _ channelCount: Int, _ library: SoundFileLibrary
  ) -> Int {
    withDecoder(file, library) { handle in
      var count = 0
      while count < most {
        let read = decode(min(blockLength, most - count), handle, channelCount, library)
        guard read > 0 else { break }
        count += read
      }
      return count
    }
  }

  /// Decodes the next frames and discards them; returns their number.
  private static func decode(
    _ frames: Int, _ handle: OpaquePointer, _ channelCount: Int, _ library: SoundFileLibrary
  ) -> Int {
    var samples = [Float](repeating: 0, count: frames * channelCount)
    return samples.withUnsafeMutableBufferPointer {
      min(frames, Int(library.functions.sf_readf_float(handle, $0.baseAddress!, Int64(frames))))
    }
  }

  /// Calls `body` with another decoder of the file, so that a failed seek does not affect the reader; returns 0 if the
  /// file cannot be opened.
  private static func withDecoder(
    _ file: FileBytes, _ library: SoundFileLibrary, _ body: (OpaquePointer) -> Int
  ) -> Int {
    defer { withExtendedLifetime(file) {} }
    var calls = MemoryReading.calls
    var info = SF_INFO()
    let source = UnsafeMutablePointer<MemoryReading>.allocate(capacity: 1)
    source.initialize(to: MemoryReading(file.bytes))
    defer { source.deallocate() }
    guard let handle = library.functions.sf_open_virtual(&calls, Int32(SFM_READ), &info, source) else { return 0 }
    defer { _ = library.functions.sf_close(handle) }
    return body(handle)
  }
}
