/**
 * Creates an element. Properties are set by their names, `on…` adds a listener, and names with a hyphen and `role` are
 * set as attributes; a property that is undefined is left out.
 *
 *     element('button', { className: 'quiet', 'aria-label': 'Play', onclick: () => play() }, icon('play'))
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else if (name.includes('-') || name === 'role' || name === 'for') made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null))
  return made
}

/** A button with a picture; its label is its name for screen readers and its tooltip. */
export function iconButton(name, label, onclick, properties = {}) {
  return element('button', {
    type: 'button', className: 'icon-button', 'aria-label': label, title: label, onclick, ...properties,
  }, icon(name))
}

/** A label above a control. */
export function field(label, control, className = '') {
  const name = element('span', { className: 'field-name' }, label)
  return element('label', { className: `field ${className}` }, name, control)
}

/** A number field that reports whole numbers in its range; others are set back. */
export function numberField(value, min, max, onchange, properties = {}) {
  const input = element('input', { type: 'number', min, max, step: 1, value, inputMode: 'numeric', ...properties })
  input.addEventListener('change', () => {
    const number = Math.round(Number(input.value))
    if (input.value === '' || Number.isNaN(number)) input.value = value
    else onchange(Number((input.value = Math.min(max, Math.max(min, number)))))
  })
  return input
}

/** A box that can be checked; its label is its `label`. */
export function checkbox(text, isChecked, onchange) {
  const box = element('input', { type: 'checkbox', checked: isChecked, onchange: () => onchange?.(box.checked) })
  box.label = element('label', { className: 'check' }, box, element('span', {}, text))
  return box
}

/** A choice; `options` are pairs of value and text. */
export function choice(options, value, onchange, properties = {}) {
  const select = element('select', { ...properties, onchange: () => onchange(select.value) },
    options.map(([key, text]) => element('option', { value: key }, text)))
  select.value = value
  return select
}

/** A slider with its value. `oninput` is called while it moves, `onchange` when it is let go. */
export function slider(label, value, [min, max], text, oninput, onchange) {
  const output = element('output', {}, text(value))
  const input = element('input', { type: 'range', min, max, step: 1, value, 'aria-label': label })
  input.addEventListener('input', () => {
    output.value = text(Number(input.value))
    oninput?.(Number(input.value))
  })
  input.addEventListener('change', () => onchange(Number(input.value)))
  return element('div', { className: 'slider' }, element('span', { className: 'field-name' }, label), input, output)
}

const PICTURES = {
  play: '<path d="M7 4.5v15l12-7.5z"/>',
  pause: '<path d="M6.5 5h4v14h-4zM13.5 5h4v14h-4z"/>',
  stop: '<path d="M6 6h12v12H6z"/>',
  record: '<circle cx="12" cy="12" r="6.500"/>',
  metronome: '<path class="line" d="M9.500 4h5L18 20H6zM12 16l6-10M7 16h10"/>',
  settings: '<path class="line" d="M4 7h8M18 7h2M4 17h2M12 17h8"/><circle class="line" cx="15" cy="7" r="2.500"/>'
    + '<circle class="line" cx="9" cy="17" r="2.500"/>',
  loop: '<path class="line" d="M7 7h9a4 4 0 0 1 0 10H8a4 4 0 0 1-3-6.600M7 7l3-3M7 7l3 3"/>',
  create: '<path class="line" d="M6 3h8l4 4v14H6zM14 3v4h4M12 10.500v6M9 13.500h6"/>',
  open: '<path class="line" d="M4 18V6h6l2 2h8v10z"/>',
  save: '<path class="line" d="M12 4v11m0 0l-4-4m4 4l4-4M5 19h14"/>',
  share: '<path class="line" d="M10 14l4-4M9 11l-2.500 2.500a3 3 0 0 0 4 4L13 15"/>'
    + '<path class="line" d="M15 13l2.500-2.500a3 3 0 0 0-4-4L11 9"/>',
  bounce: '<path class="line" d="M3 12h2l2-6 3 12 3-15 3 15 2-6h3"/>',
  undo: '<path class="line" d="M5 9h9a5 5 0 0 1 0 10H9M5 9l4-4M5 9l4 4"/>',
  redo: '<path class="line" d="M19 9h-9a5 5 0 0 0 0 10h5M19 9l-4-4M19 9l-4 4"/>',
  add: '<path class="line" d="M12 5v14M5 12h14"/>',
  remove: '<path class="line" d="M6 6l12 12M18 6L6 18"/>',
  tempo: '<path class="line" d="M3 17h5l6-9h7"/><circle cx="8" cy="17" r="2.500"/><circle cx="14" cy="8" r="2.500"/>',
  left: '<path class="line" d="M15 6l-6 6 6 6"/>',
  right: '<path class="line" d="M9 6l6 6-6 6"/>',
  up: '<path class="line" d="M6 15l6-6 6 6"/>',
  down: '<path class="line" d="M6 9l6 6 6-6"/>',
  follow: '<path class="line" d="M12 4v16M4 12h5m-2-2l2 2-2 2M15 12h5"/>',
  wider: '<path class="line" d="M5 12h14M12 5v14"/>',
  narrower: '<path class="line" d="M5 12h14"/>',
  fit: '<path class="line" d="M3 12h18M3 12l4-4M3 12l4 4M21 12l-4-4M21 12l-4 4"/>',
  midi: '<circle class="line" cx="12" cy="12" r="8"/>'
    + '<path d="M7 11h2v2H7zM15 11h2v2h-2zM11 7h2v2h-2zM8.500 7.700h2v2h-2zM13.500 7.700h2v2h-2z"/>',
  edit: '<path class="line" d="M4 20l1-4.500L15.500 5a2 2 0 0 1 3 0l.500.500a2 2 0 0 1 0 3L8.500 19zM13.500 7l3.500 3.500"/>',
  mixer: '<path class="line" d="M6 4v16M12 4v16M18 4v16M4 9h4M10 15h4M16 7h4"/>',
}

/** A picture of 24 by 24 pixels in the colour of the text. */
export function icon(name) {
  const template = document.createElement('template')
  template.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${PICTURES[name]}</svg>`
  return template.content.firstChild
}
