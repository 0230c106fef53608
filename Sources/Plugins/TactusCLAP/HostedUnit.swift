import CCLAP
import TactusPlugin
import TactusRealtime
import TactusWindow

/// The control side of a plug-in instance, and the owner of all memory that the audio side uses.
///
/// CLAP calls these functions on one main thread, so no locks are needed.
/// - Thread: control
final class HostedUnit {
  let unit: PluginUnit
  let host: UnsafePointer<clap_host>
  let plugin: UnsafeMutablePointer<clap_plugin>
  let audio: UnsafeMutablePointer<AudioSide>
  private let notes = UnsafeMutableBufferPointer<HostNotes.Note>.allocate(capacity: 2_048)
  private let expressions = ExpressionMemory()
  private let tuningIDs = UnsafeMutablePointer<UInt32>.allocate(capacity: HostTuning.channelCount)
  /// The names of keys that the host has asked for last, and what they depend on.
  var noteNames: [NoteName] = []
  var namedSource: NoteNameSource?
  /// The track in which the host has put the plug-in.
  var track = Track()
  var extensions = HostExtensions() { didSet { edits.parameters = extensions.parameters } }
  private let editQueue = RingQueue<WindowEdit>(capacity: 2_048)
  let edits: WindowEdits
  /// The window, while it exists.
  var window: HostedWindow?
  /// What the window showed when it was closed last.
  var windowState: WindowState?
  private var isActive: Bool { audio.pointee.isActive }
  /// The latency last reported to the host.
  private var reportedLatency: Int?
  private var reportedBanks: [Double] = []
  /// The number of voices last reported to the host.
  private var reportedVoices: UInt32?

  private init(
    _ descriptor: PluginDescriptor, _ table: UnsafePointer<clap_plugin_descriptor>, host: UnsafePointer<clap_host>
  ) {
    unit = PluginUnit(descriptor)
    self.host = host
    plugin = .allocate(capacity: 1)
    audio = .allocate(capacity: 1)
    plugin.initialize(to: Self.functions)
    plugin.pointee.desc = table
    plugin.pointee.plugin_data = UnsafeMutableRawPointer(audio)
    let shared = UnsafeMutablePointer<SharedState>.allocate(capacity: 1)
    shared.initialize(to: SharedState())
    edits = WindowEdits(unit, host, shared, editQueue)
    let isInstrument = descriptor.kind == .instrument
    tuningIDs.initialize(repeating: HostTuning.none, count: HostTuning.channelCount)
    audio.initialize(
      to: AudioSide(
        core: unit.core, host: host, control: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
        isInstrument: isInstrument, channelCount: descriptor.audioOutputs,
        addresses: ParameterAddresses(of: descriptor),
        shared: shared, edits: editQueue.consumer, notes: HostNotes(notes, reportsEnds: isInstrument),
        expressions: expressions.expressions,
        tuning: HostTuning(ids: tuningIDs),
        channels: .allocate(capacity: PluginCore.mostOutputChannels),
        spare: UnsafeMutableBufferPointer(start: nil, count: 0)))
    reportedBanks = unit.bankNumbers
    reportedVoices = voiceCount
    findTail()
  }

  deinit {
    if isActive { unit.deactivate() }
    audio.pointee.addresses.deallocate()
    audio.pointee.channels.deallocate()
    audio.pointee.spare.deallocate()
    audio.pointee.shared.deinitialize(count: 1).deallocate()
    audio.deallocate()
    notes.deallocate()
    tuningIDs.deallocate()
    plugin.deallocate()
  }

  /// Creates an instance, which lives until ``destroy()``.
  static func make(
    _ descriptor: PluginDescriptor, _ table: UnsafePointer<clap_plugin_descriptor>, host: UnsafePointer<clap_host>
  ) -> UnsafePointer<clap_plugin> {
    let hosted = Unmanaged.passRetained(HostedUnit(descriptor, table, host: host))
    return UnsafePointer(hosted.takeUnretainedValue().plugin)
  }

  /// Returns the instance to which a CLAP struct belongs; nil if there is no struct.
  static func of(_ plugin: UnsafePointer<clap_plugin>?) -> HostedUnit? {
    guard let data = plugin?.pointee.plugin_data else { return nil }
    let audio = data.assumingMemoryBound(to: AudioSide.self)
    return Unmanaged<HostedUnit>.fromOpaque(audio.pointee.control).takeUnretainedValue()
  }

  func destroy() {
    closeWindow()
    Unmanaged.passUnretained(self).release()
  }

  // MARK: Life cycle

  /// Allocates the resources for rendering.
  ///
  /// - Parameters:
  ///   - rate: frames per second, one of ``PluginUnit/sampleRates``.
  ///   - most: the maximum number of frames in a block.
  /// - Returns: false for other sample rates, and if the plug-in is already active.
  func activate(rate: Double, most: Int) -> Bool {
    expectMainThread("activate")
    guard !isActive, PluginUnit.sampleRates.contains(rate) else { return false }
    let frames = max(1, min(most, 1 << 20))
    audio.pointee.spare.deallocate()
    audio.pointee.spare = .allocate(capacity: 2 * frames)
    audio.pointee.spare.initialize(repeating: 0)
    if audio.pointee.isInstrument { audio.pointee.channelCount = 2 * unit.outputs.count }
    unit.activate(sampleRate: rate, maximumFrameCount: frames)
    audio.pointee.isActive = true
    findTail()
    if let reportedLatency, reportedLatency != unit.latency { extensions.latency?.pointee.changed?(host) }
    reportedLatency = unit.latency
    return true
  }

  func deactivate() {
    expectMainThread("deactivate")
    guard isActive else { return }
    unit.deactivate()
    audio.pointee.isActive = false
    audio.pointee.notes.removeAll()
    audio.pointee.expressions.removeAll()
    applyWantedOutputs()
  }

  /// Runs the work that the audio thread has requested.
  func runMainThreadTasks() {
    expectMainThread("on_main_thread")
    unit.runMainThreadTasks()
    let hasLost = audio.pointee.shared.pointee.hasLostChange.exchange(false, ordering: .relaxed)
    let hasNewContents = audio.pointee.shared.pointee.hasNewContents.exchange(false, ordering: .relaxed)
    let hasLearned = unit.takeAssignmentChange()
    if hasNewContents || hasLearned { extensions.state?.pointee.mark_dirty?(host) }
    if hasLost || hasNewContents { rescanParameters() }
    reportChanges()
  }

  /// Requests a rescan of the values of parameters, which may have changed, and of their texts: those of programs are
  /// names in the bank.
  func rescanParameters() {
    reportedBanks = unit.bankNumbers
    extensions.parameters?.pointee.rescan?(host, UInt32(CLAP_PARAM_RESCAN_VALUES | CLAP_PARAM_RESCAN_TEXT))
  }

  /// Requests a rescan of the texts if the bank number of a part has changed.
  private func reportProgramTexts() {
    guard reportedBanks != unit.bankNumbers else { return }
    reportedBanks = unit.bankNumbers
    extensions.parameters?.pointee.rescan?(host, UInt32(CLAP_PARAM_RESCAN_TEXT))
  }

  /// Notifies the host if the number of voices has changed.
  private func reportVoiceCount() {
    guard reportedVoices != voiceCount else { return }
    reportedVoices = voiceCount
    extensions.voices?.pointee.changed?(host)
  }

  /// Reports to the host what has changed: the names of notes, the texts of programs, and the number of voices. Writes
  /// the unit's messages for the user to the host's log. Updates the tail time for the audio side, and requests a
  /// restart if the latency of an active plug-in has changed.
  func reportChanges() {
    findTail()
    for remark in unit.takeRemarks() { log(remark, CLAP_LOG_WARNING) }
    reportNoteNames()
    reportProgramTexts()
    reportVoiceCount()
    guard isActive, let reportedLatency, reportedLatency != unit.latency else { return }
    host.pointee.request_restart?(host)
  }

  /// The latency, which stays constant until the next activation.
  var latency: Int { isActive ? reportedLatency ?? unit.latency : unit.latency }

  private func findTail() {
    let tail = unit.tail.map { UInt32(clamping: min($0, Int(Int32.max))) } ?? .max
    audio.pointee.shared.pointee.tail.store(tail, ordering: .relaxed)
  }

  // MARK: Messages to the host

  /// In debug builds, writes to the host's log if the host has not called a function on the main thread.
  func expectMainThread(_ name: StaticString) {
    #if DEBUG
      if extensions.threads?.pointee.is_main_thread?(host) == false {
        log("\(name) is not called on the main thread", CLAP_LOG_HOST_MISBEHAVING)
      }
    #endif
  }

  func log(_ text: String, _ severity: Int) {
    text.withCString { extensions.log?.pointee.log?(host, Int32(severity), $0) }
  }
}
