import TactusEngine
import TactusFiles
import TactusRealtime
import TactusSequencer
import TactusSynth
import TactusTime

/// Begins a bounce to stems; null if the song cannot be split so. ``readBounce(_:_:)`` reads it: two channels for each
/// stem, and two for the mix. If `effectsApart` is not 0, the effects are a stem of their own. The levels of reverb and
/// chorus are in decibels, −96…24.
@_cdecl("web_stems_new")
package func newStems(
  _ bank: UnsafeMutableRawPointer, _ song: UnsafeMutableRawPointer, _ rate: Int32, _ quality: Int32, _ depth: Int32,
  _ chain: UnsafeMutableRawPointer?, _ split: Int32, _ effectsApart: Int32, _ reverbLevel: Double,
  _ chorusLevel: Double
) -> UnsafeMutableRawPointer? {
  guard
    var bouncer = bouncer(
      bank, song, rate: rate, quality: quality, chain: chain, reverbLevel: reverbLevel, chorusLevel: chorusLevel)
  else { return nil }
  bouncer.sampleFormat = sampleFormat(depth)
  do throws(BounceError) {
    let plan = try bouncer.stems(by: stemSplit(split), effectsApart: effectsApart != 0)
    return hold(WebBounce(try BounceReader(bouncer, stems: plan), metadata(of: song)))
  } catch { return fail(error.description) }
}

/// Writes the names of the stems' files as a JSON array to the text that ``text()`` returns. `format` is that of
/// ``newFile(_:_:_:_:)``.
@_cdecl("web_stems_names")
package func stemNames(_ bounce: UnsafeMutableRawPointer, _ format: Int32) {
  let pathExtension = fileFormat(format).pathExtensions[0]
  let names = held(bounce, WebBounce.self).reader.plan?.fileNames(pathExtension: pathExtension) ?? []
  give(JSON.array(names.map { .string($0) }).text)
}

/// Encodes the first frames of a stem for its file, as ``encode(_:_:_:)`` does. Returns 0 if the file becomes too long.
@_cdecl("web_stems_encode")
package func encodeStem(
  _ file: UnsafeMutableRawPointer, _ bounce: UnsafeMutableRawPointer, _ stem: Int32, _ frames: Int32
) -> Int32 {
  let block = held(bounce, WebBounce.self).block
  let channels = block.channels + 2 * min(max(0, Int(stem)), block.channelCount / 2 - 1)
  return encode(AudioBlock(channels: channels, channelCount: 2, frameCount: Int(frames)), for: file)
}

private func stemSplit(_ number: Int32) -> StemSplit {
  let splits: [StemSplit] = [.channels, .tracks, .programs, .groups]
  return splits[min(max(0, Int(number)), 3)]
}
