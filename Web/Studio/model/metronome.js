/** How far ahead clicks are scheduled, in seconds; the page may be busy for that long. */
const AHEAD = 0.25

/** Frequencies of the click at the start of a bar and of the others, and the length of a click in seconds. */
const [BAR, BEAT, LENGTH] = [1760, 1320, 0.04]

/** Clicks on each beat while the song plays, if it is switched on, and during a count-in. */
export class Metronome {
  constructor(studio) {
    this.studio = studio
    const { context } = studio.tactus
    this.output = context.createGain()
    this.output.gain.value = 0.35
    this.output.connect(context.destination)
    this.clicks = []
    this.until = 0
    studio.tactus.addEventListener('position', ({ detail }) => this.follow(detail))
  }

  follow({ tick, playing, time }) {
    if (time === undefined) return
    const { song } = this.studio
    const stopped = this.stoppedTick
    this.stoppedTick = playing ? undefined : tick
    if (!playing) return this.stop()
    // a beat with which playback has just begun is clicked at once
    const passed = stopped <= tick ? song.seconds(tick) - song.seconds(stopped) : 0
    if (passed > 0 && passed < 0.1) [tick, time] = [stopped, time - passed]
    this.clicks = this.clicks.filter((click) => click.time > time - 1)
    for (const click of this.beats(tick, time)) {
      if (click.time > this.until + 0.02) this.click(click)
    }
  }

  /** The clicks of the next moments: objects with `time` and `isBar`. */
  *beats(tick, time) {
    const { song, loop, timeline } = this.studio
    let [from, start] = [tick, time]
    for (let count = 0; count < 16; count++) {
      const { tick: beat, isBar } = beatFrom(timeline, from)
      const isLooped = loop.isOn && from < loop.end && beat >= loop.end
      const at = start + song.seconds(isLooped ? loop.end : beat) - song.seconds(from)
      if (at > time + AHEAD) return
      if (!isLooped && this.isHeard(beat)) yield { time: at, isBar }
      from = isLooped ? loop.start : beat + 1
      start = isLooped ? at : at + song.seconds(beat + 1) - song.seconds(beat)
    }
  }

  isHeard(tick) {
    const { takeSettings, recorder: { isRecording, take } } = this.studio
    if (isRecording && tick < take.start) return tick >= take.start - take.countIn
    return takeSettings.metronome
  }

  click({ time, isBar }) {
    const { context } = this.studio.tactus
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.frequency.value = isBar ? BAR : BEAT
    const start = Math.max(time, context.currentTime)
    gain.gain.setValueAtTime(1, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + LENGTH)
    oscillator.connect(gain).connect(this.output)
    oscillator.start(start)
    oscillator.stop(start + LENGTH)
    this.until = time
    this.clicks.push({ time, isBar, oscillator })
  }

  /** Takes back the clicks that have not sounded yet. */
  stop() {
    const now = this.studio.tactus.context.currentTime
    for (const { time, oscillator } of this.clicks) if (time > now) oscillator.stop(0)
    this.clicks = []
    this.until = 0
  }
}

/** The first beat at or after a tick, which may be before the song, and whether it begins a bar. */
function beatFrom(timeline, tick) {
  const meter = timeline.meterAt(tick)
  const number = Math.ceil((tick - meter.tick) / meter.ticksPerBeat - 1e-9)
  const beat = meter.tick + number * meter.ticksPerBeat
  const next = timeline.meters.find((change) => change.tick > meter.tick)
  if (next && beat >= next.tick) return { tick: next.tick, isBar: true }
  return { tick: beat, isBar: number % meter.beats === 0 }
}
