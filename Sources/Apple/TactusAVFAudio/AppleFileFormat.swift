#if canImport(AVFAudio)
  import AVFAudio

  /// The compressed formats that Apple's systems write.
  ///
  /// - Thread: any
  public enum AppleFileFormat: Hashable, Sendable {
    /// AAC, in an `.m4a` file; at 8,000…48,000 frames per second. The bit rate is the total for all channels, in bits
    /// per second; nil lets the encoder choose it.
    case aac(bitRate: Int? = nil)
    /// Apple Lossless, in an `.m4a` or `.caf` file, with samples of 16, 20, 24 or 32 bits.
    case lossless(bitDepth: Int = 24)

    /// The encoder settings.
    func settings(sampleRate: Int, channelCount: Int) -> [String: Any] {
      var settings: [String: Any] = [
        AVSampleRateKey: Double(sampleRate), AVNumberOfChannelsKey: channelCount,
      ]
      switch self {
      case .aac(let bitRate):
        settings[AVFormatIDKey] = kAudioFormatMPEG4AAC
        if let bitRate { settings[AVEncoderBitRateKey] = bitRate }
      case .lossless(let bitDepth):
        settings[AVFormatIDKey] = kAudioFormatAppleLossless
        settings[AVEncoderBitDepthHintKey] = bitDepth
      }
      return settings
    }

    /// Throws if the format does not support the file extension, the sample rate or the settings.
    func check(_ url: URL, sampleRate: Int) throws(AppleFileError) {
      let suffix = url.pathExtension.lowercased()
      switch self {
      case .aac(let bitRate):
        guard suffix == "m4a" else { throw .badName(path: url.path, expected: ".m4a") }
        guard (8_000...48_000).contains(sampleRate) else { throw .sampleRate(sampleRate) }
        if let bitRate, !(8_000...640_000).contains(bitRate) { throw .bitRate(bitRate) }
      case .lossless(let bitDepth):
        guard suffix == "m4a" || suffix == "caf" else { throw .badName(path: url.path, expected: ".m4a or .caf") }
        guard [16, 20, 24, 32].contains(bitDepth) else { throw .bitDepth(bitDepth) }
      }
    }
  }

  /// Why a compressed file was not written.
  ///
  /// - Thread: any
  public enum AppleFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file extension does not match the format; the system chooses the container by the extension.
    case badName(path: String, expected: String)
    /// AAC does not support the sample rate.
    case sampleRate(Int)
    /// No encoder supports the bit rate.
    case bitRate(Int)
    /// Apple Lossless does not support the bit depth.
    case bitDepth(Int)
    /// The file or its encoder could not be created; `code` is the system's error code.
    case cannotOpen(path: String, code: Int)
    /// The file could not be written; `code` is the system's error code.
    case cannotWrite(path: String, code: Int)
    /// The complete file could not be renamed; `code` is the system's error code.
    case cannotName(path: String, code: Int)

    /// The error in one sentence.
    public var description: String {
      switch self {
      case .badName(let path, let expected): "\(path): a file of this format must end in \(expected)"
      case .sampleRate(let rate):
        "AAC holds at most 48000 frames per second, not \(rate); choose Apple Lossless, or 48000"
      case .bitRate(let rate): "a bit rate of \(rate) is outside 8000 to 640000"
      case .bitDepth(let depth): "Apple Lossless holds 16, 20, 24 or 32 bits, not \(depth)"
      case .cannotOpen(let path, let code): "\(path): the file cannot be made (error \(code)); check its folder"
      case .cannotWrite(let path, let code): "\(path): the file cannot be written (error \(code))"
      case .cannotName(let path, let code): "\(path): the finished file cannot take this name (error \(code))"
      }
    }
  }
#endif
