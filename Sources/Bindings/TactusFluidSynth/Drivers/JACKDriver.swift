import CFluidSynth
import CJACK
import TactusJACK

/// A client of JACK that is called in each cycle.
class JACKDriver {
  let client: JACKClient
  /// The ports in the order in which they were requested.
  let ports: [JACKClient.Port]
  private let settings: FluidSettings

  /// Opens a client with ports.
  ///
  /// - Parameters:
  ///   - group: "audio" or "midi", whose settings name the client and the server.
  ///   - name: the name of the client if the settings have none.
  init(
    _ settings: FluidSettings, _ group: String, name: String, _ ports: [String], _ kind: JACKClient.Kind,
    _ direction: JACKClient.Direction
  ) throws {
    self.settings = settings
    let server = settings.string(group + ".jack.server").flatMap { $0.isEmpty ? nil : $0 }
    let client = try JACKClient(JACKLibrary(), name: settings.string(group + ".jack.id") ?? name, server: server)
    self.client = client
    self.ports = try ports.map { try client.addPort($0, kind, direction) }
  }

  /// Called in each cycle.
  ///
  /// - Thread: audio
  func process(_ frames: UInt32) {}

  /// Lets JACK call ``process(_:)``, and connects ports if a setting requests it.
  ///
  /// - Parameter pairs: returns the indices of ports, and the names of the ports to which they are to be connected.
  func start(connecting setting: String, _ pairs: () -> [(own: Int, other: String)]) throws {
    client.setProcess(
      { frames, context in
        guard let context else { return 0 }
        Unmanaged<JACKDriver>.fromOpaque(context).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    try client.activate()
    guard settings.integer(setting) == 1 else { return }
    for pair in pairs() {
      do { try client.connect(ports[pair.own], to: pair.other) } catch { log(FLUID_WARN, "\(error)") }
    }
  }

  /// Returns the memory of a port in this cycle.
  func memory(_ port: Int, _ frames: UInt32) -> UnsafeMutableRawPointer? {
    ctactus_jack_buffer(client.functionTable, ports[port].handle, frames)
  }

  /// Closes the client; after the return, ``process(_:)`` is not running, unless the server has gone.
  func stop() {
    client.deactivate()
    client.close()
    // nothing can wait for JACK's thread after the server has gone, so this object, which it may still use, is kept
    if client.watch.isServerGone { _ = Unmanaged.passRetained(self) }
  }
}
