import Synchronization
import TactusMIDI
import TactusRealtime
import TactusRender

/// A ``LiveSynth`` on the audio thread: acquires published banks and settings, and renders.
///
/// The memory that the core uses belongs to the ``LiveSynth``, which must outlive the core. Functions that other
/// modules call are `mutating` even if they only read: their callers would otherwise copy the whole value for each
/// call.
/// - Thread: audio
package struct LiveCore {
  let core: UnsafeMutablePointer<SynthCore>
  let output: UnsafeMutablePointer<OutputState>
  private let banks: SnapshotReader<LiveBank>
  private let controls: StateReader<LiveControls>
  private let messages: RingConsumer<ChannelMessage>
  private var selections: WaitingSelections
  /// The lowest number of a sounding bank.
  private let oldest: UnsafeMutablePointer<Atomic<Int>>
  private let programs: StateWriter<LivePrograms>
  private let voiceCount: UnsafeMutablePointer<Atomic<Int>>

  /// The outputs by part; nil for one output.
  var outputs: UnsafeMutablePointer<PartOutputs>?
  private var bank: UnsafePointer<LiveBank>?
  private var set = LiveControls()
  private var reported = LivePrograms()
  private var hasReported = false
  /// Whether voices of former banks may sound.
  private var hasOldVoices = false
  private let mostVoices: Int
  private var hasControls = false
  /// A bit for each part whose program has been set and not yet selected.
  private var duePrograms: UInt16 = 0
  /// The ``LiveControls/programCounts`` of the selections that have been applied.
  private var applied = SIMD16<Int>(repeating: 0)
  private var needsMainThread = false
  /// Whether nothing has been rendered since the start or a reset.
  private var isFresh = true

  init(
    core: UnsafeMutablePointer<SynthCore>, output: UnsafeMutablePointer<OutputState>, banks: SnapshotReader<LiveBank>,
    controls: StateReader<LiveControls>, messages: RingConsumer<ChannelMessage>, selections: WaitingSelections,
    words: LiveWords, programs: StateWriter<LivePrograms>, mostVoices: Int
  ) {
    (self.core, self.output, self.banks, self.controls) = (core, output, banks, controls)
    (self.messages, self.selections, self.programs) = (messages, selections, programs)
    (oldest, voiceCount) = (words.oldestBank, words.voiceCount)
    self.mostVoices = mostVoices
  }

  /// Renders a cycle; see ``LiveSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ frames: Int, _ events: EventList, into block: AudioBlock) {
    // counted before the controls are acquired, so that programs set before these messages are known
    let waiting = messages.count
    takeBank()
    takeControls()
    if isFresh { output.pointee.jumpToUnitGains() }
    isFresh = false
    for _ in 0..<waiting {
      if let message = messages.pop() { core.pointee.receive(message) }
      setDuePrograms()
    }
    if let outputs {
      outputs.pointee.render(core, frames, events, output, into: block)
    } else {
      core.pointee.render(frames, events, output, into: block)
    }
    if frames <= 0 { for event in events { core.pointee.receive(event.message) } }
    report()
  }

  /// Sets which outputs the host takes, one bit for each; see ``LiveSynth/prepare(outputs:)``. The sound of the others
  /// goes to the main output.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func connect(outputs mask: UInt32) { outputs?.pointee.routes.pointee.connected = mask }

  /// Silences everything; see ``LiveSynth/reset()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    core.pointee.reset()
    output.pointee.reset()
    for part in 0..<16 { setProgram(part) }
    (hasOldVoices, isFresh) = (true, true)
    report()
  }

  // MARK: Acquiring

  mutating func takeBank() {
    guard banks.hasUpdate else { return }
    bank = banks.acquire()
    guard let bank else { return }
    core.pointee.setBank(bank.pointee.tables, number: bank.pointee.number)
    core.pointee.voices.pointee.fadeVoices(ofBanksBefore: bank.pointee.firstKept)
    for part in 0..<SynthLimits.channels { core.pointee.state.findPreset(part) }
    hasOldVoices = true
  }

  mutating func takeControls() {
    guard controls.hasUpdate || !hasControls else { return }
    hasControls = true
    let new = controls.acquire()
    apply(new)
    set = new
    for part in 0..<16 where new.programCounts[part] > applied[part] { duePrograms |= 1 &<< UInt16(part) }
    setDuePrograms()
  }

  private mutating func apply(_ new: LiveControls) {
    output.pointee.unit = new.gains
    core.pointee.voices.pointee.setPolyphony(new.polyphony)
    core.pointee.voices.pointee.renderer.interpolation = new.interpolation
    if new.tuning != core.pointee.state.unitTuning {
      core.pointee.state.unitTuning = new.tuning
      core.pointee.state.applyMasterTuning()
    }
  }

  // MARK: Set on the audio thread

  /// Changes the settings; they apply until the control side next sets them.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func set(_ new: SynthControls) {
    takeControls()
    var live = set
    live.take(new.clamped, mostVoices: mostVoices)
    apply(live)
  }

  /// Sets a part's preset, as bank select and program change messages do.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setPreset(_ part: Int, _ program: PartProgram) {
    guard part >= 0, part < 16 else { return }
    takeBank()
    takeControls()
    // this selection is later than those that wait
    duePrograms &= ~(1 &<< UInt16(truncatingIfNeeded: part))
    applied[part] = set.programCounts[part]
    core.pointee.state.setPreset(part, address: program.address)
  }

  /// Changes a setting of a part's sound, 0…15, at the next frame to be rendered. Resets keep it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setSound(_ part: Int, _ setting: PartSoundSetting, to value: Double) {
    guard part >= 0, part < 16 else { return }
    core.pointee.state.setSound(part, setting, value)
  }

  /// Takes over what has been published and reports it, so that the next cycle has nothing new for the control side.
  /// The caller runs the control tasks next, while no thread renders.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func applyBeforeCycles() {
    takeBank()
    takeControls()
    report()
    needsMainThread = false
  }

  /// Returns the preset that was selected for a part.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func preset(_ part: Int) -> PartProgram {
    PartProgram(address: core.pointee.state.channels[part & 15].address)
  }

  /// Whether there has been new work for the control side since the last call: presets have changed, or a former bank
  /// has rung out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takesMainThreadRequest() -> Bool {
    let wants = needsMainThread
    needsMainThread = false
    return wants
  }

  /// The number of voices that sound and are not fading.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func soundingVoices() -> Int { core.pointee.soundingVoices }

  /// Whether no voice sounds or fades and all effects have decayed, so that only an event can end the silence.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func isSilent() -> Bool { !core.pointee.hasVoices && output.pointee.isSilent }

  /// Selects the programs that were set before the next waiting message was sent: those of the queue, then those for
  /// which it had no room.
  private mutating func setDuePrograms() {
    let played = messages.poppedCount
    for _ in 0..<selections.mostDue {
      guard let next = selections.next(after: played) else { break }
      let part = Int(next.part)
      guard next.count > applied[part] else { continue }
      applied[part] = next.count
      core.pointee.state.setPreset(part, address: next.address)
    }
    guard duePrograms != 0 else { return }
    for part in 0..<16 where duePrograms &>> UInt16(part) & 1 == 1 && set.messagesBefore[part] <= played {
      duePrograms &= ~(1 &<< UInt16(part))
      guard set.programCounts[part] > applied[part] else { continue }
      applied[part] = set.programCounts[part]
      setProgram(part)
    }
  }

  private func setProgram(_ part: Int) {
    guard set.programCounts[part] > 0 else { return }
    core.pointee.state.setPreset(part, address: set.programs[part])
  }

  // MARK: Reporting

  private mutating func report() {
    var isNew = false
    for part in 0..<16 {
      let count = applied[part]
      let address = core.pointee.state.channels[part].address
      let played = core.pointee.state.playedAddress(part)
      if reported.addresses[part] != address || reported.counts[part] != count || reported.played[part] != played {
        isNew = true
      }
      (reported.addresses[part], reported.counts[part], reported.played[part]) = (address, count, played)
    }
    if isNew || !hasReported {
      programs.publish(reported)
      needsMainThread = true
    }
    hasReported = true
    voiceCount.pointee.store(core.pointee.soundingVoices, ordering: .relaxed)
    guard hasOldVoices else { return }
    let first = core.pointee.voices.pointee.oldestBank()
    oldest.pointee.store(Int(first), ordering: .releasing)
    hasOldVoices = first < core.pointee.voices.pointee.bankNumber
    if !hasOldVoices { needsMainThread = true }
  }
}

/// Atomic words that both sides of a ``LiveSynth`` share.
struct LiveWords {
  let oldestBank: UnsafeMutablePointer<Atomic<Int>>
  let voiceCount: UnsafeMutablePointer<Atomic<Int>>
}

extension VoicePool {
  /// Fades out the voices of former banks.
  mutating func fadeVoices(ofBanksBefore number: UInt32) {
    for index in 0..<(renderer.groupCount &* 8) where voices[index].state != .free && voices[index].bank < number {
      fade(index, .silence)
    }
  }

  /// Returns the lowest number of a sounding bank, or the number of the current bank if none sounds.
  func oldestBank() -> UInt32 {
    var oldest = bankNumber
    for group in 0..<renderer.groupCount where groups[group].active != 0 {
      for index in group &* 8..<group &* 8 &+ 8 where voices[index].state != .free && voices[index].bank < oldest {
        oldest = voices[index].bank
      }
    }
    return oldest
  }

  /// Sets the maximum number of voices, and fades out the voices beyond it.
  mutating func setPolyphony(_ most: Int) {
    polyphony = most
    while soundingVoices > polyphony {
      let before = soundingVoices
      steal()
      if soundingVoices == before { break }
    }
  }
}
