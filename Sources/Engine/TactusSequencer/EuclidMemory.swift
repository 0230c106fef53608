import TactusTime

/// The memory of a ``EuclidCompiler``.
///
/// - Thread: control; its contents belong to the audio thread
package final class EuclidMemory: @unchecked Sendable {  // written in init, then by the audio thread only
  /// The compiler, which borrows this memory.
  package let compiler: UnsafeMutablePointer<EuclidCompiler>
  /// The tracks of both versions have its messages and its tempo.
  private let template: SequenceTimeline
  private let versions: [EuclidCompiler.Version]

  /// Allocates memory for tracks with the settings of new ones with patterns.
  package init(trackCount: Int, sampleRate: SampleRate) {
    var compiler = TimelineCompiler(sampleRate: sampleRate)
    let track = Track(Pattern([.hit], key: 60), channel: 0)
    let template = compiler.compile(MIDISequence(Array(repeating: track, count: trackCount)))
    versions = (0..<2).map { _ in EuclidCompiler.Version(template, trackCount: trackCount) }
    self.template = template
    self.compiler = .allocate(capacity: 1)
    self.compiler.initialize(to: EuclidCompiler(trackCount: trackCount, versions[0], versions[1]))
  }

  deinit {
    compiler.deallocate()
    for version in versions { version.deallocate() }
  }
}

extension EuclidCompiler.Version {
  fileprivate init(_ template: SequenceTimeline, trackCount: Int) {
    let most = EuclidTrack.mostSteps
    header = .allocate(capacity: 1)
    tracks = .allocate(capacity: max(1, trackCount))
    notes = .allocate(capacity: max(1, trackCount * 2 * most))
    chances = .allocate(capacity: max(1, trackCount * most))
    variants = .allocate(capacity: max(1, trackCount * 2))
    header.initialize(to: template.header.pointee)
    for index in 0..<trackCount {
      if let track = template.header.pointee.tracks { (tracks + index).initialize(to: track[index]) }
    }
    chances.initialize(repeating: StepChance(), count: max(1, trackCount * most))
    let none = PassVariant(notes: .init(first: 0, end: 0), messages: .init(first: 0, end: 0))
    variants.initialize(repeating: none, count: max(1, trackCount * 2))
    header.pointee.tracks = UnsafePointer(tracks)
  }

  fileprivate func deallocate() {
    header.deallocate()
    tracks.deallocate()
    notes.deallocate()
    chances.deallocate()
    variants.deallocate()
  }
}
