import CLV2
import TactusPlugin

// The functions that hosts call on control threads.

typealias LV2Features = UnsafePointer<UnsafePointer<LV2_Feature>?>

@c(tactus_lv2_instantiate)
func instantiateLV2(
  _ descriptor: UnsafePointer<LV2_Descriptor>?, _ sampleRate: Double, _ bundle: UnsafePointer<CChar>?,
  _ features: LV2Features?
) -> UnsafeMutableRawPointer? {
  guard let plugin = LV2Plugins.plugin(descriptor),
    let instance = LV2Instance(plugin, sampleRate: sampleRate, features: features)
  else { return nil }
  LV2Instances.add(instance)
  return UnsafeMutableRawPointer(instance.core)
}

@c(tactus_lv2_cleanup)
func cleanUpLV2(_ handle: UnsafeMutableRawPointer?) {
  guard let instance = LV2Plugins.instance(handle) else { return }
  LV2Instances.remove(instance)
}

@c(tactus_lv2_activate)
func activateLV2(_ handle: UnsafeMutableRawPointer?) { LV2Plugins.instance(handle)?.activate() }

@c(tactus_lv2_deactivate)
func deactivateLV2(_ handle: UnsafeMutableRawPointer?) { LV2Plugins.instance(handle)?.deactivate() }

@c(tactus_lv2_extension_data)
func extensionDataOfLV2(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
  guard let uri else { return nil }
  switch String(cString: uri) {
  case "http://lv2plug.in/ns/ext/state#interface": return UnsafeRawPointer(LV2Plugins.table.state)
  case "http://lv2plug.in/ns/ext/worker#interface": return UnsafeRawPointer(LV2Plugins.table.worker)
  case "http://ardour.org/lv2/midnam#interface": return UnsafeRawPointer(LV2Plugins.table.names)
  default: return nil
  }
}

@c(tactus_lv2_save)
func saveLV2(
  _ instance: UnsafeMutableRawPointer?, _ store: LV2_State_Store_Function?, _ handle: UnsafeMutableRawPointer?,
  _ flags: UInt32,
  _ features: LV2Features?
) -> Int32 {
  guard let instance = LV2Plugins.instance(instance), let store else { return Int32(LV2_STATE_ERR_UNKNOWN) }
  return Int32(truncatingIfNeeded: instance.save(store, handle, features))
}

@c(tactus_lv2_restore)
func restoreLV2(
  _ instance: UnsafeMutableRawPointer?, _ retrieve: LV2_State_Retrieve_Function?, _ handle: UnsafeMutableRawPointer?,
  _ flags: UInt32, _ features: LV2Features?
) -> Int32 {
  guard let instance = LV2Plugins.instance(instance), let retrieve else { return Int32(LV2_STATE_ERR_UNKNOWN) }
  return Int32(truncatingIfNeeded: instance.restore(retrieve, handle, features))
}

@c(tactus_lv2_work)
func workLV2(
  _ instance: UnsafeMutableRawPointer?, _ respond: LV2_Worker_Respond_Function?, _ handle: UnsafeMutableRawPointer?,
  _ size: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
  // the host may have freed the instance
  guard let instance, let respond, let data else { return Int32(LV2_WORKER_ERR_UNKNOWN) }
  let request = UnsafeRawBufferPointer(start: data, count: Int(size))
  guard let living = LV2Instances.instance(of: request, handle: instance) else { return Int32(LV2_WORKER_ERR_UNKNOWN) }
  let hasWorked = living.ifLiving {
    living.work(request) { reply in _ = respond(handle, UInt32(reply.count), reply.baseAddress) }
  }
  return Int32(hasWorked ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_UNKNOWN)
}
