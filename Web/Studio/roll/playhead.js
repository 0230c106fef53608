/** Positions are trusted this long without a newer one, in milliseconds. */
const FRESH = 150

/** The position between two reports of the engine, so that the playhead moves with each frame of the display. */
export class Playhead {
  constructor(studio) {
    this.studio = studio
    this.time = 0
    studio.tactus.addEventListener('position', () => (this.time = performance.now()))
  }

  get tick() {
    const { song, loop, tactus } = this.studio
    const { tick, playing } = tactus.position
    const passed = performance.now() - this.time
    if (!playing || !song || passed > FRESH || (tick >= song.length && !song.isEndless)) return tick
    const now = song.tick(song.seconds(tick) + passed / 1000)
    return loop.isOn && tick < loop.end && now >= loop.end ? loop.start : now
  }
}
