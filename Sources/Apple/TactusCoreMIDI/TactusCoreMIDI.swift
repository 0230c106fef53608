#if canImport(CoreMIDI)
  @_exported import TactusCoreAudio
#endif
