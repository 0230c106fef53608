import { DEPTHS, FORMATS, index } from './choices.js'
import { Bounce, Handle, patch } from './objects.js'

/** A bounce to stems, which is read block by block: two channels for each stem. */
export class Stems extends Bounce {
  /** The names of the stems' files. */
  names(format) {
    this.module.calls.web_stems_names(this.address, index(FORMATS, format, 'format'))
    return JSON.parse(this.module.text())
  }

  /** Renders all stems as audio files: yields after each block, and returns objects with the name and blocks of each. */
  *files(format, depth) {
    const files = this.names(format).map((name, stem) => ({ name, ...this.begin(format, depth, stem) }))
    try {
      for (let count = 1; (count = this.module.calls.web_bounce_read(this.address, 16384)) > 0;) {
        files.forEach((file, stem) => file.blocks.push(this.encoded(file.handle, stem, count)))
        yield
      }
      return files.map(({ name, handle, blocks }) => ({ name, blocks: this.finished(handle, blocks) }))
    } finally {
      for (const { handle } of files) handle.release()
    }
  }

  begin(format, depth, stem) {
    const { calls } = this.module
    const handle = new Handle(this.module, this.module.checked(
      calls.web_file_new(this.address, index(FORMATS, format, 'format'), index(DEPTHS, depth, 'depth'), stem)))
    return { handle, blocks: [this.module.bytes()] }
  }

  encoded(handle, stem, count) {
    this.module.checked(this.module.calls.web_stems_encode(handle.address, this.address, stem, count))
    return this.module.bytes()
  }

  finished(handle, blocks) {
    this.module.checked(this.module.calls.web_file_finish(handle.address))
    const { trailing, patches } = JSON.parse(this.module.text())
    patch(blocks, patches)
    return [...blocks, Uint8Array.from(trailing)]
  }
}
