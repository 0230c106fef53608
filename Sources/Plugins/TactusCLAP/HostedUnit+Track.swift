import CCLAP

// The host's track. Nothing of it affects the sound; a window can show the name and the color.

extension HostedUnit {
  /// The track in which a host has put the plug-in.
  struct Track: Equatable {
    var name: String?
    /// Red, green and blue, 0…255.
    var color: [UInt8]?
  }

  /// Reads the name and the color of the track.
  func readTrack() {
    guard let get = extensions.track?.pointee.get else { return }
    var info = clap_track_info()
    guard get(host, &info) else { return }
    let flags = Int(truncatingIfNeeded: info.flags)
    let name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    track.name = flags & CLAP_TRACK_INFO_HAS_TRACK_NAME != 0 ? name : nil
    let isColored = flags & CLAP_TRACK_INFO_HAS_TRACK_COLOR != 0
    track.color = isColored ? [info.color.red, info.color.green, info.color.blue] : nil
  }
}
