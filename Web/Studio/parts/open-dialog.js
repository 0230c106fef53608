import { BANKS, chooseDeviceFiles } from '../model/files.js'
import { isBank, openWorkspaceBank, openWorkspaceFile } from '../model/workspace-files.js'
import { element } from './element.js'

/** The dialog that lists the songs and banks that `tactus studio` offers. */
class OpenDialog extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.search = element('input', {
      type: 'search', placeholder: 'Search files', 'aria-label': 'Search files', oninput: () => this.showRows(),
    })
    this.rows = element('div', { className: 'files' })
    this.count = element('p', { className: 'note', role: 'status' })
    this.append(this.makeDialog())
  }

  makeDialog() {
    const close = element('button', { type: 'button', onclick: () => this.dialog.close() }, 'Cancel')
    const device = element('button', { type: 'button', onclick: () => this.chooseOnDevice() }, 'Choose another file…')
    this.heading = element('h2', { id: 'open-title' })
    this.dialog = element('dialog', { className: 'open-dialog', 'aria-labelledby': 'open-title' },
      this.heading, this.search, this.rows, this.count, element('div', { className: 'buttons' }, device, close))
    return this.dialog
  }

  /** Shows songs and banks, or banks only. */
  async show({ banksOnly = false } = {}) {
    const { workspace } = this.studio
    this.banksOnly = banksOnly
    this.heading.textContent = banksOnly || !workspace.canSave ? 'Open a SoundFont' : `Open from ${workspace.folder}`
    this.search.value = ''
    await this.studio.attempt(() => workspace.refresh())
    this.showRows()
    this.dialog.showModal()
  }

  showRows() {
    const { files, banks, isCut } = this.studio.workspace
    const wanted = this.search.value.toLowerCase()
    const songs = files.filter(({ path }) => !this.banksOnly || isBank(path)).map((file) => this.row(file.path, file,
      () => openWorkspaceFile(this.studio, file.path)))
    const others = banks.map((bank) => this.row(bank.name, bank, () => openWorkspaceBank(this.studio, bank)))
    const found = [...songs, ...others].filter(({ textContent }) => textContent.toLowerCase().includes(wanted))
    this.rows.replaceChildren(...found)
    const more = isCut ? '; the folder has more' : ''
    this.count.textContent = `${found.length} of ${songs.length + others.length}${more}`
  }

  row(name, { size }, open) {
    return element('button', { type: 'button', className: 'file', onclick: () => this.open(open) },
      element('span', {}, name), element('span', { className: 'note' }, sizeText(size)))
  }

  open(action) {
    this.dialog.close()
    return this.studio.attempt(action)
  }

  chooseOnDevice() {
    this.dialog.close()
    chooseDeviceFiles(this.studio, this.banksOnly ? BANKS : undefined)
  }
}

function sizeText(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}

customElements.define('tactus-open', OpenDialog)
