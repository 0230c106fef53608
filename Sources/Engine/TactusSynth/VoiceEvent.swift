/// Something that happens to a voice of the synthesizer, or a note that starts no voice.
///
/// A bounce reports these events if it is asked to (see `Bouncer.render`), in ascending order of their frames. Each
/// voice has exactly one `start` and one `end`.
/// - Thread: any
public struct VoiceEvent: Hashable, Sendable {
  /// The kind of event.
  public var kind: Kind
  /// The reason, for kinds that have several causes.
  public var reason: Reason?
  /// The frame in the output. Events of a voice that starts before the rendered range can have frames before the first
  /// rendered one, possibly below 0.
  public var frame: Int64
  /// The number of the voice, counted from 1 in the order in which voices start; nil for a note without a voice.
  public var voice: Int?
  /// The number of the note-on that started the voice; all voices of a note have the same number. Nil for a note for
  /// which there is no preset, or which no part receives.
  public var note: Int?
  /// The number of the note-on that stole or choked the voice.
  public var byNote: Int?
  /// The port, 0…15.
  public var port: UInt8
  /// The channel on the port, 0…15. For GS and XG this is the part that plays.
  public var channel: UInt8
  /// The key, 0…127; for `move`, the new key.
  public var key: UInt8
  /// The velocity, 1…127.
  public var velocity: UInt8
  /// The region that the voice plays; nil for a note without a voice.
  public var region: Region?
  /// The index of the note's stem in the plan; nil if no stems are rendered.
  public var stem: Int?
  /// The index of the note's track in the song; nil if a MIDI effect has generated the note.
  public var track: Int?

  /// What happens to a voice.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The voice starts.
    case start
    /// Its key is up, and a pedal holds it.
    case sustain
    /// Its release begins.
    case release
    /// It moves to another key without a new attack (legato).
    case move
    /// It fades out within 12 ms because a note needs a voice and the polyphony is used up.
    case steal
    /// It fades out because a note of the same exclusive class starts.
    case choke
    /// It fades out because another note replaces it on a monophonic channel.
    case replace
    /// It fades out because its channel is silenced: All Sound Off, a reset, or a change between drum and melodic part.
    case silence
    /// It has ended, and its lane is free.
    case end
    /// A note-on starts no voice.
    case missing
  }

  /// The reason for a release, an end or a missing voice.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A release: the key is up, because of a note-off or All Notes Off.
    case noteOff = "note-off"
    /// A release: the sustain or sostenuto pedal is up.
    case pedalUp = "pedal-up"
    /// A release: the same key is struck again.
    case repeatedKey = "repeated-key"
    /// An end: the sample has ended.
    case sampleEnd = "sample-end"
    /// An end: the volume envelope has ended or has fallen below the noise floor.
    case envelopeEnd = "envelope-end"
    /// An end: the voice was stolen, choked, replaced or silenced, and has faded out.
    case fadeEnd = "fade-end"
    /// An end during a fade-out, because a new voice needed the lane.
    case laneReused = "lane-reused"
    /// An end: rendering has finished while the voice still sounds.
    case renderEnd = "render-end"
    /// A missing voice: the bank has neither the selected preset nor one to replace it.
    case noPreset = "no-preset"
    /// A missing voice: the preset has no region for this key and velocity.
    case noRegion = "no-region"
    /// A missing voice: the compressed sample is not decoded.
    case notDecoded = "not-decoded"
    /// A missing voice: the region's offsets make the sample empty.
    case emptySample = "empty-sample"
    /// A missing voice: no part receives the note; part settings of GS or XG, or an MPE zone, exclude it.
    case notReceived = "not-received"
  }

  /// A region, with the names of its preset and sample.
  public struct Region: Hashable, Sendable {
    /// The index of the region in the bank.
    public var index: Int
    /// The bank number of the region's preset, including the bank offset of the SoundFont in the stack.
    public var bank: Int
    /// The program of the region's preset, 0…127.
    public var program: Int
    /// The name of the preset.
    public var preset: String
    /// The name of the sample.
    public var sample: String
  }
}
