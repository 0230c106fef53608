import CLV2
import TactusLV2Atoms
import TactusProcessors
import TactusRender
import TactusTime

/// An instance of the plug-in: its memory and its audio side.
///
/// - Thread: control, except for the unit
struct ArpeggiatorInstance {
  var unit: ArpeggiatorUnit
  private let processor: ArpeggiatorProcessor
  private let events: HostEventPortMemory
  private let buffers: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let keys: UnsafeMutablePointer<DeliveredNotes.Key>

  /// Creates an instance; nil if the host does not map URIs, or for an invalid sample rate.
  init?(sampleRate: Double, features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    guard let map = Self.map(features), sampleRate >= Double(ChainSettings.slowestRate),
      sampleRate <= Double(TimeSettings.sampleRateLimit)
    else {
      return nil
    }
    processor = ArpeggiatorProcessor(sampleRate: SampleRate(sampleRate))
    events = HostEventPortMemory()
    buffers = .allocate(capacity: ArpeggiatorPort.count)
    buffers.initialize(repeating: nil, count: ArpeggiatorPort.count)
    keys = .allocate(capacity: DeliveredNotes.count())
    keys.initialize(repeating: DeliveredNotes.Key(), count: DeliveredNotes.count())
    unit = ArpeggiatorUnit(
      urids: LV2URIDs(map), core: processor.core, controls: ControlPorts(buffers), port: events.port,
      delivered: DeliveredNotes(keys), sampleRate: sampleRate)
  }

  /// Frees memory that deinitialization does not free.
  func free() {
    buffers.deallocate()
    keys.deallocate()
  }

  mutating func connect(_ port: Int, to pointer: UnsafeMutableRawPointer?) {
    switch port {
    case ArpeggiatorPort.input:
      unit.input = pointer.map { UnsafePointer($0.assumingMemoryBound(to: LV2_Atom_Sequence.self)) }
    case ArpeggiatorPort.output: unit.output = pointer.map { $0.assumingMemoryBound(to: LV2_Atom_Sequence.self) }
    default: unit.controls.connect(port, to: pointer.map { UnsafePointer($0.assumingMemoryBound(to: Float.self)) })
    }
  }

  /// The feature that maps URIs to numbers.
  private static func map(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) -> UnsafePointer<LV2_URID_Map>? {
    guard var next = features else { return nil }
    while let feature = next.pointee {
      if isSame(feature.pointee.URI, "http://lv2plug.in/ns/ext/urid#map"), let data = feature.pointee.data {
        return UnsafePointer(data.assumingMemoryBound(to: LV2_URID_Map.self))
      }
      next += 1
    }
    return nil
  }

  private static func isSame(_ uri: UnsafePointer<CChar>?, _ other: StaticString) -> Bool {
    guard let uri else { return false }
    for position in 0...other.utf8CodeUnitCount where UInt8(bitPattern: uri[position]) != other.utf8Start[position] {
      return false
    }
    return true
  }
}
