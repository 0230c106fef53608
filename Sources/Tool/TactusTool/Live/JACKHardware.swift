import TactusDevices
import TactusJACK

/// The MIDI hardware of a JACK server: connects what appears while a session runs to the session's MIDI input.
struct JACKHardware {
  private let session: JACKSession
  private let input: JACKClient.Port
  /// The hardware ports at the last look; nil before the first.
  private var known: Set<String>?
  private var calls = 0

  /// How many calls of ``connectNew()`` share a look at the server's ports.
  private static var callsPerLook: Int { 20 }

  /// Returns nil if the session has no MIDI input, or if its options choose what to connect to it.
  init?(_ session: any AudioSession, _ options: JACKOptions) {
    guard !options.noConnect, let session = session as? JACKSession, let input = session.midiInput else { return nil }
    let senders = session.client.ports(.midi, .output)
    let isChosen = options.connect.contains { name in
      senders.contains { $0 == name || $0.hasPrefix(name + ":") }
    }
    guard !isChosen else { return nil }
    (self.session, self.input) = (session, input)
  }

  /// Connects hardware that has appeared since the last look. Call it about twenty times a second. A connection that
  /// the user has ended is made again only if its port disappears and appears again.
  ///
  /// - Returns: what has happened, a sentence for each port.
  mutating func connectNew() -> [String] {
    calls += 1
    guard calls % Self.callsPerLook == 1 else { return [] }
    let present = Set(session.client.ports(.midi, .output, isPhysical: true))
    guard session.ending == nil else { return [] }
    let former = known
    known = present
    // at the start, the hardware is connected already, except what has appeared meanwhile
    guard let former else { return present.sorted().compactMap { connect($0) } }
    var remarks = former.subtracting(present).sorted().map { "MIDI hardware has disappeared: \($0)" }
    remarks += present.subtracting(former).sorted().map { connect($0) ?? "MIDI input connected: \($0)" }
    return remarks
  }

  /// Returns a remark if the port cannot be connected.
  private func connect(_ name: String) -> String? {
    do throws(JACKError) { try session.client.connect(input, to: name) } catch {
      // the session itself reports a server that has gone
      if case .serverGone = error { return nil }
      return "could not connect the MIDI input \(name); \(error)"
    }
    return nil
  }
}
