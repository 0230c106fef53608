import { finite, within } from './checks.js'

// MIDI messages as arrays of two or three bytes. They throw an error if a number is out of range: without its check, channel
// 16 would be channel 0.

export const noteOn = (channel, key, velocity) => [status(0x90, channel), data(key, 'key'), data(velocity, 'velocity')]

export const noteOff = (channel, key) => [status(0x80, channel), data(key, 'key'), 64]

export const control = (channel, controller, value) =>
  [status(0xb0, channel), data(controller, 'controller'), data(value, 'value')]

/** Two messages. Bank 128 is that of the drum kits in SoundFonts; in messages, they are in bank 0 of channel 10. */
export const program = (channel, number, bank) =>
  [[status(0xb0, channel), 0, data(bank === 128 ? 0 : bank, 'bank')], [status(0xc0, channel), data(number, 'program')]]

/** `amount` is -1 to 1, and limited to that. */
export function bend(channel, amount) {
  const value = Math.max(0, Math.min(16383, Math.round(8192 + 8192 * finite(amount, 'amount'))))
  return [status(0xe0, channel), value & 127, value >> 7]
}

const status = (kind, channel) => kind | within(channel, 15, 'channel')
const data = (value, name) => within(value, 127, name)
