import { describe, expect, test } from 'vitest'
import { cleanSearchText, readSearch, searchPath } from './search-address.ts'

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

  test('takes the nearest meaning of what it cannot take as it is', () => {
    const query = new URLSearchParams(
      'price_from=$20&price_to=9.50&category=Toys,,%20Audio&seller=Fern,%00,fern&in_stock=1',
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
  ])('leaves out what it cannot understand: %s', (query) => {
    expect(readSearch(new URLSearchParams(query))).toEqual({})
  })
})

describe('cleanSearchText', () => {
  test('keeps nothing the server refuses', () => {
    expect(cleanSearchText(' a\u0000\nb ')).toBe('a b')
    expect(cleanSearchText('x'.repeat(150))).toHaveLength(100)
    expect(cleanSearchText(`${'x'.repeat(99)}😀`).isWellFormed()).toBe(true)
  })
})

describe('searchPath', () => {
  test('leads back to the same search', () => {
    const search = { q: 'a&b=c #%', category: 'Tools & Hardware', price: '100-', page: 2 } as const
    const path = searchPath(search)
    expect(readSearch(new URL(path, 'https://shop.test').searchParams)).toEqual(search)
  })

  test('is plain without a search', () => {
    expect(searchPath({})).toBe('/search')
  })
})
