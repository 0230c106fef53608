/// What happened since the start, for people to read.
public struct SynthCounters: Hashable, Sendable {
  /// Voices started, one for each region of each note.
  public var voicesStarted = 0
  /// The most voices that sounded at once.
  public var peakVoices = 0
  /// Voices faded out early because the polyphony was used up.
  public var stolenVoices = 0
  /// Fading voices cut short because even the room for fading was used up.
  public var cutVoices = 0
  /// Notes for which the chosen preset has no sound, or that found no preset at all.
  public var silentNotes = 0
  /// Voices left out because their compressed sample had not been decoded: see ``SoundBank/prepare(bank:program:)``.
  public var undecodedVoices = 0
  /// Presets that notes asked for and the bank does not have, each counted once.
  public var missingPresets = 0
  /// System-exclusive messages that were followed.
  public var systemMessages = 0
  /// System-exclusive messages for others, or about what the synthesizer does not have.
  public var ignoredSystemMessages = 0
  /// System-exclusive messages that were ignored because their checksum is wrong.
  public var badChecksums = 0
  /// System-exclusive messages that were ignored because they are longer than any that the synthesizer follows.
  public var longSystemMessages = 0

  /// Nothing yet.
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
