import Tactus

extension VoiceEvent {
  /// Returns the event as JSON, with ports, channels and tracks counted from 1.
  func json(sampleRate: Double) -> JSON {
    var members: [(String, JSON)] = [
      ("event", .string(kind.rawValue)), ("frame", JSON(frame)), ("seconds", .number(Double(frame) / sampleRate)),
    ]
    if let reason { members.append(("reason", .string(reason.rawValue))) }
    if let voice { members.append(("voice", JSON(voice))) }
    if let note { members.append(("note", JSON(note))) }
    if let byNote { members.append(("byNote", JSON(byNote))) }
    members += [
      ("port", JSON(Int(port) + 1)), ("channel", JSON(Int(channel) + 1)), ("key", JSON(Int(key))),
      ("velocity", JSON(Int(velocity))),
    ]
    if let track { members.append(("track", JSON(track + 1))) }
    if let region {
      members += [
        ("region", JSON(region.index)), ("bank", JSON(region.bank)), ("program", JSON(region.program)),
        ("preset", .string(region.preset)), ("sample", .string(region.sample)),
      ]
    }
    return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }
}
