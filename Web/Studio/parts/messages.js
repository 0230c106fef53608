import { element, iconButton } from './element.js'

/** How long a remark stays, in milliseconds. Errors stay until they are dismissed or replaced. */
const STAY = 5000

/** One sentence above the keyboard, which screen readers read out. */
class Messages extends HTMLElement {
  connectedCallback() {
    this.remark = element('p', { role: 'status' })
    this.error = element('p', { role: 'alert' })
    this.dismiss = iconButton('remove', 'Dismiss the message', () => this.clear())
    this.quiet = element('p', { className: 'visually-hidden', role: 'status' })
    this.append(this.remark, this.error, this.dismiss, this.quiet)
    this.clear()
  }

  receive({ text, isError, isQuiet }) {
    if (isQuiet) this.quiet.textContent = text
    else this.show(text, isError)
  }

  show(text, isError = false) {
    clearTimeout(this.timer)
    this.clear()
    this.classList.toggle('is-error', isError)
    this.classList.add('is-shown')
    this.dismiss.hidden = false
    const region = isError ? this.error : this.remark
    region.textContent = text
    if (!isError) this.timer = setTimeout(() => this.clear(), STAY)
  }

  clear() {
    this.classList.remove('is-shown')
    this.remark.textContent = this.error.textContent = ''
    this.dismiss.hidden = true
  }
}

customElements.define('tactus-messages', Messages)
