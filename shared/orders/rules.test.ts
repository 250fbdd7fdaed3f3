import { expect, test } from 'vitest'
import { addressLines, orderNumbersMatching, readShippingAddress, withoutPaymentDetails } from './rules.ts'

const address = {
  fullName: 'Ada Sample',
  address: '1 Market Row',
  city: 'Porto',
  postalCode: '4000',
  country: 'Portugal',
}

test('a shipping address is read from an object and from its JSON text', () => {
  expect(readShippingAddress(address)).toEqual(address)
  expect(readShippingAddress(JSON.stringify(address))).toEqual(address)
})

test.each([['{'], ['Ada, Porto'], ['null'], ['[]'], [null], [undefined], [7], [['Porto']]])(
  'anything but an address is null: %j',
  (stored) => {
    expect(readShippingAddress(stored)).toBeNull()
  },
)

test('missing and wrong fields of an address are blank, unknown ones are dropped', () => {
  const blank = { fullName: '', address: '', city: '', postalCode: '', country: '' }
  expect(readShippingAddress({ city: 'Porto', country: 7, cvv: '123' })).toEqual({ ...blank, city: 'Porto' })
})

test('blank lines of an address are left out', () => {
  expect(addressLines(address)).toEqual(['Ada Sample', '1 Market Row', 'Porto 4000', 'Portugal'])
  expect(addressLines({ ...address, fullName: '', city: '', country: '' })).toEqual(['1 Market Row', '4000'])
})

test.each<[string, [number, number][]]>([
  ['ORD00012', [[12, 12]]],
  ['ord0001', [[10, 19]]],
  [
    '12',
    [
      [12, 12],
      [12_000, 12_999],
      [120_000, 129_999],
      [1_200_000, 1_299_999],
    ],
  ],
  [
    '12345',
    [
      [12_345, 12_345],
      [123_450, 123_459],
      [1_234_500, 1_234_599],
    ],
  ],
  [
    'ORD123456',
    [
      [123_456, 123_456],
      [1_234_560, 1_234_569],
    ],
  ],
  ['ORD000123', []],
  ['0', [[1, 9_999]]],
  ['', []],
  ['12a', []],
  [
    'ORD ',
    [
      [1, 99_999],
      [100_000, 999_999],
      [1_000_000, 9_999_999],
    ],
  ],
])('a search for %j finds the orders whose id begins with it', (text, expected) => {
  const found = orderNumbersMatching(text).filter(({ first }) => first < 10_000_000)
  expect(found.map(({ first, last }) => [first, last])).toEqual(expected)
})

test('D9: members named like payment details are dropped at any depth and in any spelling; others stay', () => {
  const details = {
    cardNumber: '4',
    card_number: '4',
    'Card Name': 'A',
    expiryDate: '1',
    CVV: '7',
    cvc: '7',
    accountNumber: 1,
  }
  expect(
    withoutPaymentDetails({ ...details, theme: 'dark', list: [{ ...details, card: 'of hearts' }], no: null }),
  ).toEqual({ theme: 'dark', list: [{ card: 'of hearts' }], no: null })
})

test.each([
  '4111111111111111',
  4111111111111111,
  'my card is 4111 1111 1111 1111 07/29',
  '5500-0055-5555-5559',
  '2223003122003222',
  '3782 822463 10005',
  'n:6011.1111.1111.1117.',
  '3530111333300000',
])('D9: %j is dropped at any depth of metadata', (card) => {
  const other = { kept: 'yes' }
  expect(withoutPaymentDetails({ note: card, list: [card, { deep: [[card]], ...other }], [`k ${card}`]: 1 })).toEqual({
    list: [{ deep: [[]], ...other }],
  })
})

test.each([
  '4111111111111112',
  1732290000000,
  1732290000000123,
  '+49 151 2345 6789',
  '2026-11-22 17:30:00',
  '6f2c3a54-9d0e-4a7b-8f5e-0d3c6b1a2e4f',
  '41111111111111111111111111111111',
  'ORD00042 and PRD00001',
  0.4111111111111111,
])('%j is not taken for a card number', (value) => expect(withoutPaymentDetails({ value })).toEqual({ value }))
