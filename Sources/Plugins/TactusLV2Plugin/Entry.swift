import CLV2
import TactusLV2

/// The one thing that the plug-in's library shows: what hosts look for in it.
@c(lv2_descriptor)
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { LV2Plugins.descriptor(index) }
