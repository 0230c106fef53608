import { channelOf, isPattern, ticksPerQuarter } from '../model/document.js'
import { drums, keyName } from '../model/names.js'
import { euclid, isOn, resized, stepLengths, stepsOf, withSteps } from '../model/steps.js'
import { choice, element, field, numberField, slider } from '../parts/element.js'
import { nameOf } from './track-list.js'

const LONGEST = 128

const KEYS = Array.from({ length: 128 }, (_, key) => [String(key), keyName(key)])

/** Settings of the selected pattern and of its selected step. */
class PatternPanel extends HTMLElement {
  connect(studio, view) {
    Object.assign(this, { studio, view })
    this.setAttribute('role', 'group')
    this.setAttribute('aria-label', 'Pattern and step')
  }

  show() {
    const track = this.studio.selectedTrack
    const place = [...this.querySelectorAll('input, select')].indexOf(document.activeElement)
    this.replaceChildren(...(track && isPattern(track) ? this.makeControls(track) : []))
    if (place >= 0) this.querySelectorAll('input, select')[place]?.focus()
  }

  makeControls(track) {
    const steps = stepsOf(track.pattern)
    const step = steps[this.view.step]
    return [
      head(nameOf(track, this.studio.track)),
      element('div', { className: 'fields' }, ...this.makePattern(track, steps)),
      head('Euclid'),
      element('div', { className: 'fields' }, ...this.makeEuclid(steps)),
      this.makeSwing(track),
      ...(step ? [head(`Step ${this.view.step + 1}`), ...this.makeStep(track, step)] : []),
    ]
  }

  makePattern(track, steps) {
    const { pattern } = track
    const isDrums = channelOf(track) === 10
    const key = choice(isDrums ? drums.map(([key, name]) => [String(key), name]) : KEYS, String(pattern.key ?? 60),
      (value) => this.changePattern('key', (pattern) => ({ ...pattern, key: Number(value) })))
    const lengths = stepLengths(ticksPerQuarter(this.studio.document))
    const length = pattern.step ?? lengths[3][0]
    if (!lengths.some(([ticks]) => ticks === length)) lengths.push([length, `${length} ticks`])
    return [
      field(isDrums ? 'Drum' : 'Key', key, 'wide'),
      field('Steps', numberField(steps.length, 1, LONGEST,
        (count) => this.changeSteps('length', resized(steps, count)))),
      field('Step length', choice(lengths.map(([ticks, name]) => [String(ticks), name]), String(length),
        (value) => this.changePattern('step length', (pattern) => ({ ...pattern, step: Number(value) })))),
    ]
  }

  /** Distributes hits evenly; the numbers show the pattern as it is. */
  makeEuclid(steps) {
    const spread = () => {
      const [onsets, count] = [Math.min(this.onsets.valueAsNumber, this.count.valueAsNumber), this.count.valueAsNumber]
      const hits = steps.filter(isOn)
      let next = 0
      this.changeSteps('Euclid', euclid(onsets, count).map((hit) => (hit ? (hits[next++] ?? {}) : { on: false })))
    }
    this.onsets = numberField(steps.filter(isOn).length, 0, LONGEST, spread, { 'aria-label': 'Euclid: hits' })
    this.count = numberField(steps.length, 1, LONGEST, spread, { 'aria-label': 'Euclid: of steps' })
    return [field('Hits', this.onsets), field('Of steps', this.count)]
  }

  makeSwing(track) {
    const percent = track.swing?.percent ?? track.swing ?? 50
    return slider('Swing', percent, [50, 75], (value) => `${value} %`, undefined, (value) => {
      const step = track.swing?.step ?? Math.round(ticksPerQuarter(this.studio.document) / 4)
      this.view.changeTrack('swing', (track) => ({ ...track, swing: { percent: value, step } }))
    })
  }

  makeStep(track, step) {
    const ratchet = step.ratchet?.count ?? step.ratchet ?? 1
    const set = (member, value, initial) => (
      this.view.changeStep((step) => withMember(step, member, value, initial), member))
    const usual = track.pattern.velocity ?? 100
    const controls = [
      slider('Velocity', step.velocity ?? usual, [1, 127], String, undefined,
        (value) => set('velocity', value, usual)),
      slider('Probability', Math.round((step.probability ?? 1) * 100), [0, 100], (value) => `${value} %`, undefined,
        (value) => set('probability', value / 100, 1)),
      slider('Ratchet', ratchet, [1, 16], String, undefined, (value) => set('ratchet', value, 1)),
    ]
    const hasKey = channelOf(track) !== 10 && !step.keys
    return hasKey ? [...controls, this.makeKey(track, step, set)] : controls
  }

  makeKey(track, step, set) {
    const usual = track.pattern.key ?? 60
    const key = choice(KEYS, String(step.key ?? usual), (value) => set('key', Number(value), usual))
    return element('div', { className: 'fields' }, field('Key', key, 'wide'))
  }

  changePattern(label, change) {
    this.view.changeTrack(label, (track) => ({ ...track, pattern: change(track.pattern) }))
  }

  changeSteps(label, steps) {
    this.view.step = Math.min(this.view.step, steps.length - 1)
    this.changePattern(label, (pattern) => withSteps(pattern, steps))
  }
}

/** A step with one member set; the initial value is left out. A step that is set becomes a hit. */
function withMember(step, member, value, initial) {
  const { [member]: _, on: __, ...others } = step
  return value === initial ? others : { ...others, [member]: value }
}

const head = (text) => element('div', { className: 'panel-head' }, element('h2', {}, text))

customElements.define('tactus-pattern-panel', PatternPanel)
