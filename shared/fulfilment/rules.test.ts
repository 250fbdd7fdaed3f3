import { expect, test } from 'vitest'
import { sellerOrderId, sellerOrderState, unitsLeft } from './rules.ts'

const line = (quantity: number, counts: { cancelled?: number; sent?: number; returned_units?: number } = {}) => ({
  quantity,
  cancelled: 0,
  sent: 0,
  returned_units: 0,
  ...counts,
})

test.each([
  ['pending', [line(2)], [], false],
  ['confirmed', [line(2)], [], true],
  ['pending', [line(2, { cancelled: 1 })], [], false],
  ['confirmed', [line(2, { sent: 1 })], ['sent'], false],
  ['confirmed', [line(2, { sent: 1 })], ['delivered'], true],
  ['confirmed', [line(2)], ['voided'], true],
  ['shipped', [line(2, { sent: 2 })], ['sent', 'delivered'], true],
  ['shipped', [line(2, { sent: 1, cancelled: 1 }), line(1, { cancelled: 1 })], ['sent'], true],
  ['shipped', [line(1, { sent: 1 })], ['lost'], true],
  ['confirmed', [line(1)], ['resent'], true],
  ['delivered', [line(2, { sent: 1, cancelled: 1 })], ['refunded', 'delivered'], true],
  ['delivered', [line(2, { sent: 2 })], ['delivered', 'voided', 'delivered'], true],
  ['delivered', [line(2, { sent: 2 })], [], true],
  ['delivered', [line(2, { sent: 2, returned_units: 1 })], ['delivered'], true],
  ['returned', [line(2, { sent: 1, cancelled: 1, returned_units: 1 })], ['delivered'], true],
  ['cancelled', [line(2, { cancelled: 2 }), line(1, { cancelled: 1 })], ['voided'], true],
] as const)('a seller order is %s (%#)', (state, lines, shipments, isConfirmed) => {
  expect(sellerOrderState({ lines, shipments: shipments.map((of) => ({ state: of })), isConfirmed })).toBe(state)
})

test('units left are those neither sent nor cancelled', () => {
  expect(unitsLeft(line(5, { sent: 2, cancelled: 1 }))).toBe(2)
})

test('the id of a seller order consists of the order id and its number', () => {
  expect(sellerOrderId('ORD00012', 2)).toBe('ORD00012-2')
})
