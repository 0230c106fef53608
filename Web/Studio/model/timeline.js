/** Bars, beats and tempi of a document, in ticks. */
export class Timeline {
  constructor(document) {
    this.ticksPerQuarter = document.ticksPerQuarter ?? 20160
    this.meters = this.meterChanges(document.meter)
    this.tempi = tempoChanges(document.tempo)
  }

  /** Meter changes with the number of the bar at which each begins. */
  meterChanges(meter = '4/4') {
    const listed = Array.isArray(meter) ? meter : [{ at: 0, meter }]
    const changes = []
    if (!listed.length || Number(listed[0].at ?? 0) > 0) listed.unshift({ at: 0, meter: '4/4' })
    for (const { at = 0, meter } of listed) {
      const last = changes.at(-1)
      const bar = last ? last.bar + Math.ceil((at - last.tick) / last.ticksPerBar - 1e-9) : 1
      changes.push({ tick: Number(at), bar, ...this.lengths(meter) })
    }
    return changes
  }

  lengths(meter) {
    const [upper, lower] = meter.split('/')
    const beats = upper.split('+').reduce((sum, part) => sum + Number(part), 0) || 4
    const ticksPerBeat = (this.ticksPerQuarter * 4) / (parseInt(lower) || 4)
    return { meter, beats, ticksPerBeat, ticksPerBar: beats * ticksPerBeat }
  }

  meterAt(tick) {
    return this.meters.findLast((change) => change.tick <= tick) ?? this.meters[0]
  }

  /** Bar and beat at a tick, from 1, and the hundredths of the beat. Bars of a count-in before the song are 0 and less. */
  position(tick) {
    const meter = this.meterAt(tick)
    const within = tick - meter.tick
    const bars = Math.floor(within / meter.ticksPerBar)
    const beats = (within - bars * meter.ticksPerBar) / meter.ticksPerBeat
    return { bar: meter.bar + bars, beat: Math.floor(beats) + 1, hundredths: Math.floor((beats % 1) * 100) }
  }

  /** Quarter notes per minute at a tick. */
  tempo(tick) {
    const index = Math.max(0, this.tempi.findLastIndex((change) => change.tick <= tick))
    const [change, next] = [this.tempi[index], this.tempi[index + 1]]
    if (!next || !change.curve || change.curve === 'step') return change.bpm
    const part = (tick - change.tick) / (next.tick - change.tick)
    if (change.curve === 'linearInBeats') return change.bpm + (next.bpm - change.bpm) * part
    return Math.sqrt(change.bpm ** 2 + (next.bpm ** 2 - change.bpm ** 2) * part)
  }

  /** Whether one tempo holds throughout, so that it can be set as a number. */
  get hasOneTempo() {
    return this.tempi.length === 1
  }

  /** Calls `each` with the tick and the meter of each bar line from `start` to `end`, every `stride`th bar. */
  forEachBar(start, end, stride, each) {
    this.meters.forEach((meter, index) => {
      const until = Math.min(end, this.meters[index + 1]?.tick ?? Infinity)
      const first = Math.max(0, Math.floor((start - meter.tick) / meter.ticksPerBar))
      for (let bar = first; meter.tick + bar * meter.ticksPerBar < until; bar++) {
        if ((meter.bar + bar - 1) % stride === 0) each(meter.tick + bar * meter.ticksPerBar, meter.bar + bar, meter)
      }
    })
  }
}

function tempoChanges(tempo = 120) {
  if (!Array.isArray(tempo)) return [{ tick: 0, bpm: tempo }]
  const changes = tempo.map(({ at = 0, bpm, curve }) => ({ tick: Number(at), bpm, curve }))
  if (!changes.length || changes[0].tick > 0) changes.unshift({ tick: 0, bpm: 120 })
  return changes
}
