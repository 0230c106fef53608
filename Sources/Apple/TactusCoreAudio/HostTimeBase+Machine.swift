import TactusTime

#if canImport(Darwin)
  import Darwin
#elseif canImport(CoreAudioTypes)
  import CoreAudioTypes
#endif

#if canImport(CoreAudioTypes)
  extension HostTimeBase {
    /// The clock of this machine.
    public static var machine: HostTimeBase {
      var info = mach_timebase_info_data_t()
      mach_timebase_info(&info)
      return HostTimeBase(numerator: info.numer, denominator: info.denom)
    }

    /// The current time in ticks.
    public static var machineTime: UInt64 { mach_absolute_time() }
  }
#endif
