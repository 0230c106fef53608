/// The compiled contents of a track: flat, sorted and immutable. Versions of a sequence share the timelines of
/// unchanged tracks, and the unchanged contents of the others.
///
/// - Thread: any
package final class TrackTimeline: Sendable {
  package let compiledNotes: CompiledNotes
  package let compiledMessages: CompiledMessages
  package let stepChances: StepChances
  /// The variants of a pass, if passes differ because they can start at different phases of the song's swing and groove
  /// grid.
  private let variants: PassVariants?

  /// Creates a timeline from compiled contents.
  package convenience init(
    notes: CompiledNotes, messages: CompiledMessages = CompiledMessages(), chances: StepChances = StepChances()
  ) {
    self.init(notes: notes, messages: messages, chances: chances, variants: nil)
  }

  init(notes: CompiledNotes, messages: CompiledMessages, chances: StepChances = StepChances(), variants: PassVariants?)
  {
    (compiledNotes, compiledMessages, stepChances, self.variants) = (notes, messages, chances, variants)
  }

  /// Creates a timeline from sorted notes and messages.
  ///
  /// - Parameters:
  ///   - notes: ascending by tick.
  ///   - messages: ascending by tick.
  ///   - chances: the chances that the notes refer to.
  package convenience init(notes: [CompiledNote], messages: [CompiledMessage] = [], chances: [StepChance] = []) {
    self.init(notes: CompiledNotes(notes), messages: CompiledMessages(messages), chances: StepChances(chances))
  }

  /// Notes, ascending by tick.
  package var notes: UnsafeBufferPointer<CompiledNote> { compiledNotes.elements }
  /// Other messages, ascending by tick.
  package var messages: UnsafeBufferPointer<CompiledMessage> { compiledMessages.elements }
  /// The chances that ``CompiledNote/chance`` refers to.
  package var chances: UnsafeBufferPointer<StepChance> { stepChances.elements }

  /// Returns the compiled track that plays this timeline with the given settings.
  package func compiledTrack(_ settings: CompiledTrack) -> CompiledTrack {
    var track = settings
    (track.notes, track.noteCount) = (notes.baseAddress, notes.count)
    track.longestDuration = compiledNotes.longestDuration
    (track.messages, track.messageCount) = (messages.baseAddress, messages.count)
    (track.chances, track.chanceCount) = (chances.baseAddress, chances.count)
    compiledMessages.checkpoints.mark(&track)
    variants?.mark(&track)
    return track
  }
}
