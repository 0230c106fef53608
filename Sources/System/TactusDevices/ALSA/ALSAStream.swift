import CALSA
import TactusFiles
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A stream to a device of the ALSA library. A thread renders cycle by cycle, and waits until the device has room.
///
/// - Thread: control, one thread at a time
final class ALSAStream: DeviceStream {
  let driver = AudioDriver.alsa
  let device: String?
  let watch = DeviceWatch()
  private(set) var sampleRate = 0
  private(set) var period = 0
  private(set) var bufferFrames = 0
  private let library: ALSALibrary
  private var format = ALSAFormat.float
  private var pcm: OpaquePointer?
  private var writer: UnsafeMutablePointer<ALSAWriter>?
  private var bytes: UnsafeMutableRawPointer?
  private let stopWord = SharedWords(0)
  private var thread: AudioThread?

  init(_ options: DeviceOptions) throws(DeviceError) {
    library = try ALSALibrary.shared()
    let name = options.device ?? "default"
    device = name
    // otherwise, opening waits until a busy device is free
    let mode = Int32(SND_PCM_NONBLOCK)
    let code = library.functions.pointee.snd_pcm_open(&pcm, name, Int32(SND_PCM_STREAM_PLAYBACK), mode)
    guard code == 0, let pcm else {
      if code == -ENOENT, options.device != nil { throw .unknownDevice(.alsa, name: name) }
      if code == -EBUSY { throw .refused(.alsa, reason: "the device \(name) is in use by another program") }
      throw .refused(.alsa, reason: "the device \(name) cannot be opened (\(library.words(Int(code))))")
    }
    _ = library.functions.pointee.snd_pcm_nonblock(pcm, 0)
    do { try negotiate(pcm, options) } catch {
      _ = library.functions.pointee.snd_pcm_close(pcm)
      self.pcm = nil
      throw error
    }
  }

  deinit { stop() }

  // MARK: Negotiation

  private func negotiate(_ pcm: OpaquePointer, _ options: DeviceOptions) throws(DeviceError) {
    let functions = library.functions.pointee
    var parameters: OpaquePointer?
    guard functions.snd_pcm_hw_params_malloc(&parameters) == 0, let parameters else { throw refusal("memory", -12) }
    defer { functions.snd_pcm_hw_params_free(parameters) }
    try check(functions.snd_pcm_hw_params_any(pcm, parameters), "any configuration")
    try check(
      functions.snd_pcm_hw_params_set_access(pcm, parameters, Int32(SND_PCM_ACCESS_RW_INTERLEAVED)),
      "interleaved samples")
    let found = ALSAFormat.allCases.first {
      functions.snd_pcm_hw_params_set_format(pcm, parameters, $0.code) == 0
    }
    guard let found else { throw .refused(.alsa, reason: "the device has no sample format of 16, 24 or 32 bits") }
    format = found
    try check(functions.snd_pcm_hw_params_set_channels(pcm, parameters, 2), "stereo output")
    var rate = UInt32(clamping: options.sampleRate ?? 48_000)
    try check(functions.snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "the sample rate")
    var frames = snd_pcm_uframes_t(options.clampedPeriod)
    try check(functions.snd_pcm_hw_params_set_period_size_near(pcm, parameters, &frames, nil), "the period size")
    var buffer = snd_pcm_uframes_t(options.bufferFrames)
    try check(functions.snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "the buffer size")
    try check(functions.snd_pcm_hw_params(pcm, parameters), "the configuration")
    guard rate >= 1_000, rate <= 768_000 else {
      throw .refused(.alsa, reason: "the device requires \(rate) frames per second; Tactus plays 1000 to 768000")
    }
    bufferFrames = Int(clamping: buffer)
    (sampleRate, period) = (Int(rate), min(max(16, Int(clamping: frames)), 1 << 16))
    try startWhenFull(pcm, buffer)
  }

  /// Makes the device start when its buffer is full.
  private func startWhenFull(_ pcm: OpaquePointer, _ buffer: snd_pcm_uframes_t) throws(DeviceError) {
    let functions = library.functions.pointee
    var parameters: OpaquePointer?
    guard functions.snd_pcm_sw_params_malloc(&parameters) == 0, let parameters else { throw refusal("memory", -12) }
    defer { functions.snd_pcm_sw_params_free(parameters) }
    try check(functions.snd_pcm_sw_params_current(pcm, parameters), "its settings")
    let threshold = max(1, buffer / snd_pcm_uframes_t(period) * snd_pcm_uframes_t(period))
    try check(functions.snd_pcm_sw_params_set_start_threshold(pcm, parameters, threshold), "the start threshold")
    try check(functions.snd_pcm_sw_params(pcm, parameters), "its settings")
  }

  private func check(_ code: Int32, _ request: String) throws(DeviceError) {
    if code < 0 { throw refusal(request, Int(code)) }
  }

  private func refusal(_ request: String, _ code: Int) -> DeviceError {
    .refused(.alsa, reason: "the device \(device ?? "") does not support \(request) (\(library.words(code)))")
  }

  // MARK: Life cycle

  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {
    guard let pcm, thread == nil else { return }
    // SampleQuantizer may overwrite sixteen bytes after the last frame
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: period * 8 + 16, alignment: 64)
    let writer = UnsafeMutablePointer<ALSAWriter>.allocate(capacity: 1)
    writer.initialize(
      to: ALSAWriter(
        functions: library.functions, pcm: pcm, renderer: renderer, period: period, bufferFrames: bufferFrames,
        format: format, bytes: bytes, underruns: watch.underruns, stop: stopWord[0]))
    (self.writer, self.bytes) = (writer, bytes)
    thread = AudioThread { [watch, library] in
      let code = writer.pointee.run()
      if code < 0 { watch.end("the ALSA device was disconnected or has failed (\(library.words(code)))") }
    }
    if thread == nil { throw .refused(.alsa, reason: "could not start the audio thread") }
  }

  func stop() {
    stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
    thread = nil
    if let pcm {
      _ = library.functions.pointee.snd_pcm_drop(pcm)
      _ = library.functions.pointee.snd_pcm_close(pcm)
    }
    pcm = nil
    writer?.deinitialize(count: 1)
    writer?.deallocate()
    bytes?.deallocate()
    (writer, bytes) = (nil, nil)
  }
}
