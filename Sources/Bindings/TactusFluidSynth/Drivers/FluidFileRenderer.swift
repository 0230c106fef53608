import CFluidSynth
import Tactus

/// Renders a synthesizer into an audio file, block by block. The file is renamed to its final name when the renderer is
/// freed.
final class FluidFileRenderer: PointedObject {
  let synth: FluidSynth
  /// The number of frames of a block.
  let period: Int
  private let output: OutputFile
  private let writer: any AudioWriting
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  private var hasFailed = false

  /// Opens the file that the synthesizer's settings `audio.file.…` describe. Throws errors of files and codecs.
  init(_ synth: FluidSynth) throws {
    self.synth = synth
    let settings = synth.settings
    period = max(1, settings.integer("audio.period-size") ?? 64)
    let name = settings.string("audio.file.name") ?? "fluidsynth.wav"
    let format = try Self.format(settings.string("audio.file.type") ?? "auto", name: name)
    let samples = try Self.samples(settings.string("audio.file.format") ?? "s16")
    output = try OutputFile.open(name)
    let description = AudioFileDescription(
      format: format, sampleFormat: samples, sampleRate: synth.withLock { synth.sampleRate })
    writer =
      format.isCompressed
      ? try CompressedFileWriter(description, library: .shared(), to: output)
      : try AudioFileWriter(description, to: output)
    (left, right) = (.allocate(capacity: period), .allocate(capacity: period))
    (channels[0], channels[1]) = (left, right)
  }

  deinit {
    left.deallocate()
    right.deallocate()
    channels.deallocate()
  }

  /// Returns the format that has a name in FluidSynth's settings; for "auto", the extension determines the format.
  private static func format(_ type: String, name: String) throws -> AudioFileFormat {
    guard type != "auto" else { return AudioFileFormat(path: name) ?? .wav }
    guard let format = AudioFileFormat(pathExtension: type) else {
      throw FluidError("audio.file.type", "\(type) cannot be written; use wav, aiff, caf, raw, flac or oga")
    }
    return format
  }

  private static func samples(_ name: String) throws -> SampleFormat {
    switch name {
    case "s16": return .int16
    case "s24": return .int24
    case "s32": return .int32
    case "float": return .float32
    default: throw FluidError("audio.file.format", "\(name) cannot be written; use s16, s24, s32 or float")
    }
  }

  /// Renders and writes a block; returns false after an error, which has been logged.
  func writeBlock() -> Bool {
    guard !hasFailed else { return false }
    synth.render(period) { start, leftSamples, rightSamples, count in
      (left + start).update(from: leftSamples, count: count)
      (right + start).update(from: rightSamples, count: count)
    }
    do {
      try writer.write(AudioBlock(channels: UnsafePointer(channels), channelCount: 2, frameCount: period))
    } catch { fail(error) }
    return !hasFailed
  }

  /// Completes the file. After an error, an existing file of that name is unchanged.
  func finish() {
    guard !hasFailed else { return output.cancel() }
    do {
      _ = try writer.finish()
      try output.commit()
    } catch { fail(error) }
  }

  private func fail(_ error: any Error) {
    hasFailed = true
    log(FLUID_ERR, "\(error)")
  }
}
