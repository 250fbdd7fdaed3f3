import { expect, test } from 'vitest'
import { addressLines, readShippingAddress, stateLabel } from './rules.ts'

const address = {
  fullName: 'Ada Stall',
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
  'what is no address cannot be read: %j',
  (stored) => {
    expect(readShippingAddress(stored)).toBeNull()
  },
)

test('missing and wrong fields of an address are blank, unknown ones are dropped', () => {
  const blank = { fullName: '', address: '', city: '', postalCode: '', country: '' }
  expect(readShippingAddress({ city: 'Porto', country: 7, cvv: '123' })).toEqual({ ...blank, city: 'Porto' })
})

test('an address is written without the lines that are blank', () => {
  expect(addressLines(address)).toEqual(['Ada Stall', '1 Market Row', 'Porto 4000', 'Portugal'])
  expect(addressLines({ ...address, fullName: '', city: '', country: '' })).toEqual(['1 Market Row', '4000'])
})

test('states are shown capitalised', () => {
  expect(stateLabel('pending')).toBe('Pending')
})
