import { conditionMark } from '../model/conditions.js'
import { ACCENT, isOn, stateOf } from '../model/steps.js'
import { element, iconButton } from '../parts/element.js'
import { described, ratchetMark } from './step-words.js'

/** A row of steps for each pattern track. */
class StepGrid extends HTMLElement {
  connect(view) {
    this.view = view
    this.className = 'rows'
  }

  show(lanes) {
    this.replaceChildren(...lanes.map((lane) => this.makeRow(lane)))
  }

  makeRow(lane) {
    const { view } = this
    const { name, index, detail } = lane
    const select = element('button', { type: 'button', className: 'track-name', onclick: () => view.select(index, 0) },
      element('span', { className: 'name' }, name), element('span', { className: 'detail' }, detail))
    const steps = lane.shown.map((step, at) => this.makeStep(step, lane, lane.first + at))
    const row = element('div', { className: 'row lane', role: 'group', 'aria-label': `Steps of ${name}` }, select,
      element('div', { className: 'steps' }, steps.length ? steps : this.makeRest(lane)),
      iconButton('remove', `Remove ${name}`, () => view.remove(index)))
    row.dataset.track = index
    row.style.setProperty('--colour', lane.colour)
    row.classList.toggle('is-muted', lane.isMuted)
    return row
  }

  /** A track without steps in this section. */
  makeRest({ index }) {
    return element('button', { type: 'button', className: 'rest', onclick: () => this.view.addSteps(index) },
      'Rests in this section. Add steps')
  }

  makeStep(step, { index, velocity, stepTicks }, place) {
    const { view } = this
    const made = element('button', {
      type: 'button', className: `step ${stateOf(step)}`, tabIndex: -1, 'aria-label': described(step, place),
      onclick: (event) => view.press(index, place, event.shiftKey),
    }, ratchetMark(step), isOn(step) ? marks(step, stepTicks) : [])
    Object.assign(made.dataset, { track: index, step: place })
    if (isOn(step)) made.style.setProperty('--fraction', 0.35 + 0.65 * ((step.velocity ?? velocity) / ACCENT))
    made.classList.toggle('is-uncertain', isOn(step) && (step.probability ?? 1) < 1)
    return made
  }

  /** Marks the step of a track that sounds now; `place` is a number with a fraction, or undefined. */
  markPlaying({ index, first, shown }, place) {
    const row = this.querySelector(`.row[data-track="${index}"]`)
    const isShown = place >= first && place < first + shown.length
    const now = isShown ? row.querySelectorAll('.step')[Math.floor(place) - first] : undefined
    if (row.playing === now) return
    row.playing?.classList.remove('is-playing')
    now?.classList.add('is-playing')
    row.playing = now
  }
}

/** Small marks: condition and spread above, the gate as a line below, the shift as an arrow at the side. */
function marks(step, stepTicks) {
  const mark = (kind, text, style = {}) => {
    const made = element('span', { className: `mark ${kind}`, 'aria-hidden': 'true' }, text)
    for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value)
    return made
  }
  const condition = conditionMark(step)
  const late = (step.shift ?? 0) / stepTicks
  return [
    condition && mark('condition', condition),
    step.spread ? mark('spread', '±') : '',
    step.gate !== undefined ? mark('gate', '', { '--gate': Math.min(1, step.gate / 100) }) : '',
    late ? mark('shift', late > 0 ? '›' : '‹', { '--late': Math.max(-1, Math.min(1, late)) }) : '',
  ].filter(Boolean)
}

customElements.define('tactus-step-grid', StepGrid)
