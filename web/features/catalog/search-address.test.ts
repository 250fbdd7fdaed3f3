import { describe, expect, test } from 'vitest'
import { searchQuerySchema } from '../../../shared/catalog/search-schema.ts'
import { cleanSearchText, countFilters, readSearch, type SearchParameter, searchPath } from './search-address.ts'

/** A valid value for each parameter. */
const EXAMPLES: Record<SearchParameter, string> = {
  q: 'lamp',
  category: 'TVs',
  price: '50-100',
  price_from: '9.5',
  price_to: '20',
  flash_sale: '1',
  in_stock: '1',
  rating: '4',
  seller: 'fern',
  exact: '1',
  sort: 'price-low-high',
  page: '3',
}
const NOT_FILTERS: string[] = ['q', 'exact', 'sort', 'page'] satisfies SearchParameter[]

describe('readSearch', () => {
  test('reads every filter', () => {
    const query = new URLSearchParams('q=desk+lamp&category=TVs&price=50-100&sort=price-low-high&page=3')
    expect(readSearch(query)).toEqual({
      q: 'desk lamp',
      category: 'TVs',
      price: '50-100',
      sort: 'price-low-high',
      page: 3,
    })
  })

  test('corrects malformed values where the meaning is clear', () => {
    const query = new URLSearchParams(
      'price_from=$20&price_to=9,50&category=Toys,,%20Audio&seller=Fern,%00,fern&in_stock=1',
    )
    expect(readSearch(query)).toEqual({
      price_from: 9.5,
      price_to: 20,
      category: 'Toys,Audio',
      seller: 'fern',
      in_stock: '1',
    })
  })

  test.each([
    '',
    'price_from=-1',
    'price_to=1e3',
    'price_to=1,250',
    'price_to=99999999',
    'flash_sale=yes',
    'seller=%2C',
    'q=+',
    'category=+',
    'price=1-2',
    'sort=up',
    'page=0',
    'page=-1',
    'page=1e3',
    'page=x',
  ])('ignores parameters that make no sense: %s', (query) => {
    expect(readSearch(new URLSearchParams(query))).toEqual({})
  })
})

describe('cleanSearchText', () => {
  test('removes the characters that the server refuses, and cuts long texts', () => {
    expect(cleanSearchText(' a\u0000\nb ')).toBe('a b')
    expect(cleanSearchText('x'.repeat(150))).toHaveLength(100)
    expect(cleanSearchText(`${'x'.repeat(99)}😀`).isWellFormed()).toBe(true)
  })
})

describe('searchPath', () => {
  test('returns an address that reads back as the same search', () => {
    const search = { q: 'a&b=c #%', category: 'Tools & Hardware', price: '100-', page: 2 } as const
    const path = searchPath(search)
    expect(readSearch(new URL(path, 'https://shop.test').searchParams)).toEqual(search)
  })

  test('has no query string without a search', () => {
    expect(searchPath({})).toBe('/search')
  })
})

describe('every parameter of the server', () => {
  const names = Object.keys(searchQuerySchema.shape).filter((name) => name !== 'after_change') as SearchParameter[]

  test.each(names)('%s survives in an address, and is counted if it is a filter', (name) => {
    const search = readSearch(new URLSearchParams({ [name]: EXAMPLES[name] }))
    expect(searchPath(search)).toBe(`/search?${name}=${EXAMPLES[name]}`)
    expect(countFilters(search)).toBe(NOT_FILTERS.includes(name) ? 0 : 1)
  })
})
