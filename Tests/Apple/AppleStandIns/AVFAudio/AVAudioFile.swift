// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import AudioToolbox
import Foundation

/// The stand-in does not encode: it writes the settings and every sample, so that tests can read them back.
///
/// Like the original, it creates the file at once, accepts only buffers of its processing format, and is complete only
/// when it has been closed or deallocated.
open class AVAudioFile: NSObject {
  /// The faults that tests can inject.
  public enum Fault: Equatable {
    /// Opening fails.
    case opening
    /// The write with this number fails, counted from 0.
    case write(Int)
  }

  /// The next file has this fault.
  nonisolated(unsafe) public static var nextFault: Fault?
  /// The length of a file's magic number in bytes.
  public static var magic: [UInt8] { Array("STANDIN1".utf8) }

  public let url: URL
  public let processingFormat: AVAudioFormat
  public let fileFormat: AVAudioFormat
  public private(set) var length: AVAudioFramePosition = 0
  public private(set) var isOpen = true
  private let handle: FileHandle?
  private let fault: Fault?
  private var writes = 0

  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    fault = Self.nextFault
    Self.nextFault = nil
    guard fault != .opening, let rate = settings[AVSampleRateKey] as? Double,
      let channels = settings[AVNumberOfChannelsKey] as? Int, let id = settings[AVFormatIDKey] as? AudioFormatID,
      rate >= 8_000, rate <= (id == kAudioFormatMPEG4AAC ? 48_000 : 384_000),
      let processing = AVAudioFormat(
        commonFormat: format, sampleRate: rate, channels: AVAudioChannelCount(channels), interleaved: interleaved),
      FileManager.default.createFile(atPath: fileURL.path, contents: nil)
    else { throw NSError(domain: "com.apple.coreaudio.avfaudio", code: 1_718_449_215) }
    url = fileURL
    (processingFormat, fileFormat) = (processing, processing)
    let handle = try FileHandle(forWritingTo: fileURL)
    self.handle = handle
    var header = Self.magic
    withUnsafeBytes(of: (id.littleEndian, UInt32(channels).littleEndian, rate.bitPattern.littleEndian)) { header += $0 }
    try handle.write(contentsOf: Data(header))
  }

  /// Reads what the stand-in has written.
  public init(forReading fileURL: URL) throws {
    guard let contents = Self.contents(of: fileURL.path),
      let format = AVAudioFormat(
        standardFormatWithSampleRate: contents.sampleRate, channels: AVAudioChannelCount(contents.channels.count))
    else { throw NSError(domain: "com.apple.coreaudio.avfaudio", code: 1_954_115_647) }
    (url, processingFormat, fileFormat) = (fileURL, format, format)
    (handle, fault, isOpen) = (nil, nil, false)
    length = AVAudioFramePosition(contents.channels[0].count)
  }

  deinit { close() }

  /// The number of frames, followed by the channels one after another.
  open func write(from buffer: AVAudioPCMBuffer) throws {
    guard isOpen, buffer.format == processingFormat, let data = buffer.floatChannelData else {
      throw NSError(domain: "com.apple.coreaudio.avfaudio", code: -50)
    }
    defer { writes += 1 }
    if fault == .write(writes) { throw NSError(domain: "com.apple.coreaudio.avfaudio", code: -40) }
    var piece = Data()
    withUnsafeBytes(of: buffer.frameLength.littleEndian) { piece.append(contentsOf: $0) }
    for channel in 0..<Int(buffer.format.channelCount) {
      piece.append(Data(bytes: data[channel], count: 4 * Int(buffer.frameLength)))
    }
    try handle?.write(contentsOf: piece)
    length += AVAudioFramePosition(buffer.frameLength)
  }

  open func close() {
    guard isOpen else { return }
    isOpen = false
    try? handle?.write(contentsOf: Data([0xFF, 0xFF, 0xFF, 0xFF]))
    try? handle?.close()
  }

  /// The contents of a file that the stand-in has written; nil for other files, and for files that were not closed.
  public static func contents(of path: String) -> (id: AudioFormatID, sampleRate: Double, channels: [[Float]])? {
    guard let bytes = FileManager.default.contents(atPath: path).map(Array.init), bytes.starts(with: magic) else {
      return nil
    }
    return bytes.withUnsafeBytes { raw in
      let id = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      let count = Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      let rate = Double(bitPattern: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
      var channels = [[Float]](repeating: [], count: count)
      var position = 24
      while position + 4 <= raw.count {
        let frames = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        if frames == .max { return (id, rate, channels) }
        position += 4
        for channel in 0..<count {
          channels[channel] += (0..<Int(frames)).map {
            raw.loadUnaligned(fromByteOffset: position + 4 * $0, as: Float.self)
          }
          position += 4 * Int(frames)
        }
      }
      return nil
    }
  }
}
