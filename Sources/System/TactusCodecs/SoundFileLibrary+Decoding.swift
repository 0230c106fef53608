import CSndfile
import TactusFiles

extension SoundFileLibrary: SampleDecoder {
  /// Decodes a mono Ogg stream to 16-bit frames, as many as fit.
  ///
  /// Frames are rounded half to even and saturate at full scale.
  /// - Thread: any, several threads at once
  public func decode(
    _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int {
    var source = MemoryReading(stream)
    var calls = MemoryReading.calls
    var info = SF_INFO()
    return try withUnsafeMutablePointer(to: &source) { source throws(SampleDecodingError) in
      guard let file = functions.sf_open_virtual(&calls, Int32(SFM_READ), &info, source) else {
        throw .unreadable
      }
      defer { _ = functions.sf_close(file) }
      guard Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG, info.channels == 1 else {
        throw .notMono(channels: Int(info.channels))
      }
      return read(file, into: frames)
    }
  }

  private func read(_ file: OpaquePointer, into frames: UnsafeMutableBufferPointer<Int16>) -> Int {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4_096) { piece in
      var done = 0
      while done < frames.count {
        let wanted = min(piece.count, frames.count - done)
        let got = min(wanted, Int(functions.sf_readf_float(file, piece.baseAddress, Int64(wanted))))
        guard got > 0 else { break }
        for index in 0..<got { frames[done + index] = Self.frame(piece[index]) }
        done += got
      }
      return done
    }
  }

  /// Converts ±1 to 16 bits; NaN becomes silence.
  private static func frame(_ sample: Float) -> Int16 {
    guard sample == sample else { return 0 }
    return Int16(max(-32_768, min(32_767, (sample * 32_768).rounded(.toNearestOrEven))))
  }
}
