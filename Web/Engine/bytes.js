/** Whether a value is bytes in memory: an ArrayBuffer, a typed array or another view, also of another window. */
export const isBytes = (value) =>
  ArrayBuffer.isView(value) || /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value))

/** The bytes of an ArrayBuffer or of a view, not copied. Throws a `TypeError` if the value is something else. */
export function bytesOf(value) {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (isBytes(value)) return new Uint8Array(value)
  throw new TypeError(`expected the bytes of a file, a Uint8Array or an ArrayBuffer, not ${describe(value)}`)
}

const describe = (value) => (typeof value === 'object' && value ? 'another object' : `a value of type ${typeof value}`)
