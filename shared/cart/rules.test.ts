import { expect, test } from 'vitest'
import { countUnits, readCart, withAdded, withQuantity } from './rules.ts'

test.each([
  [null, {}],
  ['', {}],
  ['{', {}],
  ['null', {}],
  ['[1,2]', {}],
  ['"PRD00001"', {}],
  ['{"PRD00001":2}', { PRD00001: 2 }],
  ['{"PRD00001":2,"nonsense":3,"PRD1":1,"__proto__":{"x":1}}', { PRD00001: 2 }],
  ['{"PRD00001":"2","PRD00002":0,"PRD00003":-1,"PRD00004":1.5,"PRD00005":1e400}', {}],
  ['{"PRD00001":100000}', { PRD00001: 999 }],
])('a stored cart of any content is read without a crash: %s', (stored, cart) => {
  expect({ ...readCart(stored) }).toEqual(cart)
})

test('a stored cart is cut to 100 lines', () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`PRD${String(i + 1).padStart(5, '0')}`, 1]))
  expect(Object.keys(readCart(JSON.stringify(many)))).toHaveLength(100)
})

test('quantities add up to the limit of a line; 0 or less removes it', () => {
  const cart = withAdded(withAdded(readCart(null), 'PRD00001', 2), 'PRD00001', 3)
  expect({ ...cart }).toEqual({ PRD00001: 5 })
  expect(withAdded(cart, 'PRD00001', 5000).PRD00001).toBe(999)
  expect({ ...withQuantity(cart, 'PRD00001', 0) }).toEqual({})
  expect({ ...withQuantity(cart, 'PRD00001', -3) }).toEqual({})
  expect({ ...cart }).toEqual({ PRD00001: 5 })
  expect(countUnits({ PRD00001: 5, PRD00002: 2 })).toBe(7)
})
