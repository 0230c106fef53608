// Put in front of worklet.js, it measures the worklet: how long each `process` takes, the time from one call to the next,
// and when sound begins; and it records what is heard. The page asks with `{ probe: 'start' }`, `{ probe: 'play' }`, which
// also plays the song from its start, and `{ probe: 'report' }`.
const seconds = () => (globalThis.performance ?? Date).now() / 1000
const probed = (Processor) => class extends Processor {
  constructor(options) {
    super(options)
    const receive = this.port.onmessage
    this.recorded = new Float32Array(60 * sampleRate)
    this.start()
    this.port.onmessage = (event) => {
      if (event.data.probe === 'start') this.start()
      else if (event.data.probe === 'play') this.play()
      else if (event.data.probe === 'report') this.tell()
      else receive(event)
    }
  }

  start() {
    Object.assign(this, { longest: 0, longestGap: 0, sum: 0, count: 0, last: 0, length: 0, firstSound: null })
  }

  /** Resets and plays before the same quantum: the phase of the chorus depends on the time between the two. */
  play() {
    this.start()
    this.transport.rewind()
    this.transport.play()
  }

  process(inputs, outputs) {
    const start = seconds()
    const goesOn = super.process(inputs, outputs)
    const [time, [left]] = [seconds() - start, outputs[0]]
    if (this.last) this.longestGap = Math.max(this.longestGap, start - this.last)
    this.last = start
    this.longest = Math.max(this.longest, time)
    this.sum += time
    this.count++
    if (this.firstSound === null) {
      if (!left.some((sample) => sample !== 0)) return goesOn
      this.firstSound = Date.now()
    }
    if (this.length + left.length <= this.recorded.length) this.recorded.set(left, this.length)
    this.length += left.length
    return goesOn
  }

  tell() {
    const { longest, longestGap, sum, count, firstSound } = this
    const quantum = 128 / sampleRate
    this.port.postMessage({ probe: {
      longest: longest / quantum, longestGap: longestGap / quantum, load: sum / count / quantum, count, firstSound,
      recorded: this.recorded.slice(0, this.length),
    } })
  }
}
const registerAsIs = globalThis.registerProcessor
globalThis.registerProcessor = (name, Processor) => registerAsIs(name, probed(Processor))
