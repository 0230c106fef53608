import TactusEngine
import TactusFiles
import TactusRealtime

/// An audio file of a bounce, which JavaScript writes block by block.
final class WebFile {
  var encoder: AudioFileEncoder

  init(_ encoder: AudioFileEncoder) { self.encoder = encoder }
}

/// Begins an audio file; ``text()`` then returns its header. Null if the format is impossible.
///
/// - Parameters:
///   - format: 0 WAV, 1 AIFF, 2 CAF, 3 raw.
///   - depth: 0 to 3: 16, 24, 32 bits or floating point.
///   - stem: the stem whose file it is, counted from 0; below 0 for the mix.
@_cdecl("web_file_new")
package func newFile(
  _ bounce: UnsafeMutableRawPointer, _ format: Int32, _ depth: Int32, _ stem: Int32
) -> UnsafeMutableRawPointer? {
  let bounce = held(bounce, WebBounce.self)
  var description = AudioFileDescription(
    format: fileFormat(format), sampleFormat: sampleFormat(depth),
    sampleRate: bounce.reader.bouncer.settings.sampleRate)
  description.metadata = bounce.metadata
  var options = EncodingOptions()
  if stem >= 0, let plan = bounce.reader.plan {
    description.metadata = plan.metadata(of: Int(stem), bounce.metadata)
    options.ditherSeed = plan.ditherSeed(of: Int(stem))
  }
  do throws(AudioFileError) {
    let file = WebFile(try AudioFileEncoder(description, options: options))
    give(try file.encoder.begin(seekable: true))
    return hold(file)
  } catch { return fail(error.description) }
}

/// Encodes the first frames of the bounce's block for the file; ``text()`` then returns these bytes. Returns 0 if the
/// file becomes too long.
@_cdecl("web_file_encode")
package func encode(_ file: UnsafeMutableRawPointer, _ bounce: UnsafeMutableRawPointer, _ frames: Int32) -> Int32 {
  encode(held(bounce, WebBounce.self).block.frames(Int(frames)), for: file)
}

/// Encodes frames for a file; ``text()`` then returns their bytes. Returns 0 if the file becomes too long.
func encode(_ block: AudioBlock, for file: UnsafeMutableRawPointer) -> Int32 {
  var bytes: [UInt8] = []
  do throws(AudioFileError) {
    try held(file, WebFile.self).encoder.encode(block) {
      bytes.append(contentsOf: $0)
    }
    give(bytes)
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

/// Ends the file; ``text()`` then returns an object with `trailing`, the bytes to append, and `patches`, objects with
/// an `offset` and the `bytes` that replace those at that offset. Returns 0 if the file is too long.
@_cdecl("web_file_finish")
package func finish(_ file: UnsafeMutableRawPointer) -> Int32 {
  do throws(AudioFileError) {
    let ending = try held(file, WebFile.self).encoder.finish()
    let patches = ending.patches.map { patch in
      JSON.object([.init(name: "offset", value: JSON(patch.offset)), .init(name: "bytes", value: list(patch.bytes))])
    }
    give(
      JSON.object([
        .init(name: "trailing", value: list(ending.trailing)), .init(name: "patches", value: .array(patches)),
      ])
      .text)
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

private func list(_ bytes: [UInt8]) -> JSON { .array(bytes.map { JSON($0) }) }

/// Returns the file format of a number: 0 WAV, 1 AIFF, 2 CAF, 3 raw.
func fileFormat(_ number: Int32) -> AudioFileFormat {
  let formats: [AudioFileFormat] = [.wav, .aiff, .caf, .raw]
  return formats[min(max(0, Int(number)), 3)]
}

/// Returns the sample format of a depth.
func sampleFormat(_ depth: Int32) -> SampleFormat {
  [.int16, .int24, .int32, .float32][min(max(0, Int(depth)), 3)]
}
