import Tactus
import TactusDevices

/// A stream that writes what is played to an audio file, in real time.
///
/// - Thread: control, one thread at a time; the timer's thread renders and writes
final class FileStream: DeviceStream {
  let driver = AudioDriver.file
  /// The path, at which no file existed before.
  let device: String?
  let sampleRate: Int
  let period: Int
  let watch = DeviceWatch()
  private let path: String
  private let recording: FileRecording
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var timer: CycleTimer?
  private var hasStarted = false

  /// Opens a file. An existing file is kept; the new one gets a number.
  init(_ path: String, sampleRate: Int, period: Int) throws {
    guard let format = AudioFileFormat(path: path) else {
      throw ToolError(path, "the file has no known extension; choose .wav, .aiff, .caf, .flac, .ogg, .opus or .mp3")
    }
    let path = try FreePath.reserve(path)
    (self.path, device, self.sampleRate, self.period) = (path, path, sampleRate, period)
    // floats store what is played exactly
    let samples: SampleFormat = format.isCompressed ? .int24 : .float32
    let description = AudioFileDescription(format: format, sampleFormat: samples, sampleRate: sampleRate)
    do { recording = try FileRecording(path, description) } catch {
      removeFile(path)
      throw error
    }
    channels = .allocate(capacity: 2)
    for side in 0..<2 {
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: period)
      channel.initialize(repeating: 0, count: period)
      (channels + side).initialize(to: channel)
    }
  }

  deinit {
    stop()
    if !hasStarted { removeFile(path) }
    for side in 0..<2 { channels[side].deallocate() }
    channels.deallocate()
  }

  var bufferFrames: Int { 0 }

  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
    let frames = period
    timer = CycleTimer(every: Int64(frames) * 1_000_000_000 / Int64(sampleRate)) {
      [recording, watch, channels] isResumed in
      if isResumed { renderer.pointee.resume(watch.underruns) }
      renderer.pointee.render(frames, channels[0], channels[1])
      let block = AudioBlock(channels: UnsafePointer(channels), channelCount: 2, frameCount: frames)
      guard let words = recording.write(block) else { return true }
      watch.end(words)
      return false
    }
    if timer == nil { throw .refused(driver, reason: "could not start a thread to write the file") }
    hasStarted = true
  }

  /// Ends the recording and completes the file. If that fails, the stream has an ``DeviceWatch/ending``.
  func stop() {
    guard let timer else { return }
    timer.stop()
    self.timer = nil
    if let words = recording.finish() { watch.end(words) }
  }
}
