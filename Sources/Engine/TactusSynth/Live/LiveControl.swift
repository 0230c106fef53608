import TactusDSP

/// The control-side state of a ``LiveSynth``, protected by its lock.
struct LiveControl: Sendable {
  /// An empty bank.
  static let silence = SoundBank([])

  private(set) var controls: LiveControls
  private(set) var synthControls = SynthControls()
  private(set) var published: PublishedBank
  /// The former banks that may still sound, the oldest first.
  private var former: [PublishedBank] = []
  private var number: UInt32 = 0
  /// The lowest bank number whose voices are kept; the voices of earlier banks fade out. It never decreases, because
  /// the audio thread may skip the snapshot in which it was raised.
  private var firstKept: UInt32 = 0

  init(_ settings: SynthSettings) {
    controls = LiveControls()
    published = PublishedBank(nil, number: 0, firstKept: 0)
    synthControls.polyphony = settings.polyphony
    synthControls.interpolation = settings.interpolation
    synthControls.gain = settings.gain
    set(synthControls, settings)
  }

  /// The number of former banks that may still sound.
  var formerCount: Int { former.count }

  /// All banks that the control side keeps. A caller that holds them while it changes the state frees banks after it
  /// has released the lock: freeing one may call the program's code.
  var banks: [PublishedBank] { former + [published] }

  mutating func publish(_ bank: SoundBank?, _ formerNotes: LiveSynth.FormerNotes) -> PublishedBank {
    number += 1
    former.append(published)
    // If there are too many former banks, the notes of the oldest ones fade out.
    let first = former.count > SynthLimits.formerBanks ? former[former.count - SynthLimits.formerBanks].number : 0
    firstKept = max(firstKept, formerNotes == .cut ? number : first)
    published = PublishedBank(bank, number: number, firstKept: firstKept)
    return published
  }

  /// Removes a bank that the audio thread never acquired.
  mutating func forget(_ unseen: PublishedBank) { former.removeAll { $0 === unseen } }

  /// Releases banks that are older than the oldest sounding one.
  mutating func reclaim(before oldest: Int) { former.removeAll { Int($0.number) < oldest } }

  mutating func set(_ new: SynthControls, _ settings: SynthSettings) {
    synthControls = new.clamped
    synthControls.polyphony = min(synthControls.polyphony, max(1, settings.polyphony))
    controls.take(synthControls, mostVoices: settings.polyphony)
  }

  mutating func set(_ program: PartProgram, of part: Int, afterMessages messages: Int) -> ProgramSelection {
    controls.programs[part] = program.address
    controls.messagesBefore[part] = messages
    controls.programCounts[part] += 1
    return ProgramSelection(
      part: Int32(part), address: program.address, count: controls.programCounts[part], messagesBefore: messages)
  }

  /// Marks all programs as changed, so that the audio thread selects them again.
  mutating func markProgramsChanged() {
    for part in 0..<16 where controls.programCounts[part] > 0 { controls.programCounts[part] += 1 }
  }
}

/// A bank that has been published to the audio thread.
final class PublishedBank: Sendable {
  let bank: SoundBank?
  let number: UInt32
  private let memory: Memory

  private struct Memory: @unchecked Sendable {  // never changed after initialization
    let pointer: UnsafeMutablePointer<LiveBank>
  }

  init(_ bank: SoundBank?, number: UInt32, firstKept: UInt32) {
    (self.bank, self.number) = (bank, number)
    memory = Memory(pointer: .allocate(capacity: 1))
    let tables = (bank ?? LiveControl.silence).tables
    memory.pointer.initialize(to: LiveBank(tables: tables, number: number, firstKept: firstKept))
  }

  deinit { memory.pointer.deallocate() }

  var pointer: UnsafePointer<LiveBank> { UnsafePointer(memory.pointer) }
}
