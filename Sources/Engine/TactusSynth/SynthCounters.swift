/// Counters of a synthesizer since its start, for display.
public struct SynthCounters: Hashable, Sendable {
  /// The number of voices started, one for each region of each note.
  public var voicesStarted = 0
  /// The highest number of voices that sounded at once.
  public var peakVoices = 0
  /// The number of voices faded out early because the polyphony was used up.
  public var stolenVoices = 0
  /// The number of fading voices cut off because the lanes for fading voices were used up too.
  public var cutVoices = 0
  /// The number of notes for which the preset has no region, or for which there is no preset.
  public var silentNotes = 0
  /// The number of voices omitted because their compressed sample had not been decoded; see
  /// ``SoundBank/prepare(bank:program:)``.
  public var undecodedVoices = 0
  /// The number of presets that notes required but the bank does not have, each counted once.
  public var missingPresets = 0
  /// The number of system-exclusive messages that were applied.
  public var systemMessages = 0
  /// The number of system-exclusive messages for other devices, or for functions that the synthesizer does not have.
  public var ignoredSystemMessages = 0
  /// The number of system-exclusive messages ignored because of a wrong checksum.
  public var badChecksums = 0
  /// The number of system-exclusive messages ignored because they are longer than any that the synthesizer supports.
  public var longSystemMessages = 0

  /// Creates counters at zero.
  public init() {}
}

extension SynthCounters {
  init(_ messages: MessageCounters, _ voices: VoiceCounters) {
    (voicesStarted, peakVoices) = (voices.voicesStarted, voices.peakVoices)
    (stolenVoices, cutVoices) = (voices.stolenVoices, voices.cutVoices)
    (silentNotes, undecodedVoices) = (voices.silentNotes, voices.undecodedVoices)
    missingPresets = messages.missingPresets
    (systemMessages, ignoredSystemMessages) = (messages.systemMessages, messages.ignoredSystemMessages)
    (badChecksums, longSystemMessages) = (messages.badChecksums, messages.longSystemMessages)
  }
}
