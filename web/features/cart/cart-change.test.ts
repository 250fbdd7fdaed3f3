import { expect, test } from 'vitest'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import { applyChange, type CartChange, limitExceeded, supersedes } from './cart-change.ts'

const PRODUCT = 'PRD00001'
const add = (quantity: number, product_id = PRODUCT): CartChange => ({ kind: 'add', product_id, quantity })
const set = (quantity: number, product_id = PRODUCT): CartChange => ({ kind: 'set', product_id, quantity })
const clear: CartChange = { kind: 'clear' }

test('pending changes apply in the order in which they were made', () => {
  const cart = [add(2), set(5), add(1), add(1, 'PRD00002')].reduce(applyChange, { PRD00001: 1 })
  expect({ ...cart }).toEqual({ PRD00001: 6, PRD00002: 1 })
  expect({ ...applyChange(cart, set(0)) }).toEqual({ PRD00002: 1 })
  expect({ ...applyChange(applyChange(cart, clear), add(1)) }).toEqual({ PRD00001: 1 })
})

test('a later quantity of the same line supersedes an earlier one; an addition is never superseded', () => {
  expect(supersedes(set(3), set(2))).toBe(true)
  expect(supersedes(set(3, 'PRD00002'), set(2))).toBe(false)
  expect(supersedes(set(3), add(2))).toBe(false)
  expect(supersedes(add(3), set(2))).toBe(false)
  expect(supersedes(clear, set(2))).toBe(false)
})

test('a full cart takes more units of its products, but no other product', () => {
  const full = Object.fromEntries(Array.from({ length: MAX_CART_LINES }, (_, index) => [`PRD${10_001 + index}`, 1]))
  expect(limitExceeded(full, add(1))).toBe('cart_full')
  expect(limitExceeded(full, add(1, 'PRD10001'))).toBeNull()
  expect(limitExceeded(full, set(3, 'PRD10001'))).toBeNull()
  expect(limitExceeded({}, add(1))).toBeNull()
})

test('D10: a visitor’s line holds at most 999 units; an addition beyond that is refused as a whole, as on the server', () => {
  expect(limitExceeded({ PRD00001: 998 }, add(1))).toBeNull()
  expect(limitExceeded({ PRD00001: 998 }, add(2))).toBe('quantity_too_large')
  expect(limitExceeded({ PRD00001: 998 }, add(999, 'PRD00002'))).toBeNull()
})
