import { expect, test } from 'vitest'
import { NO_STOCK, stockChangeOf, stockDraftOf, stockProblems, withCurrentNumber } from '../stock/stock-draft.ts'

const counted = stockDraftOf({
  counted: true,
  on_hand: 7,
  reserved: 0,
  low_at: 5,
  backorder: false,
  max_per_order: null,
  stock_state: 'in',
})
const kept = { counted: true, low_at: 5, backorder: false, max_per_order: null }

test.each([
  ['nothing when nothing changed', counted, counted, undefined],
  ['nothing typed for an untracked stock', NO_STOCK, { ...NO_STOCK, on_hand: '3' }, undefined],
  ['only the first number', NO_STOCK, { ...NO_STOCK, counted: true, on_hand: '3' }, { ...kept, set: 3 }],
  ['a number with the one seen before', counted, { ...counted, on_hand: '9' }, { ...kept, set: 9, seen: 7 }],
  ['no number when another field changed', counted, { ...counted, max_per_order: '2' }, { ...kept, max_per_order: 2 }],
  ['that tracking ends', counted, { ...counted, counted: false }, { counted: false }],
])('sends %s', (_what, initial, draft, sent) => {
  expect(stockChangeOf(initial, draft)).toEqual(sent)
})

test.each([
  ['', ['on_hand']],
  ['1.5', ['on_hand']],
  ['-1', ['on_hand']],
  ['1000001', ['on_hand']],
  ['0', []],
  ['1000000', []],
])('“%s” on hand has errors at the fields %j', (on_hand, fields) => {
  expect(stockProblems({ ...counted, on_hand }).map(([field]) => field)).toEqual(fields)
})

test('requires a number when stock tracking starts', () => {
  expect(stockProblems({ ...NO_STOCK, counted: true }).map(([field]) => field)).toEqual(['on_hand'])
})

test('checks the other numbers, and nothing of an untracked stock', () => {
  const wrong = { ...counted, low_at: '1001', max_per_order: '0' }
  expect(stockProblems(wrong).map(([field]) => field)).toEqual(['low_at', 'max_per_order'])
  expect(stockProblems({ ...wrong, counted: false })).toEqual([])
  expect(stockProblems({ ...counted, on_hand: '-2', on_hand_seen: '-2', max_per_order: '' })).toEqual([])
})

test('gives an older draft the current number on hand, unless another number was typed', () => {
  const now = { ...counted, on_hand: '4', on_hand_seen: '4' }
  expect(withCurrentNumber(counted, now)).toMatchObject({ on_hand: '4', on_hand_seen: '4' })
  expect(withCurrentNumber({ ...counted, on_hand: '9' }, now)).toMatchObject({ on_hand: '9', on_hand_seen: '7' })
})
