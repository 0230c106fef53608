import { element, iconButton, numberField } from '../parts/element.js'

/** The list of the banks that play, the uppermost first: their order, the offsets of their bank numbers, and removal. */
class BankStackList extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.rows = element('ol', { className: 'bank-stack' })
    this.add = element('button', {
      type: 'button', onclick: () => this.change(() => studio.banks.addBuiltIn()),
    }, 'Add the built-in bank')
    this.append(element('div', { className: 'panel-head' }, element('h2', {}, 'Banks'), this.add), this.rows)
    studio.addEventListener('bank', () => this.show())
    this.show()
  }

  show() {
    const { layers } = this.studio.banks
    const focus = controlName(document.activeElement)
    this.add.hidden = layers.some(({ key }) => key === 'built-in')
    this.rows.replaceChildren(...layers.toReversed().map((layer) => this.makeRow(layer)))
    if (focus) [...this.rows.querySelectorAll('button, input')].find((control) => controlName(control) === focus)?.focus()
  }

  makeRow(layer) {
    const { banks } = this.studio
    const { name, offset, bank } = layer
    const place = banks.layers.indexOf(layer)
    const move = (label, picture, step, isLast) => iconButton(picture, `${label} ${name}`,
      () => this.change(() => banks.move(layer, step)), { disabled: isLast })
    const number = numberField(offset, 0, 127, (value) => this.change(() => banks.setOffset(layer, value)), {
      'aria-label': `Offset of the bank numbers of ${name}`, title: 'Is added to the bank numbers of its presets',
    })
    const isOnlyBuiltIn = banks.isBuiltInOnly
    return element('li', {},
      element('span', { className: 'bank-name' }, element('span', { className: 'name' }, name),
        element('span', { className: 'detail' }, counted(bank.presets.length))),
      element('label', { className: 'offset' }, element('span', { className: 'field-name' }, 'Offset'), number),
      move('Move up', 'up', 1, place === banks.layers.length - 1), move('Move down', 'down', -1, place === 0),
      iconButton('remove', `Remove ${name}`, () => this.change(() => banks.remove(layer)), { disabled: isOnlyBuiltIn }))
  }

  change(action) {
    return this.studio.attempt(action)
  }
}

const counted = (count) => (count === 1 ? 'one preset' : `${count} presets`)

const controlName = (control) => control?.getAttribute?.('aria-label')

customElements.define('tactus-bank-stack', BankStackList)
