import { channelOf, isPattern, ticksPerQuarter } from '../model/document.js'
import { rotated, rotationOf, spreadEvenly } from '../model/euclid.js'
import { drums, keyName } from '../model/names.js'
import { isOn, resized, stepLengths } from '../model/steps.js'
import { choice, element, field, numberField, slider } from '../parts/element.js'
import { makeStepControls } from './step-panel.js'
import { nameOf } from './track-list.js'

/** The most steps of a pattern. */
const LONGEST = 4096

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
    const name = controlName(document.activeElement)
    this.replaceChildren(...(track && isPattern(track) ? this.makeControls(track) : []))
    if (name) [...this.querySelectorAll('input, select')].find((control) => controlName(control) === name)?.focus()
  }

  makeControls(track) {
    const steps = this.view.stepsOf(track)
    const step = steps[this.view.step]
    return [
      head(nameOf(track, this.studio.track)),
      element('div', { className: 'fields' }, ...this.makePattern(track, steps)),
      ...(steps.length ? [head('Euclid'), element('div', { className: 'fields thirds' }, ...this.makeEuclid(steps))] : []),
      this.makeSwing(track),
      ...(step ? [head(`Step ${this.view.step + 1}`), ...makeStepControls(this.view, track, step)] : []),
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

  /** Distributes hits evenly, and rotates them; the numbers show the pattern as it is. */
  makeEuclid(steps) {
    const rotation = rotationOf(steps)
    const spread = () => {
      const [onsets, count] = [this.onsets.valueAsNumber, this.count.valueAsNumber]
      this.changeSteps('Euclid', spreadEvenly(steps, onsets, count, rotation))
    }
    this.onsets = numberField(steps.filter(isOn).length, 0, LONGEST, spread, { 'aria-label': 'Euclid: hits' })
    this.count = numberField(steps.length, 1, LONGEST, spread, { 'aria-label': 'Euclid: of steps' })
    const turn = numberField(rotation, 0, steps.length - 1,
      (value) => this.changeSteps('rotation', rotated(steps, value - rotation)), { 'aria-label': 'Euclid: rotation' })
    return [field('Hits', this.onsets), field('Of steps', this.count), field('Rotation', turn)]
  }

  makeSwing(track) {
    const percent = track.swing?.percent ?? track.swing ?? 50
    return slider('Swing', percent, [50, 75], (value) => `${value} %`, undefined, (value) => {
      const step = track.swing?.step ?? Math.round(ticksPerQuarter(this.studio.document) / 4)
      this.view.changeTrack('swing', (track) => ({ ...track, swing: { percent: value, step } }))
    })
  }

  changePattern(label, change) {
    this.view.changeTrack(label, (track) => ({ ...track, pattern: change(track.pattern) }))
  }

  changeSteps(label, steps) {
    this.view.step = Math.min(this.view.step, steps.length - 1)
    this.view.setSteps(this.studio.track, label, steps)
  }
}

/** The name of a control, by which it is found again. */
const controlName = (control) => control?.matches?.('input, select')
  && (control.ariaLabel ?? control.labels?.[0]?.textContent.slice(0, 20))

const head = (text) => element('div', { className: 'panel-head' }, element('h2', {}, text))

customElements.define('tactus-pattern-panel', PatternPanel)
