/// The settings that have been sent to the receivers of MIDI outputs, so that later songs can reset them: programs,
/// controllers, registered parameters, pressure and pitch bends.
///
///     let receivers = ReceiverSettings()
///     let first = try SongPlayer(Bouncer(song, bank: bank), sendsMIDI: true, receivers: receivers)
///     let second = try SongPlayer(Bouncer(other, bank: bank), sendsMIDI: true, receivers: receivers)
///
/// Pass the same object to the players of songs that play one after the other on the same outputs. Each song then
/// begins with the defaults of what the former songs have changed.
/// - Thread: created and freed on the control side; the players that have it must not render at the same time
public final class ReceiverSettings: @unchecked Sendable {  // only the audio thread that renders uses the memory
  let record: SettingsRecord
  private let channels: UnsafeMutablePointer<ChannelSettings>
  private let parameters: UnsafeMutablePointer<UInt16>

  /// Creates the settings of receivers to which nothing has been sent.
  public init() {
    channels = .allocate(capacity: SongNotes.channels)
    channels.initialize(repeating: ChannelSettings(), count: SongNotes.channels)
    let count = SongNotes.channels * SettingsRecord.parametersPerChannel
    parameters = .allocate(capacity: count)
    parameters.initialize(repeating: 0, count: count)
    record = SettingsRecord(channels: channels, parameters: parameters)
  }

  /// Returns the settings for songs whose message ports reach other receivers than those of the former songs.
  ///
  /// - Parameter sources: returns the message ports of the former songs whose receivers a message port reaches.
  /// - Thread: control, while no player renders that has these settings
  public func moved(from sources: (Int) -> [Int]) -> ReceiverSettings {
    let moved = ReceiverSettings()
    for port in 0..<16 {
      for source in sources(port) where (0..<16).contains(source) {
        for channel in 0..<16 { moved.record.add(16 * source + channel, of: record, to: 16 * port + channel) }
      }
    }
    return moved
  }

  deinit {
    channels.deallocate()
    parameters.deallocate()
  }
}
