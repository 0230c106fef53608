import { choice, element, iconButton } from '../parts/element.js'

const CURVES = [['step', 'Jump'], ['linearInBeats', 'Ramp over beats'], ['linearInTime', 'Ramp over time']]

const LOWER = ['1', '2', '4', '8', '16', '32'].map((value) => [value, value])

/** The fields of the selected tempo or meter change, and the buttons that add and delete changes. */
export class TempoForm {
  constructor(lane) {
    this.lane = lane
    this.fields = element('div', { className: 'group', role: 'group' })
    const add = (kind, label) => element('button', { type: 'button', onclick: () => lane.addAtPlayhead(kind) }, label)
    this.remove = iconButton('remove', 'Delete the change', () => lane.remove())
    this.bar = element('div', { className: 'tools wrap', role: 'toolbar', 'aria-label': 'Tempo and meter' },
      add('tempo', 'Add tempo'), add('meter', 'Add meter'), this.fields, this.remove)
  }

  /** Shows a change; `kind` is 'tempo' or 'meter'. */
  show(kind, change, position) {
    const shown = JSON.stringify([kind, change])
    if (shown === this.shown) return
    this.shown = shown
    const focused = [...this.fields.querySelectorAll('input, select')].indexOf(document.activeElement)
    this.fields.setAttribute('aria-label', `${kind === 'tempo' ? 'Tempo' : 'Meter'} at ${position}`)
    this.fields.replaceChildren(element('span', { className: 'place' }, `At ${position}`),
      ...(kind === 'tempo' ? this.makeTempo(change) : this.makeMeter(change)))
    if (focused >= 0) this.fields.querySelectorAll('input, select')[focused]?.focus()
    this.remove.disabled = change.at === 0
  }

  makeTempo({ bpm, curve }) {
    const tempo = element('input', {
      type: 'number', min: 2, max: 999, step: 'any', value: Math.round(bpm * 1000) / 1000, 'aria-label': 'Tempo of the change',
      onchange: () => this.lane.edit('tempo', { bpm: Math.min(999, Math.max(2, Number(tempo.value) || bpm)) }),
    })
    const curves = choice(CURVES, curve ?? 'step', (value) => this.lane.edit('tempo curve', { curve: value }),
      { 'aria-label': 'To the next tempo' })
    return [tempo, element('span', { className: 'note' }, 'bpm'), curves]
  }

  makeMeter({ meter }) {
    const [upper, lower] = meter.split('/')
    const change = (upper, lower) => this.lane.edit('meter', { meter: `${upper}/${lower}` })
    const beats = element('input', {
      type: 'number', min: 1, max: 64, step: 1, value: upper, 'aria-label': 'Beats of a bar',
      onchange: () => change(Math.min(64, Math.max(1, Math.round(Number(beats.value)) || 4)), lower),
    })
    return [beats, element('span', { className: 'note' }, '/'),
      choice(LOWER, lower, (value) => change(upper, value), { 'aria-label': 'Note value of a beat' })]
  }
}
