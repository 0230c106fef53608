import { element, icon } from './element.js'

/**
 * A button that opens a menu. `items` are objects with `label`, `keys` (the shortcut), `action`, and `isEnabled`, a
 * function; without it, the item can always be chosen. The arrow keys move in the menu, Escape closes it.
 */
export function menuButton(label, picture, items) {
  const rows = items.map((item) => makeRow(item, () => menu.hidePopover()))
  const menu = element('div', { className: 'menu', popover: 'auto', role: 'menu', 'aria-label': label }, rows)
  const button = element('button', {
    type: 'button', className: 'icon-button', title: label, 'aria-label': label, 'aria-haspopup': 'menu',
    'aria-expanded': false, onclick: () => menu.togglePopover(),
  }, icon(picture))
  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') rows.forEach((row, index) => (row.disabled = !(items[index].isEnabled?.() ?? true)))
  })
  menu.addEventListener('toggle', ({ newState }) => {
    button.setAttribute('aria-expanded', newState === 'open')
    if (newState !== 'open') return
    placeBelow(menu, button)
    menu.querySelector('button:enabled')?.focus()
  })
  menu.addEventListener('keydown', (event) => moveByKey(event, rows))
  return element('span', { className: 'menu-holder' }, button, menu)
}

function makeRow({ label, keys, action }, close) {
  return element('button', {
    type: 'button', role: 'menuitem', onclick: () => {
      close()
      action()
    },
  }, element('span', {}, label), element('span', { className: 'keys-hint', 'aria-hidden': 'true' }, keys ?? ''))
}

function moveByKey(event, rows) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  event.stopPropagation()
  const enabled = rows.filter((row) => !row.disabled)
  const place = enabled.indexOf(document.activeElement)
  enabled[(place + step + enabled.length) % enabled.length]?.focus()
}

/** Places a popover below its button, or above it if there is more room, inside the window. */
export function placeBelow(popover, button) {
  const { left, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const isBelow = bottom + height + 8 <= innerHeight || bottom < innerHeight - top
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  popover.style.top = `${isBelow ? bottom + 4 : Math.max(8, top - height - 4)}px`
}
