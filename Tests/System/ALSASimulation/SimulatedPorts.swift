import CALSA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions by which the ports of a ``SimulatedSequencer`` are found.
enum SimulatedPorts {
  /// What lies behind the information about a client or a port.
  private struct Info {
    var client: Int32 = -1
    var port: Int32 = -1
    var name: UnsafeMutablePointer<CChar>?
  }

  private static func info(_ pointer: OpaquePointer?) -> UnsafeMutablePointer<Info> {
    UnsafeMutablePointer<Info>(pointer!)
  }

  private static func make(_ pointer: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
    let info = UnsafeMutablePointer<Info>.allocate(capacity: 1)
    info.initialize(to: Info())
    pointer?.pointee = OpaquePointer(info)
    return 0
  }

  private static func discard(_ pointer: OpaquePointer?) {
    free(info(pointer).pointee.name)
    info(pointer).deallocate()
  }

  private static func name(_ pointer: OpaquePointer?, _ text: String) {
    free(info(pointer).pointee.name)
    info(pointer).pointee.name = strdup(text)
  }

  static func fill(_ table: inout ctactus_alsa_seq_functions) {
    table.snd_seq_client_info_malloc = { SimulatedPorts.make($0) }
    table.snd_seq_client_info_free = { SimulatedPorts.discard($0) }
    table.snd_seq_client_info_set_client = { SimulatedPorts.info($0).pointee.client = $1 }
    table.snd_seq_client_info_get_client = { SimulatedPorts.info($0).pointee.client }
    table.snd_seq_client_info_get_name = { UnsafePointer(SimulatedPorts.info($0).pointee.name) }
    table.snd_seq_query_next_client = { handle, info in
      let sequencer = SimulatedSequencer.at(handle)
      guard let next = sequencer.client(after: SimulatedPorts.info(info).pointee.client) else { return -ENOENT }
      SimulatedPorts.info(info).pointee.client = next
      SimulatedPorts.name(info, sequencer.title(of: next))
      return 0
    }
    table.snd_seq_port_info_malloc = { SimulatedPorts.make($0) }
    table.snd_seq_port_info_free = { SimulatedPorts.discard($0) }
    table.snd_seq_port_info_set_client = { SimulatedPorts.info($0).pointee.client = $1 }
    table.snd_seq_port_info_set_port = { SimulatedPorts.info($0).pointee.port = $1 }
    table.snd_seq_port_info_get_port = { SimulatedPorts.info($0).pointee.port }
    table.snd_seq_port_info_get_name = { UnsafePointer(SimulatedPorts.info($0).pointee.name) }
    table.snd_seq_port_info_get_capability = { _ in
      UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    }
    table.snd_seq_port_info_get_type = { _ in UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC) }
    table.snd_seq_query_next_port = { _, info in
      guard SimulatedPorts.info(info).pointee.port < 0 else { return -ENOENT }
      SimulatedPorts.info(info).pointee.port = 0
      SimulatedPorts.name(info, "MIDI")
      return 0
    }
  }
}
