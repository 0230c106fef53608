import CTactusKernels

// Windowed-sinc interpolation with the kernels of `SincKernels`.

extension LaneReader {
  /// Fills a buffer with the next `count` frames, each interpolated with the kernel for its playback rate.
  mutating func readSinc(_ count: Int, _ buffers: LaneBuffers, into buffer: UnsafeMutablePointer<Float>) {
    guard let bands = buffers.sinc.bands else { return }
    let end = layPhases(count, buffers.phases)
    var shift: Int64 = 0
    var frame = 0
    while frame < count {
      let here = wrap(buffers.phases[frame] &+ shift)
      shift = here &- buffers.phases[frame]
      let band = SincBand.index(speed: speed(after: frame, count, buffers.phases, end))
      var next = frame &+ 1
      while next < count, isNear(buffers.phases[next] &+ shift, here, bands[band]),
        SincBand.index(speed: speed(after: next, count, buffers.phases, end)) == band
      { next &+= 1 }
      for index in frame..<next { buffers.phases[index] &+= shift }
      read(bands[band], buffers.phases + frame, next &- frame, buffers.sinc.points, into: buffer + frame)
      for index in frame..<next { buffers.phases[index] &-= shift }
      frame = next
    }
    phase = wrap(end &+ shift)
  }

  /// Writes the next phases as if there were no loop, and returns the phase after them.
  private mutating func layPhases(_ count: Int, _ phases: UnsafeMutablePointer<Int64>) -> SamplePhase {
    if isGliding { return ctactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), phases) }
    for frame in 0..<count { phases[frame] = phase &+ Int64(frame) &* increment }
    return phase &+ Int64(count) &* increment
  }

  @inline(__always)
  private func speed(
    after frame: Int, _ count: Int, _ phases: UnsafePointer<Int64>, _ end: SamplePhase
  ) -> Int64 {
    isGliding ? (frame &+ 1 < count ? phases[frame &+ 1] : end) &- phases[frame] : increment
  }

  /// Whether a frame can be read in the same run as an earlier one: both must lie in the same pass of the loop, and the
  /// scratch buffer must have room for their points.
  @inline(__always)
  private func isNear(_ other: SamplePhase, _ here: SamplePhase, _ band: SincBand) -> Bool {
    if isLooping, other >= SamplePhase(point: sample.loopEnd) { return false }
    return other.point &- here.point < Int64(SincRoom.capacity) &- Int64(band.taps)
  }

  /// Copies the points that the taps of these frames reach into the scratch buffer, and interpolates.
  private func read(
    _ band: SincBand, _ phases: UnsafePointer<Int64>, _ count: Int, _ points: UnsafeMutablePointer<Float>,
    into buffer: UnsafeMutablePointer<Float>
  ) {
    let taps = Int64(band.taps)
    let origin = phases[0].point
    let span = phases[count &- 1].point &- origin &+ taps
    layPoints(from: origin &- (taps / 2 &- 1), Int(truncatingIfNeeded: span), into: points)
    ctactus_read_sinc(
      points, SamplePhase(point: origin), band.values, band.taps, band.bits, phases,
      Int32(truncatingIfNeeded: count), buffer)
  }

  /// Copies points in playback order, with the loop unrolled: before and after the current pass come the points that
  /// are actually played there; outside the sample, zeros.
  private func layPoints(from position: Int64, _ count: Int, into points: UnsafeMutablePointer<Float>) {
    let length = sample.loopEnd &- sample.loopStart
    var index = position
    let end = position &+ Int64(count)
    while index < end {
      let to = points + Int(truncatingIfNeeded: index &- position)
      var from = index
      var run = end &- index
      // Points before the zone's start are zero until the loop has repeated; points after the zone's end are zero
      // unless the sample loops.
      var (first, last) = (passed == 0 ? sample.first : 0, isLooping ? sample.length : sample.end)
      if index < sample.loopStart, passed > 0 {
        // The index as counted from the first pass, and whether it lies in that pass.
        let unrolled = index &+ passed
        let isFirst = unrolled < sample.loopEnd
        from = isFirst ? unrolled : sample.loopStart &+ (unrolled &- sample.loopStart) % length
        (first, last) = (isFirst ? sample.first : 0, sample.length)
        run = min(run, min(sample.loopEnd &- from, sample.loopStart &- index))
      } else if isLooping, index >= sample.loopEnd {
        from = sample.loopStart &+ (index &- sample.loopStart) % length
        first = 0
        run = min(run, sample.loopEnd &- from)
      } else if isLooping {
        run = min(run, sample.loopEnd &- index)
      } else if index < sample.loopStart {
        run = min(run, sample.loopStart &- index)
      }
      lay(from, Int(truncatingIfNeeded: run), within: first, last, into: to)
      index &+= run
    }
  }

  /// Copies points in the order of the sample, with zeros before `first` and from `last` onwards.
  private func lay(
    _ from: Int64, _ count: Int, within first: Int64, _ last: Int64, into points: UnsafeMutablePointer<Float>
  ) {
    let before = Int(truncatingIfNeeded: min(Int64(count), max(0, first &- from)))
    let start = max(first, from)
    let inside = Int(truncatingIfNeeded: max(0, min(Int64(count &- before), last &- start)))
    let position = Int(truncatingIfNeeded: start)
    points.update(repeating: 0, count: before)
    if inside > 0 {
      ctactus_points(
        sample.points + position &* 2, sample.lowBytes.map { $0 + position }, Int32(truncatingIfNeeded: inside),
        points + before)
    }
    (points + (before &+ inside)).update(repeating: 0, count: count &- before &- inside)
  }
}
