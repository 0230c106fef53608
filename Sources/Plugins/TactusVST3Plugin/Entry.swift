import CVST3
import TactusVST3

// The functions of the library that hosts look up.

/// Returns the factory.
@c(GetPluginFactory)
public func getPluginFactory() -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(VST3Factory.object) }

#if canImport(Darwin)
  /// Called when the host has loaded the bundle. Nothing needs to be prepared.
  @c(bundleEntry)
  public func bundleEntry(_ bundle: UnsafeMutableRawPointer?) -> Bool { true }

  /// Called before the host unloads the bundle.
  @c(bundleExit)
  public func bundleExit() -> Bool { true }
#else
  /// Called when the host has loaded the library. Nothing needs to be prepared.
  @c(ModuleEntry)
  public func moduleEntry(_ library: UnsafeMutableRawPointer?) -> Bool { true }

  /// Called before the host unloads the library.
  @c(ModuleExit)
  public func moduleExit() -> Bool { true }
#endif
