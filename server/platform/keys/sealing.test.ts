import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

const key = randomBytes(32)

test('sealed text is unsealed again, and looks different each time', () => {
  for (const text of ['', 'a code: 123456', 'ä€😀'.repeat(1000)]) {
    expect(unseal(key, seal(key, text, 'row 1'), 'row 1')).toBe(text)
  }
  expect(seal(key, 'same', 'row 1').equals(seal(key, 'same', 'row 1'))).toBe(false)
})

test('sealed text is refused with another key or row, or when changed or truncated', () => {
  const sealed = seal(key, 'a secret', 'row 1')
  expect(() => unseal(randomBytes(32), sealed, 'row 1')).toThrow()
  expect(() => unseal(key, sealed, 'row 2')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, changed, 'row 1')).toThrow()
  }
  for (const length of [0, 11, 12, 20, 28, sealed.length - 1])
    expect(() => unseal(key, sealed.subarray(0, length), 'row 1')).toThrow()
})
