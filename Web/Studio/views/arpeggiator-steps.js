import { element, numberField } from '../parts/element.js'

/** The most accents of an arpeggiator, and the greatest in percent. */
const MOST = 64
const LOUDEST = 200

const KEYS = { ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5, PageUp: 25, PageDown: -25, Home: -LOUDEST, End: LOUDEST }

/**
 * A row of the arpeggiator's steps: the accent of each in percent, 0 for a rest. `change` gets a function that makes
 * the new list of the newest one.
 */
export function makeArpeggiatorSteps(accents, change) {
  const count = numberField(accents.length, 0, MOST, (count) => change((accents) => resized(accents, count)),
    { 'aria-label': 'Arpeggiator: steps', 'data-place': 'count' })
  const steps = accents.map((accent, index) => makeStep(accent, index, (value) => change(
    (accents) => (index < accents.length ? accents.with(index, value) : accents))))
  return element('div', { className: 'accents', role: 'group', 'aria-label': 'Steps of the arpeggiator' },
    element('label', { className: 'field' }, element('span', { className: 'field-name' }, 'Steps'), count),
    steps.length ? steps : element('span', { className: 'note' }, 'Every step as played. Set steps to give each an accent.'))
}

const resized = (accents, count) => Array.from({ length: count }, (_, index) => accents[index] ?? 100)

/** A step as a bar that is dragged up and down. */
function makeStep(accent, index, change) {
  const value = element('span', { className: 'value' })
  const made = element('div', {
    className: 'accent-step', role: 'slider', tabIndex: 0, 'aria-label': `Accent of step ${index + 1}`,
    'aria-orientation': 'vertical', 'aria-valuemin': 0, 'aria-valuemax': LOUDEST, 'data-place': `step ${index}`,
  }, value)
  let now = accent
  const show = (accent) => {
    now = Math.max(0, Math.min(LOUDEST, Math.round(accent / 5) * 5))
    made.style.setProperty('--level', now / LOUDEST)
    made.setAttribute('aria-valuenow', now)
    made.setAttribute('aria-valuetext', now ? `${now} %` : 'rest')
    value.textContent = now || '–'
  }
  let known = accent
  const commit = () => {
    if (now === known) return
    known = now
    change(now)
  }
  made.addEventListener('keydown', (event) => {
    if (!(event.key in KEYS)) return
    event.preventDefault()
    show(now + KEYS[event.key])
    commit()
  })
  listenToPointer(made, show, commit)
  show(accent)
  return made
}

function listenToPointer(made, show, commit) {
  const set = ({ clientY }) => {
    const { top, height } = made.getBoundingClientRect()
    show(LOUDEST * (1 - (clientY - top - 4) / (height - 8)))
  }
  made.addEventListener('pointerdown', (event) => {
    made.setPointerCapture(event.pointerId)
    made.dataset.dragged = ''
    set(event)
  })
  made.addEventListener('pointermove', (event) => made.hasPointerCapture(event.pointerId) && set(event))
  made.addEventListener('lostpointercapture', () => {
    delete made.dataset.dragged
    commit()
    made.dispatchEvent(new Event('drag-end', { bubbles: true }))
  })
}
