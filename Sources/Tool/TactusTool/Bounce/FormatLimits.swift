import Synchronization
import Tactus

/// Which sample formats and sample rates compressed files can have.
///
/// - Thread: any
enum FormatLimits {
  /// The answers so far: they are cached because every line of a list of songs needs one.
  private static let answers = Mutex<[AudioFileDescription: Answer]>([:])

  private struct Answer: Sendable {
    let refusal: CodecError?
  }

  /// Returns the reason why no file can have this sample format or sample rate; nil if files can.
  ///
  /// Nil also if libsndfile is missing; the bounce then fails for that reason.
  static func refusal(of description: AudioFileDescription) -> CodecError? {
    guard description.format.isCompressed, let library = try? SoundFileLibrary.shared() else { return nil }
    let answer = answers.withLock { answers in
      let answer = answers[description] ?? Answer(refusal: askEncoder(for: description, in: library))
      answers[description] = answer
      return answer
    }
    return answer.refusal
  }

  /// Opens an encoder that writes no file.
  private static func askEncoder(
    for description: AudioFileDescription, in library: SoundFileLibrary
  ) -> CodecError? {
    do {
      _ = try CompressedFileWriter(description, library: library, to: NoFile())
      return nil
    } catch CodecError.sampleFormat(let format, let sampleFormat) {
      return .sampleFormat(format, sampleFormat)
    } catch CodecError.sampleRate(let format, let rate, let allowed) {
      return .sampleRate(format, rate, allowed: allowed)
    } catch {
      return nil
    }
  }

  /// A sink that discards all bytes.
  private final class NoFile: ByteSink {
    let isSeekable = false

    func append(_ bytes: UnsafeRawBufferPointer) {}
    func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) {}
  }
}
