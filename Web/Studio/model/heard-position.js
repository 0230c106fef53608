/** How long reports of the position are remembered, in seconds. */
const MEMORY = 1

/** The tick that was heard at a time of the audio context: the positions that the engine reports, with the latency. */
export class HeardPosition {
  constructor(studio) {
    this.studio = studio
    this.reports = []
    studio.tactus.addEventListener('position', ({ detail }) => this.add(detail))
  }

  add(report) {
    if (report.time === undefined) return
    this.reports.push(report)
    while (this.reports.length > 1 && this.reports[0].time < report.time - MEMORY) this.reports.shift()
  }

  /** The seconds between rendering and hearing. */
  get latency() {
    const { outputLatency, baseLatency } = this.studio.tactus.context
    return outputLatency || baseLatency || 0
  }

  /** The tick that was heard at a time of the context. */
  tickAt(time) {
    const report = this.reportAt(time)
    if (!report) return this.studio.tactus.position.tick
    return report.playing ? this.after(report, time - this.latency - report.time) : report.tick
  }

  /** Whether the song was heard at a time of the context: somewhat later than the engine began to play it. */
  isPlayingAt(time) {
    return this.reportAt(time)?.playing ?? false
  }

  reportAt(time) {
    const heard = time - this.latency
    return this.reports.findLast((report) => report.time <= heard) ?? this.reports[0]
  }

  /** The tick some seconds after a report, which may be negative; the loop is followed. */
  after({ tick }, seconds) {
    const { song, loop } = this.studio
    const now = song.tick(song.seconds(tick) + seconds)
    if (!loop.isOn || tick >= loop.end || now < loop.end) return now
    const rest = song.seconds(now) - song.seconds(loop.end)
    const pass = song.seconds(loop.end) - song.seconds(loop.start)
    return song.tick(song.seconds(loop.start) + (rest % pass))
  }
}
