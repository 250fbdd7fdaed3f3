import { expect, test } from 'vitest'
import { listQuery, readListAddress, withParameter } from './list-address.ts'
import { readPageNumber } from './page-number.ts'

const SORTS = ['number', 'name', 'price'] as const
const read = (query: string) => readListAddress('/things', new URLSearchParams(query), SORTS)

test('reads search text, page and sort order from an address', () => {
  expect(listQuery(read('q=+lamp+&page=3&sort=price&direction=desc'))).toEqual({
    q: 'lamp',
    page: 3,
    sort: 'price',
    direction: 'desc',
  })
})

test.each(['', 'page=0', 'page=-1', 'page=1e3', 'sort=color', 'direction=sideways', 'q=+'])(
  'uses defaults for missing and malformed parameters: "%s"',
  (query) => {
    expect(listQuery(read(query))).toEqual({ q: undefined, page: 1, sort: 'number', direction: 'asc' })
    expect(read(query).here).toBe('/things')
  },
)

test('reads the rows per page, if that number is offered, and keeps it in further addresses', () => {
  const address = read('page_size=50&page=2')
  expect(listQuery(address)).toMatchObject({ page: 2, page_size: 50 })
  expect(address.hrefOf({ q: 'lamp' })).toBe('/things?q=lamp&page_size=50')
  expect(address.hrefOf({ pageSize: 20 })).toBe('/things')
  expect(read('page_size=1000').here).toBe('/things')
})

test('reads amounts with a comma, and ignores malformed ones', () => {
  const readOrders = (query: string) => readListAddress('/orders', new URLSearchParams(query), [], ['min', 'max'])
  expect(readOrders('min=12,50&max=$20').filters).toEqual({ min: '12.5', max: '20' })
  expect(readOrders('min=1e3&max=1,250').filters).toEqual({})
  expect(readOrders('max=9999999999999').here).toBe('/orders')
})

test('requests no sort order for a list that cannot be sorted', () => {
  const address = readListAddress('/things', new URLSearchParams('q=lamp&sort=name&direction=desc'))
  expect(listQuery(address)).toEqual({ q: 'lamp', page: 1 })
  expect(address.here).toBe('/things?q=lamp')
})

test('keeps the rest of the view and returns to the first page when one parameter changes', () => {
  const address = read('q=lamp&page=3&sort=price')
  expect(address.here).toBe('/things?q=lamp&sort=price&page=3')
  expect(address.hrefOf({ page: 4 })).toBe('/things?q=lamp&sort=price&page=4')
  expect(address.hrefOf({ q: '' })).toBe('/things?sort=price')
  expect(address.hrefOf({ sorting: { sort: 'number', direction: 'desc' } })).toBe('/things?q=lamp&direction=desc')
})

test('supports lists that show the newest rows first by default', () => {
  const readNewest = (query: string) => readListAddress('/things', new URLSearchParams(query), SORTS, [], 'desc')
  expect(listQuery(readNewest(''))).toMatchObject({ sort: 'number', direction: 'desc' })
  expect(readNewest('sort=price').here).toBe('/things?sort=price')
  expect(readNewest('direction=asc').here).toBe('/things?direction=asc')
  expect(withParameter(readNewest('direction=asc'), 'open', 'a b')).toBe('/things?direction=asc&open=a+b')
  expect(withParameter(readNewest(''), 'open', '7')).toBe('/things?open=7')
})

test.each(['', 'page=', 'page=0', 'page=-3', 'page=2.5', 'page=1e3', 'page=abc'])(
  'a missing or malformed page number is page 1: %s',
  (query) => {
    expect(readPageNumber(new URLSearchParams(query))).toBe(1)
  },
)

test.each([
  ['7', 7],
  ['1234567', 1_234_567],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
])('a page number may be beyond the last page: %s', (page, read) => {
  expect(readPageNumber(new URLSearchParams({ page }))).toBe(read)
})
