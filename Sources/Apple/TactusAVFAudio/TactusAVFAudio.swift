#if canImport(AVFAudio)
  @_exported import TactusCoreAudio
  @_exported import TactusEngine
#endif
