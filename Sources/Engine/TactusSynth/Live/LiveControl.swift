import TactusDSP

/// The control side of a ``LiveSynth``, under its lock.
struct LiveControl: Sendable {
  /// Plays nothing.
  static let silence = SoundBank([])

  private(set) var controls: LiveControls
  private(set) var synthControls = SynthControls()
  private(set) var published: PublishedBank
  /// Banks that have been replaced and may still sound, the oldest first.
  private var former: [PublishedBank] = []
  private var number: UInt32 = 0
  /// What has been cut stays cut, also where the audio thread never saw the version that said so.
  private var firstKept: UInt32 = 0

  init(_ settings: SynthSettings) {
    controls = LiveControls()
    published = PublishedBank(nil, number: 0, firstKept: 0)
    synthControls.polyphony = settings.polyphony
    synthControls.interpolation = settings.interpolation
    synthControls.gain = settings.gain
    set(synthControls, settings)
  }

  /// How many former banks may still sound.
  var formerCount: Int { former.count }

  mutating func publish(_ bank: SoundBank?, _ formerNotes: LiveSynth.FormerNotes) -> PublishedBank {
    number += 1
    former.append(published)
    // too many at once: the oldest fade out
    let first = former.count > SynthLimits.formerBanks ? former[former.count - SynthLimits.formerBanks].number : 0
    firstKept = max(firstKept, formerNotes == .cut ? number : first)
    published = PublishedBank(bank, number: number, firstKept: firstKept)
    return published
  }

  /// A bank that the audio thread has never seen is not a former one.
  mutating func forget(_ unseen: PublishedBank) { former.removeAll { $0 === unseen } }

  /// Lets go of banks that are older than the oldest that sounds.
  mutating func reclaim(before oldest: Int) { former.removeAll { Int($0.number) < oldest } }

  mutating func set(_ new: SynthControls, _ settings: SynthSettings) {
    synthControls = new.clamped
    synthControls.polyphony = min(synthControls.polyphony, max(1, settings.polyphony))
    controls.take(synthControls, mostVoices: settings.polyphony)
  }

  mutating func set(_ program: PartProgram, of part: Int) {
    controls.programs[part] = program.address
    controls.programCounts[part] &+= 1
    if controls.programCounts[part] == 0 { controls.programCounts[part] = 1 }
  }

  /// Sets the programs again that have been set.
  mutating func markProgramsChanged() {
    for part in 0..<16 where controls.programCounts[part] > 0 { controls.programCounts[part] &+= 1 }
  }
}

/// A bank in the hands of the audio thread.
final class PublishedBank: Sendable {
  let bank: SoundBank?
  let number: UInt32
  private let memory: Memory

  private struct Memory: @unchecked Sendable {  // never changed once it is filled
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
